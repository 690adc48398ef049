import { expect, test } from 'vitest'
import { claim, fee, match, one, pay, reverse, told, two } from '../../tests/support/statements/match-few'

test('a rupee of one’s own does not make another’s payment one’s own: a person says whose it is', () => {
  const thief = claim('thief', { reference: '3BCDFG', number: one })
  const payments = [pay(one, 'K7Q4M2'), pay(two, '3BCDFG', { amount: 100 })]
  expect(match(payments, [thief]).map(({ state }) => state)).toEqual(['one-payment-for-two-claims'])
  const half = { ...thief, due: 60_100 }
  expect(match(payments, [half]).map(({ state }) => state)).toEqual(['one-payment-for-two-claims'])
  const accepted = pay(one, 'K7Q4M2', { spentOn: 'thief' })
  expect(match([accepted, pay(two, '3BCDFG')], [thief])).toMatchObject([{ state: 'paid-twice', refund: fee }])
})

test('a reversal of more than the payment, or older than it, takes nothing back; it is shown by itself', () => {
  const asha = claim('asha', { number: one })
  for (const reversal of [reverse(one, { amount: -60_100 }), reverse(one, { day: '2026-09-08' })])
    expect(told([pay(one, 'UPI')], [asha], [reversal])).toEqual(['matched-by-number: asha ← 600', 'reversed:  ← '])
})

test('a payment of which a part was taken back matches nobody by itself, nor does it pay for several', () => {
  const [asha, ravi] = [claim('asha', { number: one }), claim('ravi', { number: one })]
  const part = reverse(one, { amount: -100 })
  expect(told([pay(one, 'UPI')], [asha], [part])).toEqual([
    'perhaps (partly-reversed): asha ← 600',
    'partly-reversed:  ← ',
  ])
  const both = pay(one, 'UPI', { amount: 2 * fee })
  expect(told([both], [asha, ravi], [part])[0]).toBe('one-payment-for-two-claims: asha ravi ← 1200')
  expect(told([{ ...pay(one, 'UPI'), spentOn: 'asha' }], [asha], [part])).toEqual(['partly-reversed:  ← '])
  // The rest of it went back as well: nothing of it is left to match.
  expect(told([pay(one, 'UPI')], [asha], [part, reverse(one)])[0]).toMatch(/^reversed: /)
})

test('a payer whose name begins with REV is matched as anybody', () => {
  const payment = pay(one, '', { narration: `UPI/P2A/${one}/REV THOMAS MATHEW/K7Q4M2/HDFC` })
  expect(told([payment], [claim('asha', { reference: 'K7Q4M2', number: one })])).toEqual([
    'matched-by-number: asha ← 600',
  ])
})

test('one number and amount with another day or balance is perhaps the same payment, and no refund', () => {
  const asha = claim('asha', { number: one })
  const [first, later] = [pay(one, 'UPI'), pay(one, 'UPI', { day: '2026-09-10' })]
  expect(told([first, later], [asha])).toEqual(['perhaps (same-payment): asha ← 600', 'same-payment:  ← 600'])
  expect(told([{ ...first, spentOn: 'asha' }, later], [asha])).toEqual(['same-payment:  ← 600'])
})

/** As HDFC words it, with the payer's address. */
const payFrom = (address: string, number: string, note: string) =>
  pay(number, '', { narration: `UPI-PAYER-${address}-SBIN0001234-${number}-${note}` })

test('a reference made of another’s phone number or address takes nothing of theirs', () => {
  const asha = claim('asha', { reference: 'K7Q4M2', number: one })
  const phone = payFrom('8877665544@YBL', one, 'K7Q4M2')
  expect(told([phone], [claim('thief', { reference: '887766' })])).not.toContain('matched-by-reference: thief ← 600')
  expect(told([phone], [asha, claim('thief', { reference: '887766' })])).toContain('matched-by-number: asha ← 600')
  const letters = payFrom('C2BDFGX@YBL', one, 'UPI')
  expect(told([letters], [claim('thief', { reference: 'C2BDFG' })])).not.toContain('matched-by-reference: thief ← 600')
})

test('a reference that only begins a field gives way to another that the note names, and to another number', () => {
  const cut = pay(one, '', { narration: `UPI/${one}/K7Q4M2/C2BDFGX.NA/SBI` })
  expect(told([cut], [claim('thief', { reference: 'C2BDFG' })])).toEqual(['perhaps (other-reference): thief ← 600'])
  const silent = pay(one, '', { narration: `UPI/${one}/UPI/C2BDFGX.NA/SBI` })
  expect(told([silent], [claim('thief', { reference: 'C2BDFG', number: two })])).toEqual([
    'perhaps (other-number): thief ← 600',
  ])
  const glued = pay(one, '', { narration: `UPI/${one}/K7Q4M2CEREBRA/RAVI/SBI` })
  expect(told([glued], [claim('asha', { reference: 'K7Q4M2' })])).toEqual(['matched-by-reference: asha ← 600'])
})

test('another’s reference counts with a word glued to it, too', () => {
  const glued = pay(one, '', { narration: `UPI-PAYER-X@YBL-SBIN0001234-${one}-8Z398WCEREBRA` })
  const thief = claim('thief', { reference: '3BCDFG', number: one })
  expect(told([glued], [thief])).toEqual(['perhaps (other-reference): thief ← 600'])
})

/** As many payments of one rupee with this note as anybody likes to make. */
const payRupees = (count: number, note: string) =>
  Array.from({ length: count }, (_, index) =>
    pay(`62449999000${index}`, '', { amount: 100, narration: `UPI/P2A/62449999000${index}/THIEF/${note}/HDFC BANK` }),
  )

test('rupees with another’s reference in the note do not make it a word of the bank’s', () => {
  const asha = claim('asha', { reference: 'K7Q4M2' })
  const thief = claim('thief', { reference: '3BCDFG', number: one })
  const payments = [pay(one, 'K7Q4M2'), ...payRupees(5, 'K7Q4M2')]
  expect(told(payments, [asha, thief])).toContain('one-payment-for-two-claims: asha thief ← 600')
  expect(told(payments, [thief])).toContain('perhaps (other-reference): thief ← 600')
  expect(told(payments, [asha])).toContain('matched-by-reference: asha ← 600')
})

test('rupees with another’s payment number in the note do not take it from its owner', () => {
  const payments = [pay(one, 'UPI'), ...payRupees(2, one)]
  expect(told(payments, [claim('asha', { number: one })])).toEqual([
    'matched-by-number: asha ← 600',
    'unknown-payment:  ← 1',
    'unknown-payment:  ← 1',
  ])
})

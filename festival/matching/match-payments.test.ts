import { expect, test } from 'vitest'
import type { Day } from '../slot'
import { identifyRow } from '../statement/row'
import type { BankPayment, Claim } from './claim'
import { matchPayments } from './match-payments'
import { isTicked, type Proposal } from './proposal'

const fee = 60_000
const days = { first: '2026-09-01', last: '2026-09-20' } as const

const claim = (id: string, more: Partial<Claim> = {}): Claim => ({ id, due: fee, day: '2026-09-10' as Day, ...more })

let line = 1
/** A credit as Axis words it: six characters of the note, and a number that tells one from another. */
const pay = (number: string, note: string, more: Partial<BankPayment> = {}): BankPayment => {
  const payment = {
    line: line++,
    day: '2026-09-09' as Day,
    amount: fee,
    narration: `UPI/P2A/${number}/PAYER/${note.slice(0, 6)}/HDFC BANK`,
    reference: '',
    balance: 1_000_000 + line * fee,
    ...more,
  }
  return { id: identifyRow(payment), ...payment }
}

const match = (payments: BankPayment[], claims: Claim[], reversals: BankPayment[] = []) =>
  matchPayments({ payments, claims, reversals, days })

/** A proposal as a line: its state, its claims, its rows' amounts in rupees. */
const tell = (proposal: Proposal): string => {
  const claims = 'claims' in proposal ? proposal.claims : 'claim' in proposal ? [proposal.claim] : []
  const rows = 'rows' in proposal ? proposal.rows : 'row' in proposal && proposal.row ? [proposal.row] : []
  const why = 'why' in proposal ? ` (${proposal.why})` : ''
  return `${proposal.state}${why}: ${claims.map(({ id }) => id).join(' ')} ← ${rows.map(({ amount }) => amount / 100).join(' ')}`
}
const told = (...known: Parameters<typeof match>) => match(...known).map(tell)

const [one, two, three] = ['624412345678', '624587654321', '624500001111']

test('a payment is matched by its number, whatever became of its note', () => {
  expect(told([pay(one, 'UPI')], [claim('asha', { number: one, reference: 'K7Q4M2' })])).toEqual([
    'matched-by-number: asha ← 600',
  ])
})

test('a payment is matched by the reference in its note, whole or what the bank left of it', () => {
  const asha = claim('asha', { reference: 'K7Q4M2' })
  expect(told([pay(one, 'K7Q4M2 Cerebra')], [asha])).toEqual(['matched-by-reference: asha ← 600'])
  expect(told([pay(one, 'K7Q4')], [asha])).toEqual(['matched-by-reference: asha ← 600'])
})

test('another amount than is due is told with the difference, and never ticked', () => {
  const [proposal] = match([pay(one, 'K7Q4M2', { amount: 50_000 })], [claim('asha', { reference: 'K7Q4M2' })])
  expect(proposal).toMatchObject({ state: 'wrong-amount', received: 50_000, difference: -10_000 })
})

test('a difference that is paid later completes the sum; a person still looks', () => {
  const payments = [pay(one, 'K7Q4M2', { amount: 40_000 }), pay(two, 'K7Q4M2', { amount: 20_000 })]
  expect(match(payments, [claim('asha', { reference: 'K7Q4M2' })])).toMatchObject([{ state: 'paid-in-parts' }])
})

test('who paid twice is told once, with what is to be given back', () => {
  const asha = claim('asha', { reference: 'K7Q4M2', number: one })
  const payments = [pay(one, 'UPI'), pay(two, 'K7Q4M2')]
  expect(match(payments, [asha])).toMatchObject([{ state: 'paid-twice', refund: fee }])
  const spent = pay(one, 'UPI', { spentOn: 'asha' })
  expect(match([spent, pay(two, 'K7Q4M2')], [asha])).toMatchObject([{ state: 'paid-twice', refund: fee }])
})

test('one payment pays for several only where all name it and the sum is exact', () => {
  const claims = [claim('asha', { number: one }), claim('ravi', { number: one, due: 45_000 })]
  expect(told([pay(one, 'for two', { amount: 105_000 })], claims)).toEqual([
    'one-payment-for-several: asha ravi ← 1050',
  ])
  expect(told([pay(one, 'for two', { amount: 105_100 })], claims)).toEqual([
    'one-payment-for-two-claims: asha ravi ← 1051',
  ])
})

test('whoever names another’s number gets nobody verified: both are shown', () => {
  const claims = [claim('asha', { reference: 'K7Q4M2' }), claim('thief', { reference: '3BCDFG', number: one })]
  expect(told([pay(one, 'K7Q4M2')], claims)).toEqual(['one-payment-for-two-claims: asha thief ← 600'])
})

test('whoever names the number of a payment whose note is not theirs waits, even before its owner registers', () => {
  const thief = claim('thief', { reference: '3BCDFG', number: one })
  expect(told([pay(one, 'K7Q4M2')], [thief])).toEqual(['perhaps (other-reference): thief ← 600'])
})

test('whoever names a number that was spent gets nothing, and is shown beside its owner', () => {
  const claims = [claim('asha', { reference: 'K7Q4M2' }), claim('thief', { number: one })]
  const spent = pay(one, 'K7Q4M2', { spentOn: 'asha' })
  expect(told([spent], claims)).toEqual(['one-payment-for-two-claims: asha thief ← 600'])
  expect(told([spent], claims.slice(1))).toEqual(['one-payment-for-two-claims: thief ← 600'])
})

test('the one theft that a statement cannot show: no note came and its owner gave no number, until the owner names it', () => {
  const thief = claim('thief', { reference: '3BCDFG', number: one })
  const [silent, speaking] = [claim('asha', { reference: 'K7Q4M2' }), claim('asha', { number: one })]
  expect(told([pay(one, 'UPI')], [silent, thief])).toContain('matched-by-number: thief ← 600')
  expect(told([pay(one, 'UPI')], [speaking, thief])).toEqual(['one-payment-for-two-claims: asha thief ← 600'])
  expect(told([pay(one, 'UPI', { spentOn: 'thief' })], [speaking, thief])).toEqual([
    'one-payment-for-two-claims: asha thief ← 600',
  ])
})

test('a reference made to begin like another’s takes nothing where the bank keeps four characters', () => {
  const claims = [claim('asha', { reference: 'K7Q4M2' }), claim('thief', { reference: 'K7Q4XX' })]
  expect(told([pay(one, 'K7Q4')], claims)).toEqual(['one-payment-for-two-claims: asha thief ← 600'])
  expect(told([pay(one, 'K7Q4M2')], claims)).toEqual([
    'matched-by-reference: asha ← 600',
    'claimed-not-received: thief ← ',
  ])
})

test('two who share four characters by chance are told apart by the numbers that both gave', () => {
  const claims = [
    claim('asha', { reference: 'K7Q4M2', number: one }),
    claim('ravi', { reference: 'K7Q4XX', number: two }),
  ]
  expect(told([pay(one, 'K7Q4'), pay(two, 'K7Q4')], claims).sort()).toEqual([
    'matched-by-number: asha ← 600',
    'matched-by-number: ravi ← 600',
  ])
  const first = claims.map(({ number: _number, ...rest }) => rest)
  expect(told([pay(one, 'K7Q4'), pay(two, 'K7Q4')], first)).toEqual(['one-payment-for-two-claims: asha ravi ← 600 600'])
})

test('four characters do not stand against a number that was given and is another', () => {
  const asha = claim('asha', { reference: 'K7Q4M2', number: two })
  expect(told([pay(one, 'K7Q4')], [asha])).toEqual(['perhaps (other-number): asha ← 600'])
})

test('an edited note proves nothing; one character’s difference is shown as perhaps', () => {
  const asha = claim('asha', { reference: 'K7Q4M2' })
  expect(told([pay(one, 'K7Q4N2')], [asha])).toEqual(['perhaps (near-reference): asha ← 600'])
  expect(told([pay(one, 'quiz', { day: '2026-09-08' })], [asha])).toEqual([
    'unknown-payment:  ← 600',
    'claimed-not-received: asha ← ',
  ])
})

test('a mistyped number, two digits that changed places, a mobile number, a shortened one: perhaps, if the amount fits', () => {
  const near = (number: string) => told([pay(one, 'UPI')], [claim('asha', { number })])
  expect(near('624412345679')).toEqual(['perhaps (near-number): asha ← 600'])
  expect(near('624412345687')).toEqual(['perhaps (near-number): asha ← 600'])
  expect(told([pay('919876543210', 'UPI')], [claim('asha', { number: '919876543210' })])).toEqual([
    'perhaps (mobile-number): asha ← 600',
  ])
  const shortened = pay('1', 'UPI', { reference: '6.24412E+11' })
  expect(told([shortened], [claim('asha', { number: one })])).toEqual(['perhaps (shortened-number): asha ← 600'])
})

test('the only payment and the only claim of an amount and a day are perhaps a pair; of two nobody can say', () => {
  const [asha, ravi] = [claim('asha'), claim('ravi')]
  const [first, second] = [pay(one, 'UPI', { day: asha.day }), pay(two, 'UPI', { day: asha.day })]
  expect(told([first], [asha])).toEqual(['perhaps (same-day): asha ← 600'])
  expect(match([first, second], [asha, ravi]).map(({ state }) => state)).toEqual([
    'unknown-payment',
    'unknown-payment',
    'claimed-not-received',
    'claimed-not-received',
  ])
})

test('what is newer than the last row or older than the first is never called missing', () => {
  const claims = ['2026-08-31', '2026-09-01', '2026-09-19', '2026-09-20', '2026-09-21'] as const
  expect(
    told(
      [],
      claims.map((day) => claim(day, { day })),
    ),
  ).toEqual([
    'not-yet-in-this-file (older): 2026-08-31 ← ',
    'claimed-not-received: 2026-09-01 ← ',
    'claimed-not-received: 2026-09-19 ← ',
    'not-yet-in-this-file (newer): 2026-09-20 ← ',
    'not-yet-in-this-file (newer): 2026-09-21 ← ',
  ])
})

const reverse = (number: string, more: Partial<BankPayment> = {}) =>
  pay(number, '', { amount: -fee, narration: `UPI/REV/${number}/PAYER`, ...more })

test('a reversal takes the match back, and names who was verified by it', () => {
  const asha = claim('asha', { number: one })
  expect(told([pay(one, 'UPI')], [asha], [reverse(one)])).toEqual(['reversed: asha ← 600'])
  expect(told([pay(one, 'UPI', { spentOn: 'asha' })], [asha], [reverse(one)])).toEqual(['reversed: asha ← 600'])
  expect(told([], [asha], [reverse(one)])).toEqual(['reversed: asha ← '])
})

test('who pays again after a reversal is matched by the new payment', () => {
  const asha = claim('asha', { number: one, reference: 'K7Q4M2' })
  expect(told([pay(one, 'UPI'), pay(two, 'K7Q4M2')], [asha], [reverse(one)])).toEqual([
    'matched-by-reference: asha ← 600',
    'reversed:  ← 600',
  ])
})

test('a number that stands in every row is an account’s, and ties nobody to all of them', () => {
  const account = '500100200300'
  const payments = [one, two, three].map((number) => pay(number, 'UPI', { narration: `UPI/${number}/X/${account}` }))
  expect(told(payments, [claim('asha', { number: two }), claim('thief', { number: account })])).toEqual([
    'matched-by-number: asha ← 600',
    'unknown-payment:  ← 600',
    'unknown-payment:  ← 600',
    'claimed-not-received: thief ← ',
  ])
})

test('a reference made of a word that the bank writes in every row spoils nobody’s match', () => {
  const payments = ['2', '3', '4', '5', '6', '7', '8'].map((digit) =>
    pay(`62441234567${digit}`, 'UPI', { narration: `UPI/62441234567${digit}/X/UPI/AT 5BRNC PONDY` }),
  )
  const claims = [claim('asha', { number: '624412345672' }), claim('thief', { reference: '5BRNCH' })]
  expect(told(payments, claims).filter((text) => !text.startsWith('unknown'))).toEqual([
    'matched-by-number: asha ← 600',
    'claimed-not-received: thief ← ',
  ])
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

test('the same payment in two files of different words counts once', () => {
  const asha = claim('asha', { number: one, reference: 'K7Q4M2' })
  const payment = pay(one, 'K7Q4M2')
  const { balance: _balance, ...inReport } = { ...payment, narration: 'ravi@ybl', reference: one, id: 'report' }
  const states = match([payment, inReport], [asha]).map(({ state }) => state)
  expect(states).toEqual(['matched-by-number', 'same-payment'])
})

test('nothing new is proposed for what was settled before', () => {
  const asha = claim('asha', { number: one })
  expect(match([pay(one, 'UPI', { spentOn: 'asha' })], [asha])).toEqual([])
})

test('only a match by number or by reference is ticked', () => {
  expect(isTicked('matched-by-number') && isTicked('matched-by-reference')).toBe(true)
  for (const state of ['perhaps', 'one-payment-for-several', 'wrong-amount', 'paid-twice', 'reversed'] as const)
    expect(isTicked(state), state).toBe(false)
})

import { expect, test } from 'vitest'
import { claim, fee, match, one, pay, reverse, three, told, two } from '../../tests/support/statements/match-few'
import { isTicked } from './proposal'

test('a payment is matched by its number, whatever became of its note', () => {
  expect(told([pay(one, 'UPI')], [claim('asha', { number: one, reference: 'K7Q4M2' })])).toEqual([
    'matched-by-number: asha ← 600',
  ])
})

test('a number that was read from the picture matches where the one that was given stands in no row', () => {
  expect(told([pay(one, 'UPI')], [claim('asha', { pictureNumber: one })])).toEqual(['matched-by-number: asha ← 600'])
  const mistyped = claim('asha', { number: three, pictureNumber: one })
  expect(told([pay(one, 'UPI')], [mistyped])).toEqual(['matched-by-number: asha ← 600'])
  // The typed one is believed before a picture, which may be anybody's.
  const both = claim('asha', { number: one, pictureNumber: two })
  expect(told([pay(one, 'UPI'), pay(two, 'UPI')], [both])).toContain('matched-by-number: asha ← 600')
  const copied = [claim('asha', { number: one }), claim('thief', { pictureNumber: one })]
  expect(told([pay(one, 'UPI')], copied)).toEqual(['one-payment-for-two-claims: asha thief ← 600'])
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

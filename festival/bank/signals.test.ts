import { expect, test } from 'vitest'
import { firstUtr, pay, secondUtr, submit } from '../../tests/support/statements/match-few'
import { compareRow, describeSignals, scoreSignals } from './signals'

const row = pay(firstUtr, 'K7Q4M2', { payer: 'ASHA MENON' })
/**
 * Most likely first: each person has one signal fewer than the previous one, or a weaker signal.
 */
const people = [
  submit('number and code', { number: firstUtr, reference: 'K7Q4M2' }),
  submit('number', { number: firstUtr, due: 45_000 }),
  submit('code', { reference: 'K7Q4M2', due: 45_000 }),
  submit('one slip', { number: '624412345679' }),
  submit('name', { name: 'Asha Menon' }),
  submit('amount and day'),
  submit('amount', { day: '2026-08-01' }),
  submit('nothing', { due: 45_000, day: '2026-08-01' }),
].map((person) => ({ ...person, name: person.name === 'Asha Menon' ? person.name : 'Ravi Kumar' }))

test('sorts entries for a payment by signals, then by amount and day (behaviour 15.66)', () => {
  const signals = people.map((person) => compareRow(row, person))
  const weights = signals.map(scoreSignals)
  expect(weights).toEqual([...new Set(weights)].sort((weight, other) => other - weight))
  expect(weights.at(-1)).toBe(0)
  expect(signals.map(describeSignals)).toEqual([
    'UTR, payment reference',
    'UTR',
    'payment reference',
    'UTR with one typing mistake',
    'name',
    undefined,
    undefined,
    undefined,
  ])
})

test('sorts payments for an entry by signals from the texts of all files (behaviour 15.66)', () => {
  const asha = submit('asha', { number: firstUtr, phone: '9876543210', name: 'Asha Menon' })
  const rows = [
    {
      ...pay(secondUtr, 'UPI', { payer: 'X' }),
      otherNarrations: [`FROM 9876543210 REF ${firstUtr}`],
    },
    pay(secondUtr, 'UPI', { payer: '9876543210@ybl', amount: 45_000 }),
    pay(secondUtr, 'UPI', { payer: 'ASHA MENON', amount: 45_000 }),
  ]
  const signals = rows.map((row) => compareRow(row, asha))
  expect(signals.map(describeSignals)).toEqual(['UTR, phone', 'phone', 'name'])
  expect(signals.map(scoreSignals)).toEqual(
    signals.map(scoreSignals).toSorted((weight, other) => other - weight),
  )
  expect(
    describeSignals(compareRow(pay(secondUtr, 'UPI', { payer: 'X' }), asha)),
    'amount and day alone',
  ).toBeUndefined()
})

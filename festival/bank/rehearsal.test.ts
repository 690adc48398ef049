import { expect, test } from 'vitest'
import { judgeRehearsal, tellRehearsal } from './rehearsal'
import type { Payment } from './statement'

const rupee = (line: number, narration: string): Payment => ({
  line,
  day: '2026-09-01',
  amount: 100,
  narration,
  reference: '',
})
const rehearsed = [
  { app: 'Google Pay', note: 'K7Q4M2 Cerebra rehearsal' },
  { app: 'PhonePe', note: '3BCDFG Cerebra rehearsal' },
  { app: 'Paytm', note: 'ZZ9ZZZ Cerebra rehearsal', number: '624612345678' },
]
const cut = rupee(1, 'UPI-RAVI-ravi@ybl-SBIN0001234-624412345678-K7Q4M2 CEREBRA REH')
const dropped = rupee(2, 'UPI-RAVI-ravi@ybl-SBIN0001234-624512345678-PAYMENT')
const numbered = rupee(3, 'UPI-RAVI-ravi@ybl-SBIN0001234-624612345678-UPI')

test('each note that comes back is measured, and a dropped one is known by its number or as the only one left', () => {
  const results = judgeRehearsal([cut, dropped, numbered], rehearsed)
  expect(results).toEqual([
    { app: 'Google Pay', outcome: 'note came', kept: 18 },
    { app: 'PhonePe', outcome: 'note dropped', kept: 0 },
    { app: 'Paytm', outcome: 'note dropped', kept: 0 },
  ])
  expect(tellRehearsal(results)).toBe('This bank keeps 18 characters of a note; PhonePe and Paytm drop the note.')
})

test('where two payments have no note, nobody guesses which app’s they are', () => {
  const results = judgeRehearsal([cut, dropped, { ...numbered, narration: 'UPI/x' }], rehearsed)
  expect(tellRehearsal(results)).toBe(
    'This bank keeps 18 characters of a note. Nothing of PhonePe and Paytm stands in this file.',
  )
})

test('a bank that keeps fewer than six characters is told with what to do', () => {
  const results = judgeRehearsal([rupee(1, 'UPI/CR/624412345678/RAVI/HDFC/ravi/K7Q4M--')], rehearsed.slice(0, 1))
  expect(tellRehearsal(results)).toBe(
    'This bank keeps 5 characters of a note. Make the form require the UTR (isUtrRequired in the edition’s identity.ts): the note alone does not suffice here.',
  )
  expect(tellRehearsal(judgeRehearsal([dropped], rehearsed.slice(1, 2)))).toBe(
    'No note came back; PhonePe drops the note. Make the form require the UTR (isUtrRequired in the edition’s identity.ts): the note alone does not suffice here.',
  )
})

import { expect, test } from 'vitest'
import type { Payment } from '../../../festival/bank/statement'
import { judgeRehearsal, keepCodes, type RehearsalCode, readCodes } from './rehearsal-page'

const makeStorage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('each app has a reference of its own, and the next day it is still the same', () => {
  const storage = makeStorage()
  const codes = readCodes(storage)
  expect(codes.map(({ app }) => app)).toEqual(['Google Pay', 'PhonePe', 'Paytm', 'BHIM'])
  expect(new Set(codes.map(({ reference }) => reference)).size).toBe(4)
  keepCodes(storage, codes)
  expect(readCodes(storage)).toEqual(codes)
})

test('what the device kept in a form that nobody knows is made anew', () => {
  for (const kept of ['{', '"x"', '[{"app":"PhonePe","reference":"UPI","number":""}, 7, null]'])
    expect(readCodes({ getItem: () => kept })).toHaveLength(4)
})

const rupee = (line: number, number: string, note: string): Payment => ({
  ...{ line, day: '2026-09-01', amount: 100, reference: '' },
  narration: `UPI-RAVI-ravi@ybl-SBIN0001234-${number}-${note}`,
})
const codes: RehearsalCode[] = [
  { app: 'Google Pay', reference: 'K7Q4M2', number: '' },
  { app: 'PhonePe', reference: '3BCDFG', number: '' },
  { app: 'Paytm', reference: 'ZZ9ZZZ', number: '6246 1234 5678' },
]
const cut = rupee(1, '624412345678', 'K7Q4M2 CEREBRA MON')
const dropped = rupee(2, '624512345678', 'PAYMENT')

test('each note that comes back is measured; a dropped one is known by its number or as the only one left (15.13)', () => {
  const keptOf = (...payments: Payment[]) => judgeRehearsal(payments, codes).results.map(({ kept }) => kept)
  expect(keptOf(cut, dropped, rupee(3, '624612345678', 'UPI'))).toEqual([18, 0, 0])
  // Where two payments have no note, nobody guesses which app's they are.
  expect(keptOf(cut, dropped, rupee(3, '', 'UPI'))).toEqual([18, undefined, undefined])
  expect(judgeRehearsal([cut, dropped, rupee(3, '', 'UPI')], codes).unknown).toBe(2)
  expect(keptOf(rupee(1, '624412345678', 'K7Q4M--'))).toEqual([5, undefined, undefined])
})

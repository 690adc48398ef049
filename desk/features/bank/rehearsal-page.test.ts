import { expect, test } from 'vitest'
import type { Payment } from '../../../festival/bank/statement'
import { judgeRehearsal, type RehearsalCode, readCodes } from './rehearsal-page'

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
  expect(readCodes(storage)).toEqual(codes)
})

test('what the device kept in a form that nobody knows is made anew', () => {
  for (const kept of ['{', '"x"', '[{"app":"PhonePe","reference":"UPI"}, 7, null]'])
    expect(readCodes({ ...makeStorage(), getItem: () => kept })).toHaveLength(4)
})

const rupee = (line: number, number: string, note: string): Payment => ({
  ...{ line, day: '2026-09-01', amount: 100, reference: '' },
  narration: `UPI-RAVI-ravi@ybl-SBIN0001234-${number}-${note}`,
})
const codes: RehearsalCode[] = [
  { app: 'Google Pay', reference: 'K7Q4M2' },
  { app: 'PhonePe', reference: '3BCDFG' },
  { app: 'Paytm', reference: 'ZZ9ZZZ' },
]

test('each note that comes back is measured, and payments of ₹1 without one are counted (15.13)', () => {
  const judge = (...notes: string[]) => {
    const payments = notes.map((note, line) => rupee(line, `62441234567${line}`, note))
    const { results, others } = judgeRehearsal([...payments, { ...rupee(9, '1', 'PhonePe'), amount: 200 }], codes)
    return [...results.map(({ kept }) => kept), others]
  }
  expect(judge('K7Q4M2 CEREBRA MON', 'PAYMENT', 'UPI')).toEqual([18, 0, 0, 2])
  expect(judge('K7Q4M--', 'K7Q', '3BCDFG CEREBRA MONEY REHEARSAL')).toEqual([5, 30, 0, 1])
  expect(judge()).toEqual([0, 0, 0, 0])
})

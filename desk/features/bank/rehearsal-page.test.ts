import { expect, test } from 'vitest'
import { keepCodes, readCodes } from './rehearsal-page'

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

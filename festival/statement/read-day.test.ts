import { expect, test } from 'vitest'
import { looksLikeDay, readDay } from './read-day'

test('the day comes first, always', () => {
  expect(readDay('09/12/2026')).toBe('2026-12-09')
  expect(readDay('09-12-2026')).toBe('2026-12-09')
  expect(readDay('9.12.2026')).toBe('2026-12-09')
})

test('a year of two digits is of this century', () => {
  expect(readDay('01/09/26')).toBe('2026-09-01')
  expect(readDay('01-Apr-24')).toBe('2024-04-01')
})

test('months may be words, and a time may follow', () => {
  expect(readDay('1 Sep 2026')).toBe('2026-09-01')
  expect(readDay('16-AUG-2024')).toBe('2024-08-16')
  expect(readDay('02 September 2026')).toBe('2026-09-02')
  expect(readDay('02-01-2026 08:46:47')).toBe('2026-01-02')
  expect(readDay('Sep 2, 2026, 10:11 PM')).toBe('2026-09-02')
  expect(readDay('2026-09-02T10:11:12')).toBe('2026-09-02')
})

test('a day that does not exist is none, and is seen as one that was meant', () => {
  for (const text of ['32/09/2026', '31/09/2026', '01/13/2026', '1 Foo 2026', '0/0/0', '01/09/2026x', '']) {
    expect(readDay(text), text).toBeUndefined()
  }
  expect(looksLikeDay('32/09/2026')).toBe(true)
  expect(looksLikeDay('12,345.67')).toBe(false)
})

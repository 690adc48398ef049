import { expect, test } from 'vitest'
import { createUniqueMillis, formatDelegateId } from './entry-ids'

test('gives every registration a different millisecond', () => {
  const take = createUniqueMillis()
  expect([500, 500, 500, 501, 502, 510, 510].map(take)).toEqual([500, 501, 502, 503, 504, 510, 511])
})

test('gives unique milliseconds even if an earlier one arrives late', () => {
  const take = createUniqueMillis()
  expect([500, 520, 510, 500, 523, 524].map(take)).toEqual([500, 520, 521, 522, 523, 524])
})

test('follows a clock that was set back', () => {
  const take = createUniqueMillis()
  expect([100_000, 39_999, 39_999, 40_005].map(take)).toEqual([100_000, 39_999, 40_000, 40_005])
})

test('formats every random Delegate Pass ID with twelve digits', () => {
  expect(formatDelegateId(7n)).toBe('000000000007')
  expect(formatDelegateId(123_456_789_012n)).toBe('123456789012')
  expect(formatDelegateId(2n ** 96n - 1n)).toMatch(/^\d{12}$/)
})

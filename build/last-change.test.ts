import { expect, test } from 'vitest'
import { lastChangeAt } from './last-change'

const at = (india: string) => Date.parse(`${india}+05:30`)

test('a build between two sessions knows the last one that ended, and before the festival none', () => {
  expect(lastChangeAt(at('2025-10-07T23:59:59'))).toBe(0)
  expect(lastChangeAt(at('2025-10-08T00:00:00'))).toBe(at('2025-10-08T00:00:00'))
  expect(lastChangeAt(at('2025-10-09T13:00:00'))).toBe(at('2025-10-09T12:30:00'))
  expect(lastChangeAt(at('2026-11-21T15:00:00'))).toBe(at('2025-10-13T00:00:00'))
})

import { afterEach, expect, test, vi } from 'vitest'
import { formatClock } from './words'

afterEach(() => void vi.useRealTimers())

test('says the day of a time that is not today in India (21.53)', () => {
  vi.useFakeTimers({ now: Date.parse('2025-10-09T20:00:00.000Z') })
  expect(formatClock('2025-10-09T18:31:00.000Z')).toBe('12:01 AM')
  expect(formatClock('2025-10-09T06:58:00.000Z')).toBe('Thu 9 Oct, 12:28 PM')
})

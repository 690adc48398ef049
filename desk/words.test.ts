import { expect, test } from 'vitest'
import { formatAge, formatAmount, formatMoment } from './words'

const now = Date.parse('2025-10-03T03:32:00.000Z')

test.each([
  ['2025-10-03T03:31:30.000Z', '0 min'],
  ['2025-10-03T02:33:00.000Z', '59 min'],
  ['2025-10-02T03:32:00.000Z', '24 h'],
  ['2025-10-01T03:32:00.000Z', '2 d'],
  ['2025-10-03T03:40:00.000Z', '0 min'],
])('formats the age of %s as %s', (sentAt, words) => {
  expect(formatAge(sentAt, now)).toBe(words)
})

test('formats times in the Indian time zone, and amounts with Indian digit grouping', () => {
  expect(formatMoment('2025-10-02T20:32:00.000Z')).toBe('3 Oct, 2:02 am')
  expect(formatAmount(150000)).toBe('₹1,50,000')
  expect(formatAmount(null)).toBe('with pass')
})

import { expect, test } from 'vitest'
import { createMoments } from './moments'

test('no two registrations get the same millisecond, however many come within one', () => {
  const take = createMoments()
  expect([500, 500, 500, 501, 502, 510, 510].map(take)).toEqual([500, 501, 502, 503, 504, 510, 511])
})

test('a clock that is set back is followed', () => {
  const take = createMoments()
  expect([500, 500, 90, 90, 500].map(take)).toEqual([500, 501, 90, 91, 500])
})

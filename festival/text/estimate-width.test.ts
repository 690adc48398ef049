import { expect, test } from 'vitest'
import { estimateLongestWord, estimateWidth } from './estimate-width'

test('counts Indian-script letters as wider, and marks above them as zero width', () => {
  expect(estimateWidth('Solo')).toBeCloseTo(4 * 0.47)
  expect(estimateWidth('क्ष')).toBeCloseTo(2 * 0.9)
})

test('finds the width of the longest word in a title', () => {
  expect(estimateLongestWord('நடனம் · Kalanjali 2027')).toBeCloseTo(9 * 0.47)
})

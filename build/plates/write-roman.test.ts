import { expect, test } from 'vitest'
import { writeRoman } from '../../site/plate'

test('Plates are numbered as in an atlas', () => {
  expect([1, 4, 9, 14, 19, 20, 41].map(writeRoman)).toEqual(['I', 'IV', 'IX', 'XIV', 'XIX', 'XX', 'XLI'])
})

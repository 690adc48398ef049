import { expect, test } from 'vitest'
import { isPreset, maxFileBytes } from './upload'

test('a file may have four mebibytes', () => {
  expect(maxFileBytes).toBe(4_194_304)
})

test('only the three presets are presets', () => {
  expect(['payment', 'id-proof', 'participation-proof'].every(isPreset)).toBe(true)
  expect(
    ['toString', '__proto__', 'constructor', 'Payment', '', null, undefined, 1, ['payment']].some(
      isPreset,
    ),
  ).toBe(false)
})

import { expect, test } from 'vitest'
import { isPreset, maxFileBytes } from './upload'

test('allows files of up to 4 MiB', () => {
  expect(maxFileBytes).toBe(4_194_304)
})

test('has exactly three upload presets', () => {
  expect(['payment', 'id-proof', 'participation-proof'].every(isPreset)).toBe(true)
  expect(
    ['toString', '__proto__', 'constructor', 'Payment', '', null, undefined, 1, ['payment']].some(
      isPreset,
    ),
  ).toBe(false)
})

import { expect, test } from 'vitest'
import { findShortcut, shortcuts } from './shortcuts'

test('lists each key only once', () => {
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length)
})

test.each([
  ['V', {}, 'v'],
  ['?', {}, '?'],
  ['=', {}, '+'],
  ['q', {}, undefined],
  ['constructor', {}, undefined],
  ['r', { ctrlKey: true }, undefined],
  ['v', { metaKey: true }, undefined],
  ['c', { altKey: true }, undefined],
])(
  'ignores case, unknown keys and keys with a modifier: %s with %o (14.75)',
  (key, held, found) => {
    expect(findShortcut({ key, ctrlKey: false, metaKey: false, altKey: false, ...held })).toBe(
      found,
    )
  },
)

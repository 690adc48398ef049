import { expect, test } from 'vitest'
import { shortcutOf, shortcuts } from './shortcuts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test('each key is listed once, and a capital is the same key', () => {
  expect(new Set(shortcuts.map(({ key }) => key)).size).toBe(shortcuts.length)
  expect(shortcutOf({ ...plain, key: 'V' })).toBe('v')
  expect(shortcutOf({ ...plain, key: '?' })).toBe('?')
  expect(shortcutOf({ ...plain, key: '=' })).toBe('+')
})

test('a key that is not ours, or has a modifier, is the browser’s (behaviour 14.75)', () => {
  expect(shortcutOf({ ...plain, key: 'q' })).toBeUndefined()
  expect(shortcutOf({ ...plain, key: 'constructor' })).toBeUndefined()
  expect(shortcutOf({ ...plain, key: 'r', ctrlKey: true })).toBeUndefined()
  expect(shortcutOf({ ...plain, key: 'v', metaKey: true })).toBeUndefined()
  expect(shortcutOf({ ...plain, key: 'c', altKey: true })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { keyOf, keyTable } from './key-table'

const plain = { ctrlKey: false, metaKey: false, altKey: false }

test('each key is listed once, and a capital is the same key', () => {
  expect(new Set(keyTable.map(({ key }) => key)).size).toBe(keyTable.length)
  expect(keyOf({ ...plain, key: 'V' })).toBe('v')
  expect(keyOf({ ...plain, key: '?' })).toBe('?')
  expect(keyOf({ ...plain, key: '=' })).toBe('+')
})

test('a key that is not ours, or has a modifier, is the browser’s (behaviour 14.75)', () => {
  expect(keyOf({ ...plain, key: 'q' })).toBeUndefined()
  expect(keyOf({ ...plain, key: 'constructor' })).toBeUndefined()
  expect(keyOf({ ...plain, key: 'r', ctrlKey: true })).toBeUndefined()
  expect(keyOf({ ...plain, key: 'v', metaKey: true })).toBeUndefined()
  expect(keyOf({ ...plain, key: 'c', altKey: true })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { describeSyntaxError } from './read-verdict'

test.each([
  [
    'a missing comma',
    "export const shop = {\n  item: 'Shirt'\n  price: 400,\n}\n",
    /^shop\.ts:3: A comma, .*\n {2}2: item: 'Shirt'\n {2}3: price: 400,$/,
  ],
  [
    'Word’s quotation marks',
    'export const shop = {\n  item: “Shirt”,\n}\n',
    /^shop\.ts:2: Replace Word’s quotation marks/,
  ],
  [
    'a comma in an amount',
    'export const shop = {\n  price: 4,50,\n}\n',
    /^shop\.ts:2: Write amounts in whole rupees without a comma/,
  ],
  [
    'a text that is never closed',
    "export const shop = {\n  item: 'Shirt,\n  price: 400,\n}\n",
    /^shop\.ts:2: A comma, a quotation mark/,
  ],
])('reports %s with file, line and advice', (_slip, text, words) => {
  expect(describeSyntaxError('shop.ts', text)).toMatch(words)
})

test('reports no syntax error for valid content', () => {
  expect(describeSyntaxError('shop.ts', 'export const price: number = 400\n')).toBeUndefined()
})

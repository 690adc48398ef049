import { expect, test } from 'vitest'
import { normaliseCoupon } from './registration'

test.each([
  ['spring5', 'SPRING5'],
  [' Spring 5 ', 'SPRING5'],
  ['s-p_r.i/n,g5!', 'SPRING5!'],
  ['!!', '!!'],
  ['Straße', 'STRAE'],
  ['ﬁve', 'VE'],
  ['код5', '5'],
  ['SPRING\u200b5\n', 'SPRING5'],
  ['', ''],
])('the coupon %j is compared as %j', (typed, compared) => {
  expect(normaliseCoupon(typed)).toBe(compared)
})

test('what was cleaned once stays as it is', () => {
  for (const typed of ['a b!C9', '¹²³', 'ıİſ', '“quoted”']) {
    const once = normaliseCoupon(typed)
    expect(normaliseCoupon(once)).toBe(once)
    expect(once).toMatch(/^[A-Z0-9!]*$/)
  }
})

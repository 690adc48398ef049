import { expect, it } from 'vitest'
import { phonePattern, tidyPhone } from './fields'

it.each([
  ['09000000001', '9000000001'],
  ['919000000001', '+919000000001'],
  ['+91 90000 00001', '+919000000001'],
  ['00919000000001', '+919000000001'],
  ['+91 (0)90000-00001', '+919000000001'],
  ['90000 00001', '9000000001'],
  ['0123456789', '0123456789'],
  ['9112345678', '9112345678'],
])('%s is tidied to %s', (typed, tidy) => {
  expect(tidyPhone(typed)).toBe(tidy)
  expect(tidy).toMatch(phonePattern)
})

it('what cannot be told stays as it was typed, but for blanks', () => {
  for (const typed of ['', '+9', '12345', '4412345678901', 'abc', '+92 90000 00001'])
    expect(tidyPhone(typed)).toBe(typed.replaceAll(' ', ''))
})

it('a number comes out the same whether it is pasted or typed digit by digit', () => {
  const typeIn = (text: string) => [...text].reduce((held, digit) => tidyPhone(held + digit), '')
  for (const text of ['9000000001', '+919000000001', '919000000001', '09000000001'])
    expect(typeIn(text)).toBe(tidyPhone(text))
})

import * as v from 'valibot'
import { expect, it, test } from 'vitest'
import {
  email,
  optionalName,
  optionalText,
  phone,
  phonePattern,
  requiredName,
  tidyPhone,
} from './fields'

const takes = (schema: v.GenericSchema, value: unknown) => v.is(schema, value)

test.each(['0123456789', '+910123456789', '0000000000', ' 0123456789 '])(
  'accepts %j as a phone number',
  (number) => {
    expect(takes(phone, number)).toBe(true)
  },
)

test.each([
  '987654321',
  '01234567891',
  '910123456789',
  '+9198765432',
  '+9101234567890',
  '+920123456789',
  '01234 56789',
  '+91 0123456789',
  '01234-56789',
  '९८७६५४३२१०',
  '98765４3210',
  '0123456789\n0123456789',
  'abcdefghij',
  '',
])('rejects %j as a phone number', (number) => {
  expect(takes(phone, number)).toBe(false)
})

test.each([
  'a@b.co',
  'first.last+tag@sub.college.test',
  'X_1@a-b.org',
  'o\u0027hara@c.de',
  'a@xn--mnchen-3ya.de',
  'a@college.xn--p1ai',
  `${'a'.repeat(64)}@b.co`,
  `a@${'b'.repeat(63)}.co`,
])('accepts the e-mail address %s unchanged', (address) => {
  expect(v.parse(email, address)).toBe(address)
})

test('lower-cases the domain of an e-mail address but not the local part', () => {
  expect(v.parse(email, ' Asha.X_1@Gmail.EXAMPLE ')).toBe('Asha.X_1@gmail.example')
})

test.each([
  ['words and dots', (n: number) => `${'a.'.repeat(n)}@`],
  ['labels', (n: number) => `a@${'b-'.repeat(n)}`],
  ['dots of a domain', (n: number) => `a@${'b.'.repeat(n)}1`],
  ['marks', (n: number) => `a${'\u0301'.repeat(n)}`],
])('rejects an address of a million %s without parsing it', (_kind, make) => {
  const issues = v.safeParse(email, make(1_000_000)).issues ?? []
  expect(issues.map(({ message }) => message)).toEqual([
    'An e-mail address may have at most 254 characters.',
  ])
})

test.each([
  '',
  'name',
  'name@',
  '@college.test',
  'name@college',
  'na me@college.test',
  'name@@college.test',
  'a@b.co,c@d.co',
  'a@b.co\r\nBcc: c@d.co',
  '"a"@b.co',
  '<a@b.co>',
  `${'a'.repeat(250)}@b.co`,
  `${'a'.repeat(65)}@b.co`,
  `a@${'b'.repeat(64)}.co`,
  'victim+evil.example/x@college.test',
  '.a@b.co',
  'a.@b.co',
  'a..b@b.co',
  'a@-b.co',
  'a@b-.co',
  'a@b..co',
  'a@b.co.',
  'a@b.1',
])('rejects %j as an e-mail address', (address) => {
  expect(takes(email, address)).toBe(false)
})

const name = requiredName('Enter a name.')

test.each([
  'Asha',
  'ஆஷா',
  'आशा',
  'আশা',
  'O’Rao-Nair',
  'J. R. D.',
  '李',
  'Ng',
  'क्‍ष',
  'نسرین‌بانو',
  '葛\u{e0100}城',
])('accepts %s as a name', (text) => {
  expect(takes(name, text)).toBe(true)
  expect(takes(optionalName, text)).toBe(true)
})

test.each(['.', '12', '-', '🎉', '…', '\u0301', '️\ufe0f'])(
  'rejects the name %j, which has no letter',
  (text) => {
    expect(takes(name, text)).toBe(false)
    expect(takes(optionalName, text)).toBe(false)
  },
)

test('accepts an empty name only if it is optional', () => {
  expect(v.parse(optionalName, undefined)).toBe('')
  expect([takes(optionalName, ' '), takes(name, ' ')]).toEqual([true, false])
})

const unseen = [
  ...[
    '00ad',
    '034f',
    '061c',
    '115f',
    '1160',
    '17b4',
    '180e',
    '200b',
    '200e',
    '200f',
    '2028',
    '202e',
    '2060',
    '2063',
  ],
  ...[
    '2069',
    '2800',
    '3164',
    'd800',
    'fdd0',
    'feff',
    'ffa0',
    'fff9',
    'ffff',
    '1d173',
    'e0041',
    '1fffe',
    '10ffff',
  ],
]
test.each(unseen)(
  'rejects the invisible character U+%s in every text, with an explanation',
  (code) => {
    const text = `Asha${String.fromCodePoint(Number.parseInt(code, 16))}Rao`
    const result = v.safeParse(optionalText(100, 'The institution'), text)
    expect(result.issues?.[0].message).toBe(
      'The institution may not contain line breaks or invisible characters. Please type it again.',
    )
    expect([takes(name, text), takes(optionalName, text)]).toEqual([false, false])
  },
)

it.each([
  ['09000000001', '9000000001'],
  ['919000000001', '+919000000001'],
  ['+91 90000 00001', '+919000000001'],
  ['00919000000001', '+919000000001'],
  ['+91 (0)90000-00001', '+919000000001'],
  ['90000 00001', '9000000001'],
  ['0123456789', '0123456789'],
  ['9112345678', '9112345678'],
])('normalises the phone number %s to %s', (typed, tidy) => {
  expect(tidyPhone(typed)).toBe(tidy)
  expect(tidy).toMatch(phonePattern)
})

it('removes only the spaces from a phone number that it does not recognise', () => {
  for (const typed of ['', '+9', '12345', '4412345678901', 'abc', '+92 90000 00001']) {
    expect(tidyPhone(typed)).toBe(typed.replaceAll(' ', ''))
  }
})

it('normalises a phone number in the same way whether it is pasted or typed', () => {
  const typeIn = (text: string) => [...text].reduce((held, digit) => tidyPhone(held + digit), '')
  for (const text of ['9000000001', '+919000000001', '919000000001', '09000000001']) {
    expect(typeIn(text)).toBe(tidyPhone(text))
  }
})

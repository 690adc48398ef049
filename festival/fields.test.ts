import * as v from 'valibot'
import { expect, test } from 'vitest'
import { email, phone } from './fields'

const takes = (schema: v.GenericSchema, value: unknown) => v.is(schema, value)

test.each(['0123456789', '+910123456789', '0000000000', ' 0123456789 '])('%j is a phone number', (number) => {
  expect(takes(phone, number)).toBe(true)
})

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
])('%j is not a phone number', (number) => {
  expect(takes(phone, number)).toBe(false)
})

test.each(['a@b.co', 'first.last+tag@sub.college.test', 'X_1@A-B.ORG'])('%s is an e-mail address', (address) => {
  expect(takes(email, address)).toBe(true)
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
])('%j is not an e-mail address', (address) => {
  expect(takes(email, address)).toBe(false)
})

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { email, phone } from './fields'

const takes = (schema: v.GenericSchema, value: unknown) => v.is(schema, value)

test.each(['9876543210', '+919876543210', '0000000000', ' 9876543210 '])('%j is a phone number', (number) => {
  expect(takes(phone, number)).toBe(true)
})

test.each([
  '987654321',
  '98765432101',
  '919876543210',
  '+9198765432',
  '+9198765432100',
  '+929876543210',
  '98765 43210',
  '+91 9876543210',
  '98765-43210',
  '९८७६५४३२१०',
  '98765４3210',
  '9876543210\n9876543210',
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

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { makeUtrSchema, optionalUtr, requiredUtr, transactionId } from './utr'

const required = requiredUtr('Enter the UTR.')

const wordsOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message)

test.each(['412345678901', '4123 4567 8901', ' 412345678901\n', '4123\u00a045678901'])(
  'accepts %j as a UTR and stores twelve digits',
  (text) => {
    expect([v.parse(optionalUtr, text), v.parse(required, text)]).toEqual([
      '412345678901',
      '412345678901',
    ])
  },
)

test.each([
  'UPI Ref No: 412345678901',
  'UTR: 4123 4567 8901',
  'UPI transaction ID 412345678901',
  'Txn. ID # 412345678901',
  'upi ref.no.412345678901',
])('accepts the UTR in %j and drops the label (15.97)', (text) => {
  expect(v.parse(optionalUtr, text)).toBe('412345678901')
  expect(v.parse(transactionId('Enter it.'), text)).toBe('412345678901')
})

test.each(['paid 412345678901', 'UTR 4123456789012', 'UTR 412345678901 of 600', 'T412345678901'])(
  'rejects %j as a UTR with a label (15.97)',
  (text) => {
    expect(v.safeParse(optionalUtr, text).success).toBe(false)
  },
)

test('keeps a leading zero of a UTR', () => {
  expect(v.parse(optionalUtr, '084718897182')).toBe('084718897182')
})

test('accepts an empty or missing UTR only if it is optional', () => {
  expect([v.parse(optionalUtr, undefined), v.parse(optionalUtr, ' ')]).toEqual([undefined, ''])
  expect(wordsOf(required, '')).toEqual(['Enter the UTR.'])
  expect(wordsOf(required, undefined)).toEqual(['Enter the UTR.'])
  expect(wordsOf(required, '  ')).toEqual(['Enter the UTR.'])
})

test.each([
  ['T2510081234567890123456', 'PhonePe', 'under UTR'],
  ['t 2510 0812 3456', 'PhonePe', 'under UTR'],
  ['CICAgKDz3aKxTg', 'Google Pay', 'under UPI transaction ID'],
])('explains where the app shows the UTR if %s is entered', (text, app, line) => {
  for (const schema of [optionalUtr, required]) {
    const [words, ...others] = wordsOf(schema, text) ?? []
    expect(others).toEqual([])
    expect(words).toContain(app)
    expect(words).toContain(line)
  }
})

test.each(['41234567890', '4123456789012', '4.12346E+11', 'x', '४१२३४५६७८९०१', '1'.repeat(101)])(
  'rejects %s and explains how many digits a UTR has',
  (text) => {
    expect(wordsOf(optionalUtr, text)?.[0]).toMatch(
      /^A UTR has 12 digits\. Google Pay .* PhonePe .* Paytm/,
    )
  },
)

test.each([
  ['AXIS/1234', 'AXIS/1234'],
  ['4123456789012', '4123456789012'],
  [' NEFT SBIN 00123 ', 'NEFT SBIN 00123'],
  ['4123 4567 8901', '412345678901'],
])('stores the transaction ID %j of a room as %j (3.12)', (text, kept) => {
  expect(v.parse(transactionId('Enter it.'), text)).toBe(kept)
})

test.each([
  ['T2510081234567890123456', /PhonePe’s own number/],
  ['t 2510 0812 3456', /PhonePe’s own number/],
  ['CICAgKDz3aKxTg', /Google’s own number/],
  ['', /^Enter it\.$/],
])('rejects %j as the transaction ID of a room (3.12)', (text, words) => {
  expect(wordsOf(transactionId('Enter it.'), text)).toEqual([expect.stringMatching(words)])
})

test('requires a UTR for events and passes if the edition says so (3.12)', () => {
  for (const text of ['', ' ', undefined]) {
    expect([text, wordsOf(makeUtrSchema(true), text)]).toEqual([
      text,
      ['Enter the 12 digits of the UTR.'],
    ])
  }
  expect(v.parse(makeUtrSchema(true), '4123 4567 8901')).toBe('412345678901')
})

test('rejects any value other than text', () => {
  for (const value of [null, 412345678901, true, [], {}]) {
    expect([value, v.is(optionalUtr, value)]).toEqual([value, false])
  }
})

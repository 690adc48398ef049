import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readNarration } from '../bank/narration'
import {
  chooseWayToPay,
  isReference,
  makeReference,
  makeTransactionReference,
  makeUpiText,
  type Payee,
  referenceAlphabet,
  referenceField,
} from './upi'

const { payment_reference: paymentReference } = referenceField

/** Makes a source of random bytes that yields `bytes` in order, then throws. */
const drawing = (...bytes: number[]) => {
  const left = [...bytes]
  return () => {
    const byte = left.shift()
    if (byte === undefined) {
      throw new Error('No byte was left to draw')
    }
    return byte
  }
}

test('makes references of six characters that look like neither numbers nor words', () => {
  expect(referenceAlphabet).toHaveLength(28)
  expect(referenceAlphabet).not.toMatch(/[AEIOUL01]/)
  expect(makeReference(drawing(15, 5, 19, 2, 16, 0))).toBe('K7Q4M2')
})

test('puts a digit among the first four characters, so that no note written by an app is a reference', () => {
  expect(makeReference(drawing(8, 9, 10, 11, 0, 1, 0, 8, 9, 10, 11, 12))).toBe('2BCDFG')
  for (let count = 0; count < 2_000; count += 1) {
    const reference = makeReference(() => randomBytes(1).readUInt8())
    expect(reference).toMatch(/^[2-9BCDFGHJKMNP-TV-Z]{6}$/)
    expect(reference.slice(0, 4)).toMatch(/\d/)
  }
  for (const note of ['UPI', 'PAYMENT', 'PAYMNT', 'SENT', 'NO REM', 'PAID', 'BCDF22']) {
    expect(isReference(note)).toBe(false)
  }
})

test('draws all characters with the same probability', () => {
  expect(makeReference(drawing(252, 255, 0, 254, 1, 2, 8, 3, 4))).toBe('234B56')
})

test('rejects references made of digits only, which could be part of a phone number', () => {
  expect(makeReference(drawing(6, 6, 5, 5, 4, 4, 15, 5, 19, 2, 16, 0))).toBe('K7Q4M2')
  expect(makeReference(drawing(6, 6, 5, 5, 8, 8, 15, 5, 19, 2, 16, 0))).toBe('K7Q4M2')
  expect(isReference('887766')).toBe(false)
  expect(v.is(paymentReference, '887766')).toBe(false)
})

test('accepts a body without a reference, and rejects an invalid one', () => {
  expect(v.parse(paymentReference, undefined)).toBeUndefined()
  expect(v.parse(paymentReference, 'K7Q4M2')).toBe('K7Q4M2')
  for (const wrong of [
    '',
    'k7q4m2',
    'K7Q4M',
    'K7Q4M2X',
    'K7Q4M0',
    'K7Q4M2\n',
    'BCDFG2',
    7,
    null,
    ['K7Q4M2'],
    {},
  ]) {
    expect([wrong, v.is(paymentReference, wrong)]).toEqual([wrong, false])
  }
})

const person: Payee = { id: 'festival@bank', name: 'Cerebra Festival' }
const merchant: Payee = { ...person, kind: 'merchant', merchantCode: '8220' }

test('writes payee, amount, currency and note for a person, but no transaction reference (5.2, 5.129)', () => {
  expect(
    makeUpiText(person, { amount: 600, note: 'K7Q4M2 Cerebra', transactionReference: 'K7Q4M2BC' }),
  ).toBe('upi://pay?pa=festival@bank&pn=Cerebra%20Festival&am=600.00&cu=INR&tn=K7Q4M2%20Cerebra')
})

test('adds the merchant code and a transaction reference for a merchant (5.129)', () => {
  expect(
    makeUpiText(merchant, {
      amount: 600,
      note: 'K7Q4M2 Cerebra',
      transactionReference: 'K7Q4M2BC',
    }),
  ).toBe(
    'upi://pay?pa=festival@bank&pn=Cerebra%20Festival&mc=8220&tr=K7Q4M2BC&am=600.00&cu=INR&tn=K7Q4M2%20Cerebra',
  )
})

test('prevents a note from changing the payee or amount', () => {
  const text = makeUpiText(person, {
    amount: 570,
    note: 'x&pa=thief@bank&am=1#+%',
    transactionReference: 'K7Q4M2BC',
  })
  const fields = new URLSearchParams(text.slice(text.indexOf('?')))
  expect(fields.getAll('pa')).toEqual(['festival@bank'])
  expect(fields.getAll('am')).toEqual(['570.00'])
  expect(fields.get('tn')).toBe('x&pa=thief@bank&am=1#+%')
  expect(text).not.toContain('+')
})

test('makes 400 different transaction references for 400 attempts (5.129)', () => {
  expect(makeTransactionReference('K7Q4M2', 0)).toBe('K7Q4M2BB')
  expect(makeTransactionReference('K7Q4M2', 21)).toBe('K7Q4M2CC')
  expect(makeTransactionReference('K7Q4M2', 400)).toBe('K7Q4M2BB')
  const all = new Set(
    Array.from({ length: 400 }, (_, attempt) => makeTransactionReference('K7Q4M2', attempt)),
  )
  expect(all.size).toBe(400)
  for (const text of all) {
    expect(text).toMatch(/^K7Q4M2[B-DF-HJKMNP-TV-Z]{2}$/)
  }
})

test('finds a whole transaction reference in a bank’s narration', () => {
  expect(readNarration('UPI/412345678901/K7Q4M2BC/ASHA RAO/SBI').fields).toContain('K7Q4M2BC')
})

test('if the payee is a person, offers to save a QR for up to ₹2,000, and the UPI ID above that (5.128)', () => {
  for (const amount of [600, 2_000]) {
    expect(chooseWayToPay(person, amount)).toBe('saved-qr')
  }
  expect(chooseWayToPay(person, 2_001)).toBe('upi-id')
  expect(chooseWayToPay({ ...person, kind: 'person' }, 2_001)).toBe('upi-id')
})

test('offers a payment link for any amount if the payee is a merchant (5.128)', () => {
  for (const amount of [600, 2_000, 2_001]) {
    expect(chooseWayToPay(merchant, amount)).toBe('app-link')
  }
})

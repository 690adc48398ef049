import * as v from 'valibot'
import type { Identity } from '../content/content'
import type { Rupees } from './money'

export type Payee = Identity['payee']

/** The largest amount that UPI apps accept from a shared or saved QR picture of a person, by NPCI's circular OC-101A. */
export const savedQrLimit: Rupees = 2_000

/**
 * How to pay if the form is open on the phone that pays. NPCI does not allow a link to start a payment to a person's UPI ID
 * (OC-76C), so only a merchant gets one.
 */
export const chooseWayToPay = (
  payee: Payee,
  amount: Rupees,
): 'app-link' | 'saved-qr' | 'upi-id' => {
  if (payee.kind === 'merchant') {
    return 'app-link'
  }
  return amount <= savedQrLimit ? 'saved-qr' : 'upi-id'
}

export interface UpiPayment {
  amount: Rupees
  note: string
  /** Only payments to a merchant carry this field. */
  transactionReference: string
}

/** The UPI text that a QR code or a link carries. Spaces become %20, because several apps show a `+` as a plus sign. */
export const makeUpiText = (
  payee: Payee,
  { amount, note, transactionReference }: UpiPayment,
): string => {
  const fields: [string, string][] = [
    ['pa', payee.id],
    ['pn', payee.name],
  ]
  if (payee.kind === 'merchant') {
    fields.push(['mc', payee.merchantCode ?? ''], ['tr', transactionReference])
  }
  fields.push(['am', amount.toFixed(2)], ['cu', 'INR'], ['tn', note])
  return `upi://pay?${fields.map(([name, value]) => `${name}=${encodeValue(value)}`).join('&')}`
}

const encodeValue = (value: string) => encodeURIComponent(value).replace(/%40/g, '@')

/**
 * The payment reference: six characters that begin the note of a UPI payment, so that the bank's statement tells whose
 * money it is (behaviour 3.10). Banks cut the note, some after four characters, so the first four tell apart.
 */

/** Without vowels and without what looks like a digit, so that no reference reads as a word or as two things. */
export const referenceAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

export const referenceLength = 6
/** With a digit among these no note that an app writes by itself (UPI, PAYMENT, SENT) looks like a reference. */
const distinctiveLength = 4

/** Digits alone may be the beginning of somebody's phone number, which stands in the payee's statement. */
const pattern = new RegExp(
  `^(?!\\d+$)(?=.{0,${distinctiveLength - 1}}\\d)[${referenceAlphabet}]{${referenceLength}}$`,
)

export const isReference = (text: string): boolean => pattern.test(text)

/** Bytes from here on are drawn again: the others stand for each character equally often. */
const evenBytes = 256 - (256 % referenceAlphabet.length)

const drawCharacter = (drawByte: () => number): string => {
  for (;;) {
    const byte = drawByte()
    if (byte < evenBytes) {
      return referenceAlphabet.charAt(byte % referenceAlphabet.length)
    }
  }
}

/** A new reference, with a letter among what every bank keeps: four digits alone may be any number's. `drawByte` gives cryptographic randomness, 0 to 255. */
export const makeReference = (drawByte: () => number): string => {
  for (;;) {
    const text = Array.from({ length: referenceLength }, () => drawCharacter(drawByte)).join('')
    if (isReference(text) && !/^\d{4}/.test(text)) {
      return text
    }
  }
}

/** Statements are read with letters glued to a reference, but not with digits. */
const attemptLetters = referenceAlphabet.replace(/\d/g, '')

/**
 * The transaction reference of one attempt to pay a merchant: the payment reference and two letters. UPI apps refuse a
 * transaction reference that they have seen before. Attempts are counted from any number; 400 in a row differ.
 */
export const makeTransactionReference = (reference: string, attempt: number): string => {
  const count = attemptLetters.length
  const first = attemptLetters.charAt(Math.floor(attempt / count) % count)
  const second = attemptLetters.charAt(attempt % count)
  return `${reference}${first}${second}`
}

const wrongReference =
  'A payment reference has six characters, such as K7Q4M2. Reload the page for a new one.'

/** What is saved under a reference; it is empty where none was sent. */
export interface Referenced {
  payment_reference: string
}

/** The reference in the body of each form. It may be left out: the desk draws none, and neither does whoever pays nothing. */
export const referenceField = {
  payment_reference: v.optional(
    v.pipe(
      v.string(wrongReference),
      v.check((text) => isReference(text), wrongReference),
    ),
  ),
}

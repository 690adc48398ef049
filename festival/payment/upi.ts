import * as v from 'valibot'
import type { Identity } from '../content/content'
import type { Rupees } from './money'

export type Payee = Identity['payee']

/**
 * UPI apps refuse larger payments to a person by a shared or saved QR code (NPCI circular OC-101A).
 */
export const savedQrLimit: Rupees = 2_000

/**
 * For forms opened on the phone that will pay. NPCI forbids links that pay a person (OC-76C), so
 * only merchants get a link.
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

interface UpiPayment {
  amount: Rupees
  note: string
  /** Used for merchants only. */
  transactionReference: string
}

/** Writes spaces as %20, because several apps show `+` as a plus sign. */
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
 * The payment reference starts the UPI note and identifies the payer in the bank's statement. Some
 * banks keep only its first four characters.
 */

/** Excludes vowels and letters that look like digits. */
export const referenceAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

export const referenceLength = 6
/**
 * A digit is among the first four characters, so that no note that an app writes (UPI, PAYMENT,
 * SENT) looks like a reference.
 */
const distinctiveLength = 4

/** A reference of digits only could be part of a phone number. */
const pattern = new RegExp(
  `^(?!\\d+$)(?=.{0,${distinctiveLength - 1}}\\d)[${referenceAlphabet}]{${referenceLength}}$`,
)

export const isReference = (text: string): boolean => pattern.test(text)

/** Bytes of this value or more are drawn again, so that all characters are equally likely. */
const evenBytes = 256 - (256 % referenceAlphabet.length)

const drawCharacter = (drawByte: () => number): string => {
  for (;;) {
    const byte = drawByte()
    if (byte < evenBytes) {
      return referenceAlphabet.charAt(byte % referenceAlphabet.length)
    }
  }
}

/** `drawByte` must return cryptographically random bytes. */
export const makeReference = (drawByte: () => number): string => {
  for (;;) {
    const text = Array.from({ length: referenceLength }, () => drawCharacter(drawByte)).join('')
    if (isReference(text) && !/^\d{4}/.test(text)) {
      return text
    }
  }
}

/** Statements are searched for references with letters attached, but not with digits. */
const attemptLetters = referenceAlphabet.replace(/\d/g, '')

/**
 * UPI apps refuse a transaction reference that has been used before. 400 consecutive attempts get
 * different ones.
 */
export const makeTransactionReference = (reference: string, attempt: number): string => {
  const count = attemptLetters.length
  const first = attemptLetters.charAt(Math.floor(attempt / count) % count)
  const second = attemptLetters.charAt(attempt % count)
  return `${reference}${first}${second}`
}

const wrongReference =
  'A payment reference has six characters, such as K7Q4M2. Reload the page for a new one.'

/** The reference is empty if the form sent none. */
export interface Referenced {
  payment_reference: string
}

/** Optional, because entries made at the desk have no reference. */
export const referenceField = {
  payment_reference: v.optional(
    v.pipe(
      v.string(wrongReference),
      v.check((text) => isReference(text), wrongReference),
    ),
  ),
}

import * as v from 'valibot'

export interface Payee {
  /** The UPI id, such as `festival@bank`. */
  id: string
  name: string
}

/**
 * The UPI text that a QR code or a link carries. Spaces become %20: several apps show a `+` as it stands.
 * `amount` is in rupees; without one the payer's app asks for it (behaviour 5.2).
 */
export const makeUpiText = (payee: Payee, note: string, amount?: number): string => {
  const due: Record<string, string> = amount === undefined ? {} : { am: amount.toFixed(2) }
  const fields = { pa: payee.id, pn: payee.name, ...due, cu: 'INR', tn: note }
  const written = Object.entries(fields).map(([name, value]) => `${name}=${encodeValue(value)}`)
  return `upi://pay?${written.join('&')}`
}

const encodeValue = (value: string) => encodeURIComponent(value).replace(/%40/g, '@')

/**
 * The payment reference: six characters that begin the note of a UPI payment, so that the bank's statement tells whose
 * money it is (behaviour 3.10). Banks cut the note, some after four characters, so the first four tell apart.
 */

/** Without vowels and without what looks like a digit, so that no reference reads as a word or as two things. */
export const referenceAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'

const length = 6
/** With a digit among these no note that an app writes by itself (UPI, PAYMENT, SENT) looks like a reference. */
const telling = 4

/** Digits alone may be the beginning of somebody's phone number, which stands in the payee's statement. */
const pattern = new RegExp(`^(?!\\d+$)(?=.{0,${telling - 1}}\\d)[${referenceAlphabet}]{${length}}$`)

export const isReference = (text: string): boolean => pattern.test(text)

/** Bytes from here on are drawn again: the others stand for each character equally often. */
const evenBytes = 256 - (256 % referenceAlphabet.length)

const drawCharacter = (drawByte: () => number): string => {
  for (;;) {
    const byte = drawByte()
    if (byte < evenBytes) return referenceAlphabet.charAt(byte % referenceAlphabet.length)
  }
}

/** A new reference, with a letter among what every bank keeps: four digits alone may be any number's. `drawByte` gives cryptographic randomness, 0 to 255. */
export const makeReference = (drawByte: () => number): string => {
  for (;;) {
    const text = Array.from({ length }, () => drawCharacter(drawByte)).join('')
    if (isReference(text) && !/^\d{4}/.test(text)) return text
  }
}

const wrongReference = 'A payment reference has six characters, such as K7Q4M2. Reload the page for a new one.'

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

import * as v from 'valibot'
import { identity } from '#edition/identity'
import { requiredText } from '../text/fields'
import { whereToFindUtr } from '../text/messages'

/** The number that banks give a payment. Apps show their own numbers as well. */
const pattern = /^\d{12}$/

const isAppsOwnNumber = (text: string): boolean => /^T\s?\d|^CICA/i.test(text)

const explain = (text: string): string => {
  if (/^T\s?\d/i.test(text)) {
    return 'This is PhonePe’s own number. Open the payment in PhonePe: the 12 digits are under UTR, below the Transaction ID.'
  }
  if (/^CICA/i.test(text)) {
    return 'This is Google’s own number. Open the payment in Google Pay: the 12 digits are under UPI transaction ID, not under Google transaction ID.'
  }
  return `A UTR has 12 digits. ${whereToFindUtr}`
}

/** Longer than any text that someone would plausibly paste. */
const maxInputLength = 100

const label = /^(?:(?:upi|utr|rrn|ref(?:erence)?|transaction|txn|id|no|number)[\s.:#/-]*)+(?=\d)/i

/** Reads, for example, "UPI Ref No: 6305 1234 5699". */
const tidyUtr = (text: string): string => text.trim().replace(label, '').replace(/\s/g, '')

const digits = v.pipe(
  v.string(explain('')),
  v.maxLength(maxInputLength, explain('')),
  v.transform((text) => (pattern.test(tidyUtr(text)) ? tidyUtr(text) : text.replace(/\s/g, ''))),
)

const isValidUtr = v.check<string, (issue: { input: string }) => string>(
  (text) => text === '' || pattern.test(text),
  ({ input }) => explain(input),
)

export const requiredUtr = (missing: string) =>
  v.pipe(v.string(missing), digits, v.minLength(1, missing), isValidUtr)

/** Bank transfers have other kinds of numbers, so only the apps' own numbers are refused. */
export const transactionId = (missing: string) =>
  v.pipe(
    requiredText(maxInputLength, 'The transaction ID', missing),
    v.transform((text) => (pattern.test(tidyUtr(text)) ? tidyUtr(text) : text)),
    v.check(
      (text) => !isAppsOwnNumber(text),
      ({ input }) => explain(input),
    ),
  )

export const utrMissing = 'Enter the 12 digits of the UTR.'

export const makeUtrSchema = (isRequired: boolean) =>
  v.optional(
    v.pipe(
      digits,
      isValidUtr,
      v.check((text) => text !== '' || !isRequired, utrMissing),
    ),
    isRequired ? '' : undefined,
  )

export const optionalUtr = makeUtrSchema(false)

export const askedUtr = makeUtrSchema(identity.isUtrRequired === true)

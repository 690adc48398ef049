import * as v from 'valibot'
import { identity } from '#edition/identity'
import { requiredText } from '../text/fields'
import { whereToFindUtr } from '../text/messages'

/**
 * The number that UPI gives a payment, the same for payer and payee: 12 digits (behaviour 3.12). Apps show numbers of
 * their own beside it, which no bank knows.
 */

const pattern = /^\d{12}$/

const isAppsOwnNumber = (text: string): boolean => /^T\s?\d|^CICA/i.test(text)

/** What to say of a text that is no UTR: it leads to the line of the app where one stands. */
const explain = (text: string): string => {
  if (/^T\s?\d/i.test(text)) {
    return 'This is PhonePe’s own number. Open the payment in PhonePe: the 12 digits are under UTR, below the Transaction ID.'
  }
  if (/^CICA/i.test(text)) {
    return 'This is Google’s own number. Open the payment in Google Pay: the 12 digits are under UPI transaction ID, not under Google transaction ID.'
  }
  return `A UTR has 12 digits. ${whereToFindUtr}`
}

/** Far more than anybody pastes on purpose; what follows runs on a short text only. */
const maxInputLength = 100

/** The words that apps and banks print before a UTR; a text with any other word is not taken for one. */
const label = /^(?:(?:upi|utr|rrn|ref(?:erence)?|transaction|txn|id|no|number)[\s.:#/-]*)+(?=\d)/i

/** A UTR without its blanks and its label: "UPI Ref No: 6305 1234 5699". */
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

/** A UTR that must be given; blanks and a label before it are dropped. */
export const requiredUtr = (missing: string) =>
  v.pipe(v.string(missing), digits, v.minLength(1, missing), isValidUtr)

/**
 * What a payment is called, in any words, for a bank transfer has other numbers; only what an app shows beside the UTR is
 * refused. Blanks in a UTR and a label before it are dropped.
 */
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

/** A UTR that may be left empty or out; blanks and a label before it are dropped. */
export const optionalUtr = makeUtrSchema(false)

/** As the forms of events and passes ask for it: the edition says whether it is required. */
export const askedUtr = makeUtrSchema(identity.isUtrRequired === true)

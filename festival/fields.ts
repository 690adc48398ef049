import * as v from 'valibot'
import { phoneHint } from './messages'

/** The longest texts that the forms take, in characters (behaviour 5.1). */
export const limits = {
  name: 100,
  email: 254,
  institution: 200,
  year: 60,
  delegateId: 40,
  coupon: 40,
  url: 500,
  transactionId: 40,
} as const

/** Line breaks, tabs and every other control character, the direction marks and half surrogates included. */
const controlCharacters = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

const words = (max: number, label: string) =>
  v.pipe(
    v.string(`${label} must be text.`),
    v.trim(),
    v.check((text) => !controlCharacters.test(text), `${label} may not contain line breaks or control characters.`),
    v.normalize('NFC'),
    v.maxLength(max, `${label} may have at most ${max} characters.`),
  )

/** A required single line of text. */
export const requiredText = (max: number, label: string, missing: string) =>
  v.pipe(words(max, label), v.minLength(1, missing))

/** A single line of text that may be left empty or out. */
export const optionalText = (max: number, label: string) => v.optional(words(max, label), '')

/** Exactly ten digits, or +91 followed by ten digits (behaviour 5.3). */
export const phonePattern = /^(?:\+91)?[0-9]{10}$/

export const phone = v.pipe(v.string(phoneHint), v.trim(), v.regex(phonePattern, phoneHint))

export const optionalPhone = v.optional(
  v.pipe(
    v.string(phoneHint),
    v.trim(),
    v.check((text) => text === '' || phonePattern.test(text), phoneHint),
  ),
  '',
)

const emailMissing = 'Enter the e-mail address to which we should send the confirmation.'
const emailWrong = 'Enter a complete e-mail address, such as name@example.com.'

export const email = v.pipe(
  v.string(emailMissing),
  v.trim(),
  v.minLength(1, emailMissing),
  v.maxLength(limits.email, `An e-mail address may have at most ${limits.email} characters.`),
  v.email(emailWrong),
)

/** The address that an upload answered with; the server checks that it gave it out. */
export const uploadedUrl = (missing: string) =>
  v.pipe(v.string(missing), v.minLength(1, missing), v.maxLength(limits.url, missing))

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
} as const

/**
 * What nobody can see: line breaks, tabs and other control characters, half surrogates, direction marks, fillers, blanks
 * that are no spaces, and what Unicode will never assign. The joiners of Indian scripts and the selectors of a sign's
 * variant are the exceptions.
 */
const invisibleCharacter =
  /(?!\u200c|\u200d|\p{VS})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/u

/** What an organiser types has a sign that can be seen, or is empty. */
export const hasVisibleText = v.check<string, string>(
  (text) => text === '' || /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text),
  'Enter something that can be read.',
)

const lineSchema = (max: number, label: string) => {
  const tooLong = `${label} may have at most ${max} characters.`
  return v.pipe(
    v.string(`${label} must be text.`),
    // Before the normalising, which takes the square of a text's length for some.
    v.maxLength(4 * max, tooLong),
    v.trim(),
    v.check(
      (text) => !invisibleCharacter.test(text),
      `${label} may not contain line breaks or invisible characters. Please type it again.`,
    ),
    v.normalize('NFC'),
    v.maxLength(max, tooLong),
  )
}

export const requiredText = (max: number, label: string, missing: string) =>
  v.pipe(lineSchema(max, label), v.minLength(1, missing))

export const optionalText = (max: number, label: string) => v.optional(lineSchema(max, label), '')

const hasLetter = (text: string) => /\p{L}/u.test(text)
const unnamed = 'A name needs at least one letter.'

/** A person's name: a required line with a letter of any script in it (behaviour 5.30). */
export const requiredName = (missing: string) =>
  v.pipe(requiredText(limits.name, 'The name', missing), v.check(hasLetter, unnamed))

export const optionalName = v.optional(
  v.pipe(
    lineSchema(limits.name, 'The name'),
    v.check((text) => text === '' || hasLetter(text), unnamed),
  ),
  '',
)

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

/**
 * A local part of at most 64 characters, dots between its words only, and a domain of letters, digits and hyphens whose
 * last label is a word or `xn--…`. Labels are bounded and no two parts can match the same character, so the time grows
 * with the length. Rarer characters that a local part may hold are left out: a slash would be a link in our e-mail.
 */
const emailPattern =
  /^(?=[^@]{1,64}@)[\w'&+=~-]+(?:\.[\w'&+=~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i

/** Domains mean the same in capitals, and mail engines write them small; whether a local part does is its server's affair. */
const lowerDomain = (address: string): string => {
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

const emailTooLong = `An e-mail address may have at most ${limits.email} characters.`

/** Made by a device: the same id is the same command, however often and in whichever case it is sent. */
export const uuid = v.pipe(v.string(), v.uuid('An id is a UUID.'), v.toLowerCase())

/** An e-mail address, its domain in lower case (behaviour 5.35). */
export const email = v.pipe(
  v.string(emailMissing),
  // Before anything else looks at it: what follows `trim` runs on a short text only.
  v.maxLength(4 * limits.email, emailTooLong),
  v.trim(),
  v.minLength(1, emailMissing),
  v.maxLength(limits.email, emailTooLong),
  v.regex(emailPattern, emailWrong),
  v.transform(lowerDomain),
)

/** The address that an upload answered with; the server checks that it gave it out. */
export const uploadedUrl = (missing: string) =>
  v.pipe(v.string(missing), v.minLength(1, missing), v.maxLength(limits.url, missing))

/**
 * A phone number as the forms take it, of one as phone books write it: without spaces, hyphens and brackets, without the
 * zero before a trunk call, and with a plus before the country's 91. Ten digits stay as they are (behaviour 5.47).
 */
export const tidyPhone = (typed: string): string => {
  const bare = typed.replace(/[\s().‑–-]/g, '')
  const [, prefix, number] = /^(0|(?:\+|00)?910?)(\d{10})$/.exec(bare) ?? []
  if (number === undefined) {
    return bare
  }
  return prefix === '0' ? number : `+91${number}`
}

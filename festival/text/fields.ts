import * as v from 'valibot'
import { phoneHint } from './messages'

/** The lengths are in characters. */
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
 * Controls, lone surrogates, direction marks, fillers, unusual blanks and noncharacters. The
 * joiners of Indian scripts and variation selectors are allowed.
 */
const invisibleCharacter =
  /(?!\u200c|\u200d|\p{VS})[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{DI}\p{NChar}\u2800]/u

export const hasVisibleText = v.check<string, string>(
  (text) => text === '' || /(?![\p{DI}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text),
  'Enter readable text.',
)

const lineSchema = (max: number, label: string) => {
  const tooLong = `${label} may have at most ${max} characters.`
  return v.pipe(
    v.string(`${label} must be text.`),
    // Before normalisation, which takes quadratic time for some texts.
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

/** Needs at least one letter of any script. */
export const requiredName = (missing: string) =>
  v.pipe(requiredText(limits.name, 'The name', missing), v.check(hasLetter, unnamed))

export const optionalName = v.optional(
  v.pipe(
    lineSchema(limits.name, 'The name'),
    v.check((text) => text === '' || hasLetter(text), unnamed),
  ),
  '',
)

/** Ten digits, optionally after +91. */
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
 * Labels are bounded and no two parts match the same character, so matching is linear. Rare
 * characters of local parts are excluded: a slash would become a link in our e-mail.
 */
const emailPattern =
  /^(?=[^@]{1,64}@)[\w'&+=~-]+(?:\.[\w'&+=~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,58}[a-z\d])$/i

/** The local part may be case-sensitive. */
const lowerDomain = (address: string): string => {
  const at = address.lastIndexOf('@')
  return address.slice(0, at) + address.slice(at).toLowerCase()
}

const emailTooLong = `An e-mail address may have at most ${limits.email} characters.`

/** Made by a device, so that a repeated command is recognised. */
export const uuid = v.pipe(v.string(), v.uuid('An id is a UUID.'), v.toLowerCase())

export const email = v.pipe(
  v.string(emailMissing),
  // First, so that the other checks only run on short texts.
  v.maxLength(4 * limits.email, emailTooLong),
  v.trim(),
  v.minLength(1, emailMissing),
  v.maxLength(limits.email, emailTooLong),
  v.regex(emailPattern, emailWrong),
  v.transform(lowerDomain),
)

/** The server checks that it issued the address. */
export const uploadedUrl = (missing: string) =>
  v.pipe(v.string(missing), v.minLength(1, missing), v.maxLength(limits.url, missing))

/**
 * Converts a number as phone books write it: without spaces, brackets and the trunk zero, and with
 * a plus before 91.
 */
export const tidyPhone = (typed: string): string => {
  const bare = typed.replace(/[\s().‑–-]/g, '')
  const [, prefix, number] = /^(0|(?:\+|00)?910?)(\d{10})$/.exec(bare) ?? []
  if (number === undefined) {
    return bare
  }
  return prefix === '0' ? number : `+91${number}`
}

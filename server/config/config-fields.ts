import * as v from 'valibot'
import { findSubject, subjects } from '../../festival/content/catalogue'
import { type Appointment, isRole, roles } from '../../festival/contract/organisers'
import { email } from '../../festival/text/fields'
import { isLoopback } from '../mail/smtp-mailer'

/** Each message is shown after the name of the variable. */

export const integer = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

export const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)

export const url = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check((text) => hasProtocol(text, protocols), `must be an address such as ${example}`),
  )

/** Allows only characters that are safe in pages without escaping, then optional slashes. */
const siteAddressPattern = /^https?:\/\/[^/?#@\\%&<>"'\s]+\/*$/i

/** Returns the origin as a browser would, with scheme and host in lower-case ASCII. */
export const siteAddress = v.pipe(
  v.string(),
  v.check(
    (text) => siteAddressPattern.test(text) && URL.canParse(text),
    'must be only https:// and your domain, such as https://cerebra.example, without a path, a user name, ? or #',
  ),
  v.transform((text) => new URL(text).origin),
)

/** For services that receive participants' data, which may use http only on this machine. */
export const serviceUrl = (example: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => hasProtocol(text, ['https:']) || (hasProtocol(text, ['http:']) && isLoopback(text)),
      `must be an address such as ${example}`,
    ),
    v.transform((text) => text.replace(/\/+$/, '')),
  )

export const singleLine = v.pipe(v.string(), v.regex(/^[^\p{Cc}]+$/u, 'must be one line of text'))

export const yesOrNo = v.pipe(
  v.picklist(['yes', 'no'], 'must be yes or no'),
  v.transform((text) => text === 'yes'),
)

/** Parses `asha@college.example=admin, mira@college.example=head:SeniorQuiz+JuniorQuiz`. */
const readOrganisers = (
  text: string,
): { organisers: ReadonlyMap<string, Appointment> } | { fault: string } => {
  const organisers = new Map<string, Appointment>()
  for (const [index, entry] of text.split(',').entries()) {
    const [address = '', appointment = ''] = entry.split('=').map((part) => part.trim())
    const [role, named] = appointment.split(':').map((part) => part.trim())
    const name = `entry ${index + 1}`
    if (!v.is(email, address)) {
      return { fault: `${name} does not begin with an e-mail address` }
    }
    if (!isRole(role)) {
      return { fault: `${name} needs one of the roles after its = (${roles.join(', ')})` }
    }
    if (organisers.has(address.toLowerCase())) {
      return { fault: `${name} is listed twice` }
    }
    const events = role === 'head' ? (named ?? '').split('+').map((key) => key.trim()) : null
    if (events && !events.every((key) => findSubject(key))) {
      return {
        fault: `${name} is a head without events: write head:KEY or head:KEY+KEY, with the edition’s keys (${subjects.map(({ key }) => key).join(', ')})`,
      }
    }
    if (!events && named !== undefined) {
      return { fault: `${name} has events, which only heads have` }
    }
    organisers.set(address.toLowerCase(), { role, events })
  }
  return { organisers }
}

export const organisersList = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const result = readOrganisers(dataset.value)
    if ('organisers' in result) {
      return result.organisers
    }
    addIssue({
      message: `must be e-mail addresses with their roles, such as asha@college.example=admin, ravi@college.example=verifier; ${result.fault}`,
    })
    return NEVER
  }),
)

/** The prefixes of names that only this server's settings use. */
const settingPattern =
  /^(?:ACCEPT|COUPON|EMAILJS|IMAGE_HOST|LIMIT|MAIL|METRICS|PROOFS|PUBLIC|S3|SMTP)_|^ORGANI[SZ]ER/i

/** Setting names that were valid until 1.0, and that the next version will no longer read. */
const renamedSettings: Readonly<Record<string, string>> = {
  EMAILJS_TEMPLATE_LETTERS: 'EMAILJS_TEMPLATE_DESK',
  LIMIT_SENDER: 'LIMIT_MAILBOX',
  LIMIT_SUBMISSIONS: 'LIMIT_ENTRIES',
  UNCLAIMED_MB: 'UNATTACHED_MB',
}

export const isRenamed = (name: string): boolean => name in renamedSettings

/** If both names are set, the new name takes precedence. */
export const readRenamedSettings = <Value>(
  settings: Readonly<Record<string, Value>>,
): Record<string, Value> => {
  const read: Record<string, Value> = {}
  for (const [name, value] of Object.entries(settings)) {
    const newName = renamedSettings[name]
    if (newName === undefined) {
      read[name] = value
    } else {
      read[newName] = settings[newName] ?? value
    }
  }
  return read
}

/** Also returns outdated names. */
export const findUnknownSettings = (names: readonly string[], known: readonly string[]): string[] =>
  names.filter((name) => isRenamed(name) || (!known.includes(name) && settingPattern.test(name)))

export const describeUnknownSetting = (name: string): string => {
  const newName = renamedSettings[name]
  return newName === undefined
    ? `${name} is not a setting of this server; .env.example lists them all`
    : `${name} is now called ${newName}. Rename it in your settings: the next version will not read the old name.`
}

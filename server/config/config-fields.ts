import * as v from 'valibot'
import { findSubject, subjects } from '../../festival/content/catalogue'
import { type Appointment, isRole, roles } from '../../festival/contract/organisers'
import { email } from '../../festival/text/fields'
import { isLoopback } from '../mail/smtp-mailer'

/** The kinds of text that a variable of the environment may hold. Their words follow the variable's name. */

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

/** An address that others are joined to, so nothing may stand behind its path. */
export const baseUrl = (protocols: readonly string[], example: string) =>
  v.pipe(
    url(protocols, example),
    v.check((text) => !/[?#]/.test(text), `must be an address without ? and #, such as ${example}`),
  )

/** The address of a service that gets what registrants sent, so only this machine's own may do without TLS. */
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

/**
 * The names of `asha@college.example=admin, ravi@college.example=verifier, mira@college.example=head:SeniorQuiz+JuniorQuiz`, or what is
 * wrong with the first that is none.
 */
const readOrganisers = (text: string): ReadonlyMap<string, Appointment> | string => {
  const organisers = new Map<string, Appointment>()
  for (const [index, entry] of text.split(',').entries()) {
    const [address = '', appointment = ''] = entry.split('=').map((part) => part.trim())
    const [role, named] = appointment.split(':').map((part) => part.trim())
    const name = `entry ${index + 1}`
    if (!v.is(email, address)) {
      return `${name} does not begin with an e-mail address`
    }
    if (!isRole(role)) {
      return `${name} has none of the roles behind its = (${roles.join(', ')})`
    }
    if (organisers.has(address.toLowerCase())) {
      return `${name} names somebody a second time`
    }
    const events = role === 'head' ? (named ?? '').split('+').map((key) => key.trim()) : null
    if (events && !events.every((key) => findSubject(key))) {
      return `${name} is a head without events: write head:KEY or head:KEY+KEY, by the edition’s keys (${subjects.map(({ key }) => key).join(', ')})`
    }
    if (!events && named !== undefined) {
      return `${name} has events, which are for a head alone`
    }
    organisers.set(address.toLowerCase(), { role, events })
  }
  return organisers
}

/** Who may come to the desk, and as what (behaviour 14.1). */
export const organisersList = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const organisers = readOrganisers(dataset.value)
    if (typeof organisers !== 'string') {
      return organisers
    }
    addIssue({
      message: `must be e-mail addresses with their roles, such as asha@college.example=admin, ravi@college.example=verifier; ${organisers}`,
    })
    return NEVER
  }),
)

/** Words that no other program's settings begin with, where ours run. */
const settingPattern =
  /^(?:ACCEPT|COUPON|EMAILJS|IMAGE_HOST|LIMIT|MAIL|METRICS|PROOFS|PUBLIC|S3|SMTP)_|^ORGANI[SZ]ER/i

/** Names that settings had up to 1.0, and what they are called now. This version still reads the old ones; the next one drops them. */
const renamedSettings: Readonly<Record<string, string>> = {
  EMAILJS_TEMPLATE_LETTERS: 'EMAILJS_TEMPLATE_DESK',
  LIMIT_SENDER: 'LIMIT_MAILBOX',
  LIMIT_SUBMISSIONS: 'LIMIT_ENTRIES',
  UNCLAIMED_MB: 'UNATTACHED_MB',
}

/** Whether this is a setting's old name, which is still read. */
export const isRenamed = (name: string): boolean => name in renamedSettings

/** Settings under today's names. A setting that has both names takes the value of the new one. */
export const readOldNames = <Value>(
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

/** Those of the environment's variables that look like settings and are none, by their names (behaviour 12.64). */
export const findUnknownSettings = (names: readonly string[], known: readonly string[]): string[] =>
  names.filter((name) => isRenamed(name) || (!known.includes(name) && settingPattern.test(name)))

export const describeUnknownSetting = (name: string): string => {
  const newName = renamedSettings[name]
  return newName === undefined
    ? `${name} is no setting of this server; .env.example names them all`
    : `${name} is now called ${newName}. Rename it in your settings: the next version will not read the old name.`
}

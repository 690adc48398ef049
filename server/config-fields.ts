import * as v from 'valibot'
import { subjects } from '#edition/catalogue'
import { findSubject } from '../festival/catalogue'
import { type Appointment, isRole, roles } from '../festival/desk/organisers'
import { email } from '../festival/fields'
import { isLoopback } from './mail/smtp-mailer'

/** The kinds of text that a variable of the environment may hold. Their words follow the variable's name. */

export const whole = (min: number, max: number) =>
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
    if (!v.is(email, address)) return `${name} does not begin with an e-mail address`
    if (!isRole(role)) return `${name} has none of the roles behind its = (${roles.join(', ')})`
    if (organisers.has(address.toLowerCase())) return `${name} names somebody a second time`
    const events = role === 'head' ? (named ?? '').split('+').map((key) => key.trim()) : null
    if (events && !events.every((key) => findSubject(key)))
      return `${name} is a head without events: write head:KEY or head:KEY+KEY, by the edition’s keys (${subjects.map(({ key }) => key).join(', ')})`
    if (!events && named !== undefined) return `${name} has events, which are for a head alone`
    organisers.set(address.toLowerCase(), { role, events })
  }
  return organisers
}

/** Who may come to the desk, and as what (behaviour 14.1). */
export const organisersList = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const organisers = readOrganisers(dataset.value)
    if (typeof organisers !== 'string') return organisers
    addIssue({
      message: `must be e-mail addresses with their roles, such as asha@college.example=admin, ravi@college.example=verifier; ${organisers}`,
    })
    return NEVER
  }),
)

/** A variable that looks like a setting and is none, and the setting that is meant, perhaps. */
export interface UnknownSetting {
  name: string
  meant: string | undefined
}

/** How many letters must be put in, taken out or exchanged to make the one of the other. */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let place = 1; place <= other.length; place += 1) {
      const exchanged = (row[place - 1] ?? 0) + (letter === other[place - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Words that no other program's settings begin with, where ours run. */
const isOurs = /^(?:ACCEPT|COUPON|EMAILJS|IMAGE_HOST|LIMIT|MAIL|METRICS|ORGANI[SZ]ERS?|PROOFS|S3|SMTP)_/

const nearest = (name: string, known: readonly string[]): string | undefined => {
  const [best] = known

    .map((other) => ({ other, distance: distanceOf(name.toUpperCase(), other) }))
    .toSorted((one, other) => one.distance - other.distance)
  // A short name is near to many words.
  return best && best.distance <= Math.min(3, Math.floor(best.other.length / 4)) ? best.other : undefined
}

/** Those of the environment's variables that are settings of nobody, by their names (behaviour 12.64). */
export const findUnknownSettings = (names: readonly string[], known: readonly string[]): UnknownSetting[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: nearest(name, known) }))
    .filter(({ name, meant }) => meant !== undefined || isOurs.test(name))

export const tellUnknown = ({ name, meant }: UnknownSetting): string =>
  `${name} is no setting of this server${meant === undefined ? '' : `; ${meant} is meant, perhaps`}`

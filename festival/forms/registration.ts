import * as v from 'valibot'
import { noticeField } from '../content/privacy'
import type { Subject } from '../content/subject'
import { type Referenced, referenceField } from '../payment/upi'
import {
  email,
  limits,
  optionalName,
  optionalPhone,
  optionalText,
  phone,
  requiredName,
  requiredText,
  uploadedUrl,
} from '../text/fields'
import { ageField } from './age'
import { details, pickSchemas } from './details'
import { askedUtr, optionalUtr } from './utr'

const missing = 'Enter your Delegate Pass ID; this one needs a pass.'
export const whereToFindPassId =
  'You find it in the e-mail that confirmed your pass, under Delegate Pass ID.'

const explain = (text: string): string =>
  /^DP/i.test(text)
    ? `DP-… is the registration ID of your pass. The Delegate Pass ID has 12 digits and ends in the same ones. ${whereToFindPassId}`
    : `A Delegate Pass ID has 12 digits. ${whereToFindPassId}`

/**
 * The Delegate Pass ID where one is needed: 12 digits, blanks dropped. Nobody looks whether there is such a pass; the
 * organisers' export tells (behaviour 5.45).
 */
export const requiredPassId = v.pipe(
  v.string(missing),
  v.maxLength(4 * limits.delegateId, explain('')),
  v.transform((text) => text.replace(/\s/g, '')),
  v.minLength(1, missing),
  v.check(
    (text) => /^\d{12}$/.test(text),
    ({ input }) => explain(input),
  ),
)

/**
 * A coupon as it is compared: letters, digits and the exclamation mark only, in upper case (behaviour 3.5).
 * The form shows the text this way while it is typed.
 */
export const normaliseCoupon = (text: string): string =>
  text.replace(/[^a-z0-9!]/gi, '').toUpperCase()

export interface CouponAnswer {
  valid: boolean
  message: string
  /** The first listed price with 5% off, in rupees; only where the coupon holds. */
  price?: number
}

/** What the answer to each saved form tells of its confirmation by e-mail (behaviour 7.2). */
export interface Confirmed {
  /**
   * `queued`: it only waits for its turn, and follows by itself. `refused`: the mail server refuses the address for good; the
   * same form under the same key, with another address and nothing else changed, corrects it (behaviour 7.44).
   */
  confirmation: 'sent' | 'queued' | 'refused'
}

/** What the answer to each saved form tells. */
export interface Saved extends Confirmed, Referenced {
  email: string
  /** Its event is cancelled: the money goes back (behaviour 16.21). */
  cancelled?: boolean
}

/** Whoever comes alone leads no team. */
const makeLeaderSchema = (teamSize: number) => {
  const whose = teamSize === 1 ? 'your' : 'the team leader’s'
  return v.object({
    name: requiredName(`Enter ${whose} full name.`),
    phone,
    year: requiredText(limits.year, 'The year of study', `Choose or write ${whose} year of study.`),
  })
}

const memberMissing = 'Enter this member’s name, or clear the member’s other fields.'

const otherMember = v.pipe(
  v.object({
    name: optionalName,
    phone: optionalPhone,
    year: optionalText(limits.year, 'The year of study'),
  }),
  v.forward(
    v.check(
      (member) => member.name !== '' || (member.phone === '' && member.year === ''),
      memberMissing,
    ),
    ['name'],
  ),
)

const twice =
  'One member is in this team twice. Remove one, or add an initial if two people have the same name.'

const wrongList = 'Send the team as a list of members.'

export type Team = [
  v.InferOutput<ReturnType<typeof makeLeaderSchema>>,
  ...v.InferOutput<typeof otherMember>[],
]

/** The members of a team of at most so many, the leader first; empty rows are dropped. */
export const teamSchema = (teamSize: number) =>
  v.pipe(
    v.array(v.unknown(), wrongList),
    v.minLength(1, teamSize === 1 ? 'Enter your details.' : 'Enter the team leader’s details.'),
    v.maxLength(
      teamSize,
      teamSize === 1
        ? 'Only one person can register here.'
        : `A team has at most ${teamSize} members.`,
    ),
    v.tupleWithRest([makeLeaderSchema(teamSize)], otherMember),
    v.check((team) => {
      const names = team.map(({ name }) => name.toLowerCase()).filter(Boolean)
      return new Set(names).size === names.length
    }, twice),
    v.transform(
      ([first, ...rest]): Team => [first, ...rest.filter((member) => member.name !== '')],
    ),
  )

/**
 * The body of an event registration, for the form, the server and the record alike. The subject decides how many
 * members a team may have and whether a delegate pass id is needed (behaviour 5.5).
 */
export const registrationSchema = (
  subject: Pick<Subject, 'teamSize' | 'passRequired'> & Partial<Pick<Subject, 'fee'>>,
  utr: typeof askedUtr = subject.fee?.per === 'pass' ? optionalUtr : askedUtr,
  isAgeAsked = false,
) =>
  v.object({
    event: v.string(),
    members: teamSchema(subject.teamSize),
    email,
    ...pickSchemas(details.registration),
    // Where none is asked for, whatever was sent is kept.
    delegate_id: subject.passRequired
      ? requiredPassId
      : optionalText(limits.delegateId, 'The Delegate Pass ID'),
    coupon: optionalText(limits.coupon, 'The coupon'),
    payment_screenshot_url: uploadedUrl('Choose the screenshot of your payment.'),
    ...referenceField,
    ...noticeField,
    utr,
    ...ageField(isAgeAsked),
  })

export type Registration = v.InferOutput<ReturnType<typeof registrationSchema>>

export type Member = Registration['members'][number]

export interface RegistrationReceipt extends Saved {
  registration_id: string
  event: string
  event_name: string
  registrant_name: string
  team: readonly string[]
  registration_time: string
  coupon_applied: 'yes' | 'no'
  /** Rupees; null where the fee is that of a delegate pass. */
  amount: number | null
}

const formatContact = ({ phone, year }: Member) => {
  const known = [phone, year].filter((text) => text !== '')
  return known.length > 0 ? ` (${known.join(', ')})` : ''
}

/** "Member 1: name (phone, year); Member 2: …", as the confirmation e-mail lists a team. */
export const formatMembers = (team: readonly Member[]): string =>
  team
    .map((member, index) => `Member ${index + 1}: ${member.name}${formatContact(member)}`)
    .join('; ')

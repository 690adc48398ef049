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

const missing = 'You need a delegate pass for this. Enter your Delegate Pass ID.'
export const whereToFindPassId =
  'You’ll find it in your pass confirmation e-mail, under Delegate Pass ID.'

const explain = (text: string): string =>
  /^DP/i.test(text)
    ? `DP-… is the registration ID of your pass. The Delegate Pass ID has 12 digits and ends in the same digits. ${whereToFindPassId}`
    : `A Delegate Pass ID has 12 digits. ${whereToFindPassId}`

/** Whether the ID exists is not checked, but the organisers' export shows it. */
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

/** Normalises a coupon for comparison. The form shows the result while the user types. */
export const normaliseCoupon = (text: string): string =>
  text.replace(/[^a-z0-9!]/gi, '').toUpperCase()

export interface CouponAnswer {
  valid: boolean
  message: string
  /** The discounted price in rupees, for a valid coupon only. */
  price?: number
}

export interface Confirmed {
  /**
   * `queued`: will be sent later. `refused`: the mail server rejected the address permanently. To
   * correct the address, send the same form and key with another one.
   */
  confirmation: 'sent' | 'queued' | 'refused'
}

export interface Saved extends Confirmed, Referenced {
  email: string
  cancelled?: boolean
  /** The path of the ticket's page. Rooms have none. */
  ticket?: string
}

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

const chooseSizeMessages = (teamSize: number) => {
  if (teamSize === 1) {
    return { tooFew: 'Enter your details.', tooMany: 'Only one person can register here.' }
  }
  return {
    tooFew: 'Enter the team leader’s details.',
    tooMany: `A team has at most ${teamSize} members.`,
  }
}

/** Puts the leader first and drops empty rows. */
export const teamSchema = (teamSize: number) => {
  const { tooFew, tooMany } = chooseSizeMessages(teamSize)
  return v.pipe(
    v.array(v.unknown(), wrongList),
    v.minLength(1, tooFew),
    v.maxLength(teamSize, tooMany),
    v.tupleWithRest([makeLeaderSchema(teamSize)], otherMember),
    v.check((team) => {
      const names = team.map(({ name }) => name.toLowerCase()).filter(Boolean)
      return new Set(names).size === names.length
    }, twice),
    v.transform(
      ([first, ...rest]): Team => [first, ...rest.filter((member) => member.name !== '')],
    ),
  )
}

/** Used by the form, the server and the stored entry. */
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
    // If the subject requires no pass, any text is accepted.
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
  /** In rupees; null if a pass covers the entry. */
  amount: number | null
  /** Where to hand in an abstract, slides or a film. */
  submission_link?: string
}

const formatContact = ({ phone, year }: Member) => {
  const parts = [phone, year].filter((text) => text !== '')
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

/** Returns, for example, "Member 1: name (phone, year); Member 2: …". */
export const formatMembers = (team: readonly Member[]): string =>
  team
    .map((member, index) => `Member ${index + 1}: ${member.name}${formatContact(member)}`)
    .join('; ')

import * as v from 'valibot'
import { noticeField } from '../content/privacy'
import {
  describeTeamSize,
  leastMembers,
  mostMembers,
  type Subject,
  type TeamSize,
} from '../content/subject'
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
  /** The path of the ticket's page. Room requests have none. */
  ticket?: string
}

const makeLeaderSchema = (most: number) => {
  const whose = most === 1 ? 'your' : 'the team leader’s'
  return v.object({
    name: requiredName(`Enter ${whose} full name.`),
    phone,
    year: requiredText(limits.year, 'The year of study', `Choose or write ${whose} year of study.`),
  })
}

const memberMissing = 'Enter this member’s name, or clear the member’s other fields.'

const memberEntries = {
  name: optionalName,
  phone: optionalPhone,
  year: optionalText(limits.year, 'The year of study'),
}

const otherMember = v.pipe(
  v.object(memberEntries),
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

const describeLimit = (teamSize: TeamSize) =>
  `A team has ${describeTeamSize(teamSize).toLowerCase()}.`

const chooseSizeMessages = (teamSize: TeamSize) => {
  if (mostMembers(teamSize) === 1) {
    return { tooFew: 'Enter your details.', tooMany: 'Only one person can register here.' }
  }
  const limit = describeLimit(teamSize)
  return {
    tooFew: leastMembers(teamSize) === 1 ? 'Enter the team leader’s details.' : limit,
    tooMany: limit,
  }
}

const makeRequiredMember = (teamSize: TeamSize) =>
  v.object({
    ...memberEntries,
    name: requiredName(`Enter this member’s name. ${describeLimit(teamSize)}`),
  })

/** Puts the leader first and drops empty rows. */
export const teamSchema = (teamSize: TeamSize) => {
  const { tooFew, tooMany } = chooseSizeMessages(teamSize)
  const least = leastMembers(teamSize)
  const most = mostMembers(teamSize)
  const requiredMembers = Array.from({ length: least - 1 }, () => makeRequiredMember(teamSize))
  return v.pipe(
    v.array(v.unknown(), wrongList),
    v.minLength(least, tooFew),
    v.maxLength(most, tooMany),
    v.tupleWithRest([makeLeaderSchema(most), ...requiredMembers], otherMember),
    v.check((team) => {
      const names = team.map(({ name }) => name.toLowerCase()).filter(Boolean)
      return new Set(names).size === names.length
    }, twice),
    v.transform(
      ([first, ...rest]): Team => [first, ...rest.filter((member) => member.name !== '')],
    ),
  )
}

/** An older page may still send fields that the form of a free event no longer has. */
const ignoredText = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => ''),
  ),
  '',
)

/** Used by the form, the server and the stored entry. */
export const registrationSchema = (
  subject: Pick<Subject, 'teamSize' | 'passRequired'> & Partial<Pick<Subject, 'fee'>>,
  utr: typeof askedUtr = subject.fee?.per === 'pass' ? optionalUtr : askedUtr,
  isAgeAsked = false,
) => {
  const isFree = subject.fee?.per === 'free'
  return v.object({
    event: v.string(),
    members: teamSchema(subject.teamSize),
    email,
    ...pickSchemas(details.registration),
    // If the subject requires no pass, any text is accepted.
    delegate_id: subject.passRequired
      ? requiredPassId
      : optionalText(limits.delegateId, 'The Delegate Pass ID'),
    coupon: isFree ? ignoredText : optionalText(limits.coupon, 'The coupon'),
    payment_screenshot_url: isFree
      ? ignoredText
      : uploadedUrl('Choose the screenshot of your payment.'),
    ...referenceField,
    ...noticeField,
    utr: isFree ? ignoredText : utr,
    ...ageField(isAgeAsked),
  })
}

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

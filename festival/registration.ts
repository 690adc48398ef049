import * as v from 'valibot'
import { registrantCategories } from '#edition/registrants'
import type { Confirmed } from './confirmed'
import { optionalPassId, requiredPassId } from './delegate-pass-id'
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
} from './fields'
import { paymentReference } from './reference'
import type { Subject } from './subject'
import { askedUtr, optionalUtr } from './utr'

/** Whoever comes alone leads no team. */
const leaderOf = (teamSize: number) => {
  const whose = teamSize === 1 ? 'your' : 'the team leader’s'
  return v.object({
    name: requiredName(`Enter ${whose} full name.`),
    phone,
    year: requiredText(limits.year, 'The year of study', `Choose or write ${whose} year of study.`),
  })
}

const memberMissing = 'Enter this member’s name, or leave the member’s other fields empty too.'

const otherMember = v.pipe(
  v.object({
    name: optionalName,
    phone: optionalPhone,
    year: optionalText(limits.year, 'The year of study'),
  }),
  v.forward(
    v.check((member) => member.name !== '' || (member.phone === '' && member.year === ''), memberMissing),
    ['name'],
  ),
)

const wrongList = 'Send the team as a list of members.'

export type Team = [v.InferOutput<ReturnType<typeof leaderOf>>, ...v.InferOutput<typeof otherMember>[]]

/** The members of a team of at most so many, the leader first; empty rows are dropped. */
export const teamSchema = (teamSize: number) =>
  v.pipe(
    v.array(v.unknown(), wrongList),
    v.minLength(1, teamSize === 1 ? 'Enter your details.' : 'Enter the team leader’s details.'),
    v.maxLength(
      teamSize,
      teamSize === 1 ? 'Only one person can register here.' : `A team has at most ${teamSize} members.`,
    ),
    v.tupleWithRest([leaderOf(teamSize)], otherMember),
    v.transform(([first, ...rest]): Team => [first, ...rest.filter((member) => member.name !== '')]),
  )

/**
 * The body of an event registration, for the form, the server and the record alike. The subject decides how many
 * members a team may have and whether a delegate pass id is needed (behaviour 5.5).
 */
export const registrationSchema = (
  subject: Pick<Subject, 'teamSize' | 'passRequired'> & Partial<Pick<Subject, 'fee'>>,
  utr: typeof askedUtr = subject.fee?.per === 'pass' ? optionalUtr : askedUtr,
) =>
  v.object({
    event: v.string(),
    members: teamSchema(subject.teamSize),
    email,
    institution: requiredText(limits.institution, 'The institution', 'Enter your college or institution.'),
    category: v.picklist(
      registrantCategories.map((category) => category.value),
      'Choose the category that fits you.',
    ),
    delegate_id: subject.passRequired ? requiredPassId : optionalPassId,
    coupon: optionalText(limits.coupon, 'The coupon'),
    payment_screenshot_url: uploadedUrl('Choose the screenshot of your payment.'),
    payment_reference: paymentReference,
    utr,
  })

/** A registration whose every field has been checked. */
export type Registration = v.InferOutput<ReturnType<typeof registrationSchema>>

export type Member = Registration['members'][number]

/** The answer to a registration that is saved. */
export interface RegistrationReceipt extends Confirmed {
  registration_id: string
  event: string
  event_name: string
  registrant_name: string
  /** The names of the whole team, the leader first. */
  team: readonly string[]
  email: string
  registration_time: string
  coupon_applied: 'yes' | 'no'
  /** Rupees; null where the fee is that of a delegate pass. */
  amount: number | null
  /** Empty where none was sent. */
  payment_reference: string
}

const inBrackets = ({ phone, year }: Member) => {
  const known = [phone, year].filter((text) => text !== '')
  return known.length > 0 ? ` (${known.join(', ')})` : ''
}

/** The names of a team, from the record's list of its members. */
export const readTeam = (members: string): string[] => {
  const team: Pick<Member, 'name'>[] = JSON.parse(members)
  return team.map(({ name }) => name)
}

/** "Member 1: name (phone, year); Member 2: …", as the confirmation e-mail lists a team. */
export const formatMembers = (team: readonly Member[]): string =>
  team.map((member, index) => `Member ${index + 1}: ${member.name}${inBrackets(member)}`).join('; ')

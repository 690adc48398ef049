import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { findSubject, workshops } from '../../../festival/content/catalogue'
import { findTier, onlyTier } from '../../../festival/content/stored-names'
import {
  fullName,
  leastMembers,
  mostMembers,
  type Subject,
  type TeamSize,
} from '../../../festival/content/subject'
import type { EventPlaces } from '../../../festival/contract/places'
import type { FieldError } from '../../../festival/contract/problem'
import { checkWalkIn, type WalkIn } from '../../../festival/contract/walk-in'
import { type Detail, details } from '../../../festival/forms/details'
import { amountDue } from '../../../festival/payment/fee'
import {
  findEndOfFestival,
  findEndOfSubject,
  statusWords,
} from '../../../festival/schedule/availability'
import { tidyPhone } from '../../../festival/text/fields'

/** `id` identifies the row while the form is edited. */
export const emptyMember = (id: number) => ({ id, name: '', phone: '', year: '' })

/** Returns the members as the server receives them. */
export const tidyMembers = (members: readonly ReturnType<typeof emptyMember>[]) =>
  members.map(({ id: _id, ...member }) => ({ ...member, phone: tidyPhone(member.phone) }))

export interface WalkInDraft extends Pick<WalkIn, 'kind' | 'paid'> {
  /** The leader comes first. A pass or a room has only one person. */
  members: readonly ReturnType<typeof emptyMember>[]
  /** Keyed by the name of the field in the form's body. */
  answers: Readonly<Record<string, string>>
}

export const emptyWalkIn: WalkInDraft = {
  kind: 'registration',
  paid: 'cash',
  members: [emptyMember(0)],
  answers: {},
}

export interface WalkInField {
  path: string
  label: string
  choices?: readonly { value: string; label: string; group?: string }[] | undefined
  type?: string
  isOptional?: boolean
  isFirst?: boolean
}

export const findDraftSubject = ({ answers }: Pick<WalkInDraft, 'answers'>) =>
  findSubject(answers.event ?? '')

/** Counts pending entries too, because they may still get the last places. */
const isFull = ({ places, placed, pending, waiting }: EventPlaces): boolean =>
  placed + pending + waiting >= places

export const listEventChoices = (
  now: readonly Subject[],
  places: Readonly<Record<string, EventPlaces>> = {},
) =>
  now.map((subject) => {
    const words: string[] = []
    if (subject.status !== 'open') {
      words.push(statusWords[subject.status].name.toLowerCase())
    }
    const count = places[subject.key]
    if (count && isFull(count)) {
      words.push('full')
    }
    const status = words.length > 0 ? ` (${words.join(', ')})` : ''
    const group = subject.kind === 'event' ? 'Events' : 'Workshops'
    return { value: subject.key, label: fullName(subject) + status, group }
  })
const tierChoices = tiers.map(({ value, label, name }) => ({ value, label: `${label}: ${name}` }))

const tierFields: WalkInField[] = onlyTier
  ? []
  : [{ path: 'tier', label: 'Tier', choices: tierChoices, isFirst: true }]
const passIdFields: WalkInField[] =
  tiers.length > 0 ? [{ path: 'delegate_id', label: 'Delegate Pass ID', isOptional: true }] : []

const couponFields: WalkInField[] =
  identity.coupon === false ? [] : [{ path: 'coupon', label: 'Coupon', isOptional: true }]
const eventLabel = workshops.length > 0 ? 'Event or workshop' : 'Event'

const commonFields = (kind: WalkIn['kind']): WalkInField[] => [
  { path: 'email', label: 'E-mail address', type: 'email' },
  ...Object.entries<Detail>(details[kind]).map(([path, { label, choices }]) => ({
    path,
    label,
    choices,
  })),
]

/** Includes tiers that the site does not sell at the moment. */
export const walkInFields: Readonly<Record<WalkIn['kind'], WalkInField[]>> = {
  registration: [
    { path: 'event', label: eventLabel, choices: [], isFirst: true },
    ...commonFields('registration'),
    ...passIdFields,
    ...couponFields,
  ],
  'delegate-pass': [...tierFields, ...commonFields('delegate-pass')],
  accommodation: [
    ...commonFields('accommodation'),
    { path: 'arrival', label: 'Arrival', type: 'datetime-local' },
    { path: 'departure', label: 'Departure', type: 'datetime-local' },
  ],
}

export const nameNumberField = (kind: WalkIn['kind']) =>
  kind === 'accommodation' ? 'transaction_id' : 'utr'

/** Returns the team's rows once its event has been chosen. */
export const fitTeam = (members: WalkInDraft['members'], teamSize: TeamSize) => {
  const missing = leastMembers(teamSize) - members.length
  const added = Array.from({ length: missing }, (_, index) => emptyMember(members.length + index))
  return [...members, ...added].slice(0, mostMembers(teamSize))
}

/** Returns rupees before coupons, null if a pass covers the fee, or undefined before a choice. */
export const amountToTake = (draft: WalkInDraft): number | null | undefined => {
  if (draft.kind === 'delegate-pass') {
    return (onlyTier ?? findTier(draft.answers.tier ?? ''))?.price
  }
  if (draft.kind === 'accommodation') {
    return accommodation?.prebookingFee
  }
  const subject = findDraftSubject(draft)
  if (!subject) {
    return undefined
  }
  const named = draft.members.filter(({ name }) => name.trim() !== '').length
  const count = Math.max(leastMembers(subject.teamSize), named)
  return amountDue(subject.fee, count) ?? null
}

/** `now` is in milliseconds since 1970. */
export const isOver = (
  draft: Pick<WalkInDraft, 'kind' | 'answers'>,
  now: number,
  subjects: readonly Subject[],
): boolean => {
  if (draft.kind !== 'registration') {
    return now >= findEndOfFestival(identity)
  }
  const subject = subjects.find(({ key }) => key === draft.answers.event)
  return subject !== undefined && now >= findEndOfSubject(subject)
}

/** In the form, a single person takes the place of the leader. */
export const formPath = (kind: WalkIn['kind'], path: string): string =>
  kind !== 'registration' && (path === 'name' || path === 'phone') ? `members.0.${path}` : path

/** The forms' messages address the participant, but an organiser reads them. */
export const addressOrganiser = (message: string): string =>
  message.replace(/\b(Enter|Choose|write) your\b/, '$1 the')

/** Pictures are not required. */
export const readWalkIn = (
  draft: WalkInDraft,
  subjects: readonly Subject[],
): { ok: true; value: WalkIn } | { ok: false; errors: FieldError[] } => {
  const { kind, paid, answers } = draft
  const members = tidyMembers(draft.members)
  const paths = walkInFields[kind].map(({ path }) => path)
  if (paid === 'upi') {
    paths.push(nameNumberField(kind))
  }
  const form = Object.fromEntries(paths.map((path) => [path, answers[path] ?? '']))
  const people = kind === 'registration' ? { members } : members[0]
  const tier = onlyTier ? { tier: onlyTier.value } : {}
  const value = { kind, paid, form: { ...tier, ...form, ...people } }
  const checked = checkWalkIn(value, subjects)
  if (checked.ok) {
    return { ok: true, value }
  }
  return {
    ok: false,
    errors: checked.errors.map(({ path, message }) => ({ path: formPath(kind, path), message })),
  }
}

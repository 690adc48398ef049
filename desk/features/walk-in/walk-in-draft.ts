import * as v from 'valibot'
import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { accommodationSchema } from '../../../festival/accommodation'
import { amountDue } from '../../../festival/amount-due'
import { endOfFestival, endOfSubject } from '../../../festival/availability'
import { delegatePassSchema } from '../../../festival/delegate-pass'
import type { WalkIn } from '../../../festival/desk/walk-in'
import { tidyPhone } from '../../../festival/fields'
import { type FieldError, parseBody } from '../../../festival/problem'
import { registrationSchema } from '../../../festival/registration'
import { findTier } from '../../../festival/stored-names'
import { optionalUtr } from '../../../festival/utr'

/** A place in the team that nobody has yet; `id` tells it from the others while they are typed. */
export const emptyMember = (id: number) => ({ id, name: '', phone: '', year: '' })

/** What is typed at the desk, all of it text, for whichever kind is chosen. */
export const emptyWalkIn = {
  kind: 'registration' as WalkIn['kind'],
  paid: 'cash' as WalkIn['paid'],
  event: '',
  tier: '',
  members: [emptyMember(0)],
  email: '',
  institution: '',
  category: '',
  delegate_id: '',
  coupon: '',
  /** Of a room. */
  arrival: '',
  departure: '',
  utr: '',
}
export type WalkInDraft = typeof emptyWalkIn

/** What somebody can be entered for at the desk, in groups: also what the site no longer takes, or not yet. */
export const offered = (['event', 'workshop'] as const).map((kind) => ({
  kind,
  subjects: subjects.filter((subject) => subject.kind === kind),
}))

export const subjectOf = ({ event }: Pick<WalkInDraft, 'event'>) => subjects.find(({ key }) => key === event)

/** The rupees to take, coupons aside; null where a pass covers it, undefined before anything is chosen. */
export const amountToTake = (draft: WalkInDraft): number | null | undefined => {
  if (draft.kind === 'delegate-pass') return findTier(draft.tier)?.price
  if (draft.kind === 'accommodation') return accommodation.prebookingFee
  const subject = subjectOf(draft)
  return subject && (amountDue(subject.fee, draft.members.filter(({ name }) => name.trim() !== '').length) ?? null)
}

/** Whether what is chosen has ended by then, in milliseconds since 1970. */
export const isOver = (draft: Pick<WalkInDraft, 'kind' | 'event'>, now: number): boolean => {
  if (draft.kind !== 'registration') return now >= endOfFestival(identity)
  const subject = subjectOf(draft)
  return subject !== undefined && now >= endOfSubject(subject)
}

type Read = { ok: true; value: WalkIn } | { ok: false; errors: FieldError[] }

/** The fields of which the form has one place for all kinds: one person where a team has its leader, and one box for the UTR. */
const placeOf = new Map([
  ['name', 'members.0.name'],
  ['phone', 'members.0.phone'],
  ['college', 'institution'],
  ['transaction_id', 'utr'],
])

/** The path of a refused field as the form has it: the server names it inside of `form`. */
export const formPath = (kind: WalkIn['kind'], path: string): string => {
  const bare = path.replace(/^form\./, '')
  return kind === 'registration' ? bare : (placeOf.get(bare) ?? bare)
}

/** What the server leaves out of a room that is entered here: pictures, and for cash the transaction ID. */
const leftOut = '000000000000'
const pictures = { id_proof_url: leftOut, participation_proof_url: leftOut, payment_proof_url: leftOut }
const notHere = ['payment_screenshot_url', 'payment_reference'] as const

const parseForm = (draft: WalkInDraft) => {
  const { kind, event, tier, email, institution, category, delegate_id, coupon, arrival, departure } = draft
  const members = draft.members.map((member) => ({ ...member, phone: tidyPhone(member.phone) }))
  const { name = '', phone = '' } = members[0] ?? {}
  const utr = draft.paid === 'upi' ? draft.utr : ''
  if (kind === 'accommodation') {
    const typed = { name, phone, college: institution, email, arrival, departure }
    const transaction_id = draft.paid === 'upi' ? utr : leftOut
    const parsed = parseBody(accommodationSchema({ subjects, identity }), { ...typed, transaction_id, ...pictures })
    if (!parsed.ok) return parsed
    const number = draft.paid === 'upi' ? { transaction_id: parsed.value.transaction_id } : {}
    return { ok: true, value: { ...typed, ...number } } as const
  }
  if (kind === 'delegate-pass')
    return parseBody(v.omit(delegatePassSchema(tiers, optionalUtr), notHere), {
      ...{ name, email, phone, institution, tier, utr },
    })
  const subject = subjectOf(draft)
  if (!subject) return { ok: false, errors: [{ path: 'event', message: 'Choose the event or workshop.' }] } as const
  return parseBody(v.omit(registrationSchema(subject, optionalUtr), notHere), {
    ...{ event, members, email, institution, category, delegate_id, coupon, utr },
  })
}

/** Reads a draft by the rules of its form, the pictures aside: what is sent, or what must be mended. */
export const readWalkIn = (draft: WalkInDraft): Read => {
  const { kind, paid } = draft
  const parsed = parseForm(draft)
  if (parsed.ok) return { ok: true, value: { kind, paid, form: parsed.value } }
  return { ok: false, errors: parsed.errors.map(({ path, message }) => ({ path: formPath(kind, path), message })) }
}

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

/** What is typed at the desk, all of it text, for whichever kind is chosen. */
export interface WalkInDraft {
  kind: WalkIn['kind']
  paid: WalkIn['paid']
  event: string
  tier: string
  members: { id: number; name: string; phone: string; year: string }[]
  email: string
  institution: string
  category: string
  delegate_id: string
  coupon: string
  /** Of a room. */
  arrival: string
  departure: string
  utr: string
}

/** A place in the team that nobody has yet; `id` tells it from the others while they are typed. */
export const emptyMember = (id: number) => ({ id, name: '', phone: '', year: '' })

export const emptyWalkIn: WalkInDraft = {
  kind: 'registration',
  paid: 'cash',
  event: '',
  tier: '',
  members: [emptyMember(0)],
  email: '',
  institution: '',
  category: '',
  delegate_id: '',
  coupon: '',
  arrival: '',
  departure: '',
  utr: '',
}

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
  const subject = draft.kind === 'registration' ? subjectOf(draft) : undefined
  if (draft.kind === 'registration' && !subject) return false
  return now >= (subject ? endOfSubject(subject) : endOfFestival(identity))
}

/** What the server leaves out of a room that is entered here: pictures, and for cash the transaction ID. */
const leftOut = '000000000000'

const roomSchema = accommodationSchema({ subjects, identity })

/** The form shows one person where a team has its leader, and one box for the UTR. */
const inForm = (path: string): string => {
  if (path === 'name' || path === 'phone') return `members.0.${path}`
  if (path === 'college') return 'institution'
  return path === 'transaction_id' ? 'utr' : path
}

type Read = { ok: true; value: WalkIn } | { ok: false; errors: FieldError[] }

const readRoom = ({ paid, members, email, institution: college, arrival, departure, utr }: WalkInDraft): Read => {
  const { name = '', phone = '' } = members[0] ?? {}
  const typed = { name, phone: tidyPhone(phone), college, email, arrival, departure }
  const transaction_id = paid === 'upi' ? utr : leftOut
  const pictures = { id_proof_url: leftOut, participation_proof_url: leftOut, payment_proof_url: leftOut }
  const parsed = parseBody(roomSchema, { ...typed, transaction_id, ...pictures })
  if (!parsed.ok) return { ok: false, errors: parsed.errors.map((error) => ({ ...error, path: inForm(error.path) })) }
  const form = { ...typed, ...(paid === 'upi' ? { transaction_id: parsed.value.transaction_id } : {}) }
  return { ok: true, value: { kind: 'accommodation', paid, form } }
}

/** Reads a draft by the rules of its form, the pictures aside: what is sent, or what must be mended. */
export const readWalkIn = (draft: WalkInDraft): Read => {
  if (draft.kind === 'accommodation') return readRoom(draft)
  const { kind, paid, event, tier, email, institution, category, delegate_id, coupon } = draft
  const members = draft.members.map((member) => ({ ...member, phone: tidyPhone(member.phone) }))
  const utr = paid === 'upi' ? draft.utr : ''
  if (kind === 'delegate-pass') {
    const { name = '', phone = '' } = members[0] ?? {}
    const schema = v.omit(delegatePassSchema(tiers, optionalUtr), ['payment_screenshot_url', 'payment_reference'])
    const parsed = parseBody(schema, { name, email, phone, institution, tier, utr })
    return parsed.ok
      ? { ok: true, value: { kind, paid, form: parsed.value } }
      : { ok: false, errors: parsed.errors.map(({ path, message }) => ({ path: inForm(path), message })) }
  }
  const subject = subjectOf(draft)
  if (!subject) return { ok: false, errors: [{ path: 'event', message: 'Choose the event or workshop.' }] }
  const schema = v.omit(registrationSchema(subject, optionalUtr), ['payment_screenshot_url', 'payment_reference'])
  const parsed = parseBody(schema, { event, members, email, institution, category, delegate_id, coupon, utr })
  return parsed.ok ? { ok: true, value: { kind, paid, form: parsed.value } } : parsed
}

/** The path of a refused field as the form has it: the server names it inside of `form`. */
export const formPath = (kind: WalkIn['kind'], path: string): string => {
  const bare = path.replace(/^form\./, '')
  return kind === 'registration' ? bare : inForm(bare)
}

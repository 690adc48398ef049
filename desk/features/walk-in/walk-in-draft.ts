import * as v from 'valibot'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { amountDue } from '../../../festival/amount-due'
import { delegatePassSchema } from '../../../festival/delegate-pass'
import type { WalkIn } from '../../../festival/desk/walk-in'
import { parseBody } from '../../../festival/parse-body'
import type { FieldError } from '../../../festival/problem'
import { registrationSchema } from '../../../festival/registration'
import { findTier } from '../../../festival/tier'

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
  utr: '',
}

/** What somebody can be entered for at the desk: what is open, and what comes with a pass. */
export const offered = subjects.filter(({ status }) => status === 'open')

export const subjectOf = ({ event }: Pick<WalkInDraft, 'event'>) => subjects.find(({ key }) => key === event)

/** The rupees to take, coupons aside; null where a pass covers it, undefined before anything is chosen. */
export const amountToTake = (draft: WalkInDraft): number | null | undefined => {
  if (draft.kind === 'delegate-pass') return findTier(draft.tier)?.price
  const subject = subjectOf(draft)
  return subject && (amountDue(subject.fee, draft.members.filter(({ name }) => name.trim() !== '').length) ?? null)
}

/** Reads a draft by the rules of its form, the picture aside: what is sent, or what must be mended. */
export const readWalkIn = (draft: WalkInDraft): { ok: true; value: WalkIn } | { ok: false; errors: FieldError[] } => {
  const { kind, paid, members, event, tier, email, institution, category, delegate_id, coupon } = draft
  const utr = paid === 'upi' ? draft.utr : ''
  if (kind === 'delegate-pass') {
    const { name = '', phone = '' } = members[0] ?? {}
    const schema = v.omit(delegatePassSchema(tiers), ['payment_screenshot_url', 'payment_reference'])
    const parsed = parseBody(schema, { name, email, phone, institution, tier, utr })
    // The form shows the buyer where a team has its leader.
    const inForm = (path: string) => (path === 'name' || path === 'phone' ? `members.0.${path}` : path)
    return parsed.ok
      ? { ok: true, value: { kind, paid, form: parsed.value } }
      : { ok: false, errors: parsed.errors.map(({ path, message }) => ({ path: inForm(path), message })) }
  }
  const subject = subjectOf(draft)
  if (!subject) return { ok: false, errors: [{ path: 'event', message: 'Choose the event or workshop.' }] }
  const schema = v.omit(registrationSchema(subject), ['payment_screenshot_url', 'payment_reference'])
  const parsed = parseBody(schema, { event, members, email, institution, category, delegate_id, coupon, utr })
  return parsed.ok ? { ok: true, value: { kind, paid, form: parsed.value } } : parsed
}

/** The path of a refused field as the form has it: the server names it inside of `form`. */
export const formPath = (path: string): string => path.replace(/^form\./, '')

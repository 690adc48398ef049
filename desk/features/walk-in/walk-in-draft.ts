import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { registrantCategories } from '#edition/registrants'
import { amountDue } from '../../../festival/amount-due'
import { endOfFestival, endOfSubject, statusWords } from '../../../festival/availability'
import { findSubject } from '../../../festival/catalogue'
import { checkWalkIn } from '../../../festival/desk/check-walk-in'
import type { WalkIn } from '../../../festival/desk/walk-in'
import { details } from '../../../festival/details'
import { tidyPhone } from '../../../festival/fields'
import type { FieldError } from '../../../festival/problem'
import { findTier } from '../../../festival/stored-names'
import { fullName } from '../../../festival/subject'

/** A place in the team that nobody has yet; `id` tells it from the others while they are typed. */
export const emptyMember = (id: number) => ({ id, name: '', phone: '', year: '' })

/** What is typed at the desk, for whichever kind is chosen. */
export interface WalkInDraft extends Pick<WalkIn, 'kind' | 'paid'> {
  /** The team, the leader first; of a pass or a room the one person. */
  members: readonly ReturnType<typeof emptyMember>[]
  /** By the name of the field in the form's body. */
  answers: Readonly<Record<string, string>>
}

export const emptyWalkIn: WalkInDraft = { kind: 'registration', paid: 'cash', members: [emptyMember(0)], answers: {} }

/** A question whose answer is a line of text, or one of several choices. */
export interface WalkInField {
  /** Its name in the form's body. */
  path: string
  label: string
  choices?: readonly { value: string; label: string; group?: string }[]
  type?: string
  inputMode?: 'numeric'
  hint?: string
  isOptional?: boolean
}

export const subjectOf = ({ answers }: Pick<WalkInDraft, 'answers'>) => findSubject(answers.event ?? '')

/** What somebody is entered for: also what the site no longer takes, or not yet. */
const what: Readonly<Record<WalkIn['kind'], readonly WalkInField[]>> = {
  registration: [
    {
      path: 'event',
      label: 'Event or workshop',
      choices: subjects.map((subject) => ({
        value: subject.key,
        label:
          fullName(subject) + (subject.status === 'open' ? '' : ` (${statusWords[subject.status].name.toLowerCase()})`),
        group: subject.kind === 'event' ? 'Events' : 'Workshops',
      })),
    },
  ],
  'delegate-pass': [
    {
      path: 'tier',
      label: 'Tier',
      choices: tiers.map(({ value, label, name }) => ({ value, label: `${label}: ${name}` })),
    },
  ],
  accommodation: [],
}

const ofKind = (draft: WalkInDraft): readonly WalkInField[] => {
  if (draft.kind === 'delegate-pass') return []
  if (draft.kind === 'accommodation')
    return [
      { path: 'arrival', label: 'Arrival', type: 'datetime-local' },
      { path: 'departure', label: 'Departure', type: 'datetime-local' },
    ]
  return [
    { path: 'category', label: 'Category', choices: registrantCategories },
    { path: 'delegate_id', label: 'Delegate Pass ID', isOptional: !subjectOf(draft)?.passRequired },
    { path: 'coupon', label: 'Coupon', isOptional: true },
  ]
}

/** What is asked, before the people and after them; the number of a payment by UPI last. */
export const fieldsOf = (
  draft: WalkInDraft,
): { first: readonly WalkInField[]; rest: WalkInField[]; payment: WalkInField[] } => {
  const { kind, paid } = draft
  const number = kind === 'accommodation' ? { path: 'transaction_id' } : { path: 'utr', isOptional: true }
  const asked = Object.entries(details[kind]).map(([path, { label }]) => ({ path, label }))
  return {
    first: what[kind],
    rest: [{ path: 'email', label: 'E-mail address', type: 'email' }, ...asked, ...ofKind(draft)],
    payment:
      paid === 'upi' ? [{ ...number, label: 'UTR', hint: '12 digits, from their UPI app.', inputMode: 'numeric' }] : [],
  }
}

/** The rupees to take, coupons aside; null where a pass covers it, undefined before anything is chosen. */
export const amountToTake = (draft: WalkInDraft): number | null | undefined => {
  if (draft.kind === 'delegate-pass') return findTier(draft.answers.tier ?? '')?.price
  if (draft.kind === 'accommodation') return accommodation.prebookingFee
  const subject = subjectOf(draft)
  return subject && (amountDue(subject.fee, draft.members.filter(({ name }) => name.trim() !== '').length) ?? null)
}

/** Whether what is chosen has ended by then, in milliseconds since 1970. */
export const isOver = (draft: Pick<WalkInDraft, 'kind' | 'answers'>, now: number): boolean => {
  if (draft.kind !== 'registration') return now >= endOfFestival(identity)
  const subject = subjectOf(draft)
  return subject !== undefined && now >= endOfSubject(subject)
}

/** The path of a refused field as the form has it: one person stands where a team has its leader. */
export const formPath = (kind: WalkIn['kind'], path: string): string =>
  kind !== 'registration' && (path === 'name' || path === 'phone') ? `members.0.${path}` : path

/** Reads a draft by the rules of its form, the pictures aside: what is sent, or what must be mended. */
export const readWalkIn = (draft: WalkInDraft): { ok: true; value: WalkIn } | { ok: false; errors: FieldError[] } => {
  const { kind, paid, answers } = draft
  const members = draft.members.map(({ id: _id, ...member }) => ({ ...member, phone: tidyPhone(member.phone) }))
  const asked = Object.values(fieldsOf(draft)).flatMap((fields) =>
    fields.map(({ path }) => [path, answers[path] ?? '']),
  )
  const value = {
    kind,
    paid,
    form: { ...Object.fromEntries(asked), ...(kind === 'registration' ? { members } : members[0]) },
  }
  const checked = checkWalkIn(value)
  if (checked.ok) return { ok: true, value }
  return { ok: false, errors: checked.errors.map(({ path, message }) => ({ path: formPath(kind, path), message })) }
}

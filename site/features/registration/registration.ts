import * as v from 'valibot'
import { type Parsed, parseBody } from '../../../festival/problem'
import { normaliseCoupon, type Registration, registrationSchema } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { typedText } from '../../forms/draft'
import { type Attempts, attemptsSchema } from '../../forms/use-submission'
import { type HeldTeam, memberSchema } from '../../team-fields'

/** What the form of an event holds, as typed, but for the screenshot, which is kept beside it. */
export interface RegistrationDraft extends HeldTeam {
  email: string
  institution: string
  category: string
  delegate_id: string
  coupon: string
  utr: string
  /** Whether the server said that the coupon holds, and nothing was typed since. */
  couponHolds: boolean
  /** Made with the draft: every tab that takes the draft up sends it under the same key. */
  attempts: Attempts<Registration>
}

export const draftSchema = (subject: Subject): v.GenericSchema<unknown, RegistrationDraft> =>
  v.object({
    members: v.optional(v.pipe(v.array(memberSchema), v.minLength(1)), [{}]),
    email: typedText,
    institution: typedText,
    category: typedText,
    delegate_id: typedText,
    coupon: typedText,
    utr: typedText,
    couponHolds: v.optional(v.boolean(), false),
    attempts: attemptsSchema(registrationSchema(subject)),
  })

/** The name under which a form's draft and screenshot are kept: each event has its own. */
export const draftName = (subject: Pick<Subject, 'key'>): string => `register:${subject.key}`

/** How many members the team has who will be registered: those with a name, and the leader at least. */
export const countMembers = ({ members }: HeldTeam): number =>
  Math.max(1, members.filter((member) => member.name.trim() !== '').length)

export const changeCoupon = (held: RegistrationDraft, text: string): RegistrationDraft => ({
  ...held,
  couponHolds: false,
  coupon: normaliseCoupon(text),
})

/** Where fields stand on the page, for the order in which errors are listed. */
export const order = [
  ...['members', 'delegate_id', 'email', 'institution', 'category'],
  ...['coupon', 'payment_screenshot_url', 'utr'],
]

const couponNotApplied = 'You typed a coupon and did not apply it. Press Apply to use it, or empty the field.'

/**
 * Checks everything before it is sent, by the schema that the server checks it with. A coupon must have been applied, for the
 * amount that was paid depends on it (behaviour 5.13).
 */
export const checkRegistration = (
  subject: Subject,
  { couponHolds, ...held }: RegistrationDraft,
  screenshotUrl: string,
): Parsed<Registration> => {
  // Where nothing is paid there is nothing to discount, and the form asks for neither.
  const isPaidByPass = subject.fee.per === 'pass'
  const parsed = parseBody(registrationSchema(subject), {
    ...held,
    event: subject.key,
    delegate_id: subject.passRequired ? held.delegate_id : '',
    coupon: isPaidByPass ? '' : held.coupon,
    utr: isPaidByPass ? undefined : held.utr,
    payment_screenshot_url: screenshotUrl,
  })
  if (held.coupon === '' || isPaidByPass || couponHolds) return parsed
  const errors = parsed.ok ? [] : parsed.errors
  return { ok: false, errors: [...errors, { path: 'coupon', message: couponNotApplied }] }
}

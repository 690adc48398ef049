import * as v from 'valibot'
import type { Subject } from '../../../festival/content/subject'
import { type Parsed, parseBody } from '../../../festival/contract/problem'
import {
  normaliseCoupon,
  type Registration,
  registrationSchema,
} from '../../../festival/forms/registration'
import { privacyNotice } from '../../built'
import { typedAge, typedTexts } from '../../forms/draft'
import { attemptsSchema } from '../../forms/use-entry-form'
import { memberSchema, type TeamValues } from '../../team-fields'

/** What the form of an event holds, as typed, but for the screenshot, which is kept beside it. */
export type RegistrationDraft = v.InferOutput<ReturnType<typeof draftSchema>>

export const draftSchema = (subject: Subject) => {
  const body = registrationSchema(subject, undefined, privacyNotice.isAgeAsked)
  return v.object({
    ...typedTexts(body.entries),
    ...typedAge,
    members: v.optional(v.pipe(v.array(memberSchema), v.minLength(1)), [{}]),
    /** Whether the server said that the coupon holds, and nothing was typed since. */
    isCouponValid: v.optional(v.boolean(), false),
    /** Made with the draft: every tab that takes the draft up sends it under the same key. */
    attempts: attemptsSchema(body),
  })
}

/** The name under which a form's draft and screenshot are kept: each event has its own. */
export const draftName = (subject: Pick<Subject, 'key'>): string => `register:${subject.key}`

/** How many members the team has who will be registered: those with a name, and the leader at least. */
export const countMembers = ({ members }: TeamValues): number =>
  Math.max(1, members.filter((member) => member.name.trim() !== '').length)

export const changeCoupon = (values: RegistrationDraft, text: string): RegistrationDraft => ({
  ...values,
  isCouponValid: false,
  coupon: normaliseCoupon(text),
})

const couponNotApplied =
  'You typed a coupon but did not apply it. Press Apply to use it, or clear the field.'

/**
 * Checks everything before it is sent, by the schema that the server checks it with. A coupon must have been applied, for the
 * amount that was paid depends on it (behaviour 5.13).
 */
export const checkRegistration = (
  subject: Subject,
  { isCouponValid, ...values }: RegistrationDraft,
  screenshotUrl: string,
): Parsed<Registration> => {
  // Where nothing is paid there is nothing to discount, and the form asks for neither.
  const isPaidByPass = subject.fee.per === 'pass'
  const parsed = parseBody(registrationSchema(subject, undefined, privacyNotice.isAgeAsked), {
    ...values,
    event: subject.key,
    delegate_id: subject.passRequired ? values.delegate_id : '',
    coupon: isPaidByPass ? '' : values.coupon,
    utr: isPaidByPass ? undefined : values.utr,
    payment_screenshot_url: screenshotUrl,
  })
  if (values.coupon === '' || isPaidByPass || isCouponValid) {
    return parsed
  }
  const errors = parsed.ok ? [] : parsed.errors
  return { ok: false, errors: [...errors, { path: 'coupon', message: couponNotApplied }] }
}

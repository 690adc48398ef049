import * as v from 'valibot'
import { leastMembers, type Subject } from '../../../festival/content/subject'
import { type Parsed, parseBody } from '../../../festival/contract/problem'
import {
  normaliseCoupon,
  type Registration,
  registrationSchema,
} from '../../../festival/forms/registration'
import { isPaid } from '../../../festival/payment/fee'
import { privacyNotice } from '../../built'
import { typedAge, typedTexts } from '../../forms/draft'
import { attemptsSchema } from '../../forms/use-entry-form'
import { memberSchema, type TeamValues } from '../../team-fields'

/** Does not contain the screenshot, which is stored separately. */
export type RegistrationDraft = v.InferOutput<ReturnType<typeof draftSchema>>

export const draftSchema = (subject: Subject) => {
  const body = registrationSchema(subject, undefined, privacyNotice.isAgeAsked)
  const emptyTeam = Array.from({ length: leastMembers(subject.teamSize) }, () => ({}))
  return v.object({
    ...typedTexts(body.entries),
    ...typedAge,
    members: v.optional(v.pipe(v.array(memberSchema), v.minLength(1)), emptyTeam),
    /** Whether the server has accepted the current coupon. */
    isCouponValid: v.optional(v.boolean(), false),
    /** Part of the draft, so that all tabs with the same draft send the same key. */
    attempts: attemptsSchema(body),
  })
}

export const draftName = (subject: Pick<Subject, 'key'>): string => `register:${subject.key}`

/** Counts members with a name, but never fewer than the smallest team has. */
export const countMembers = (
  { teamSize }: Pick<Subject, 'teamSize'>,
  { members }: TeamValues,
): number =>
  Math.max(leastMembers(teamSize), members.filter((member) => member.name.trim() !== '').length)

export const changeCoupon = (values: RegistrationDraft, text: string): RegistrationDraft => ({
  ...values,
  isCouponValid: false,
  coupon: normaliseCoupon(text),
})

const couponNotApplied =
  'You typed a coupon but did not apply it. Press Apply to use it, or clear the field.'

/**
 * Validates with the server's schema. A typed coupon must be applied, because the amount depends on
 * it.
 */
export const checkRegistration = (
  subject: Subject,
  { isCouponValid, ...values }: RegistrationDraft,
  screenshotUrl: string,
): Parsed<Registration> => {
  const hasPayment = isPaid(subject.fee)
  const parsed = parseBody(registrationSchema(subject, undefined, privacyNotice.isAgeAsked), {
    ...values,
    event: subject.key,
    delegate_id: subject.passRequired ? values.delegate_id : '',
    coupon: hasPayment ? values.coupon : '',
    utr: hasPayment ? values.utr : undefined,
    payment_screenshot_url: screenshotUrl,
  })
  if (values.coupon === '' || !hasPayment || isCouponValid) {
    return parsed
  }
  const errors = parsed.ok ? [] : parsed.errors
  return { ok: false, errors: [...errors, { path: 'coupon', message: couponNotApplied }] }
}

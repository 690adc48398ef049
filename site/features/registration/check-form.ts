import { type Parsed, parseBody } from '../../../festival/problem'
import { type Registration, registrationSchema } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { inOrder } from '../../forms/submission/in-order'
import type { RegistrationDraft } from './draft'
import { makeBody } from './form-values'

const couponNotApplied = 'You typed a coupon and did not apply it. Press Apply to use it, or empty the field.'

/** Where fields stand on the page, for the order in which errors are listed. */
const order = ['members', 'delegate_id', 'email', 'institution', 'category', 'coupon', 'payment_screenshot_url', 'utr']

/**
 * Checks everything before it is sent, by the schema that the server checks it with; errors come in the order of the
 * page. A coupon must have been applied, for the amount that was paid depends on it (behaviour 5.13).
 */
export const checkForm = (subject: Subject, draft: RegistrationDraft, screenshotUrl: string): Parsed<Registration> => {
  const body = makeBody(subject, draft.values, screenshotUrl)
  const parsed = parseBody(registrationSchema(subject), body)
  const isWaiting = body.coupon !== '' && !draft.couponHolds
  if (!isWaiting && parsed.ok) return parsed
  const errors = [
    ...(parsed.ok ? [] : parsed.errors),
    ...(isWaiting ? [{ path: 'coupon', message: couponNotApplied }] : []),
  ]
  return inOrder({ ok: false, errors }, order)
}

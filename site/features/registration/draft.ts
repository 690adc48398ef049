import * as v from 'valibot'
import { type Registration, registrationSchema } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import { type Attempts, attemptsSchema } from '../../forms/submission/attempts'
import { type FormValues, formValuesSchema } from './form-values'

/** Everything about a registration that survives a reload, but the screenshot, which is kept beside it. */
export interface RegistrationDraft {
  values: FormValues
  /** Whether the server said that the coupon holds, and nothing was typed since. */
  couponHolds: boolean
  /** Made with the draft: every tab that takes the draft up sends it under the same key. */
  attempts: Attempts<Registration>
}

export const draftSchema = (subject: Subject): v.GenericSchema<unknown, RegistrationDraft> =>
  v.object({
    values: v.optional(formValuesSchema, {}),
    couponHolds: v.optional(v.boolean(), false),
    attempts: attemptsSchema(registrationSchema(subject)),
  })

/** The name under which a form's draft and screenshot are kept: each event has its own. */
export const draftName = (subject: Pick<Subject, 'key'>): string => `register:${subject.key}`

import { Hono } from 'hono'
import { formPaths } from '../../../festival/api'
import type { CouponAnswer } from '../../../festival/coupon'
import type { Subject } from '../../../festival/subject'
import type { HttpEnvironment } from '../../http/environment'
import type { Doors } from '../../submissions/open-doors'
import { addSubmission } from '../../submissions/routes'
import type { Submit } from '../../submissions/submit'
import { registrationForm } from './form'
import { readRegistration } from './read-registration'
import type { NextMillis } from './unique-millis'

/** Whether a code that came from this network holds for the subject. */
type DecideCoupon = (subject: Subject, code: string, network: string) => Promise<CouponAnswer>

/** `POST /api/event-registrations`. */
export const registrationRoutes = (
  submit: Submit,
  decideCoupon: DecideCoupon,
  nextMillis: NextMillis,
  doors: Doors,
): Hono<HttpEnvironment> =>
  addSubmission(new Hono<HttpEnvironment>(), formPaths.registration, submit, (json, { wide }) =>
    readRegistration(
      json,
      (subject) => registrationForm(subject, (code) => decideCoupon(subject, code, wide), nextMillis, doors),
      doors,
    ),
  )

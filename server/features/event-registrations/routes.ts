import { Hono } from 'hono'
import type { HttpEnvironment } from '../../http/environment'
import { addSubmission } from '../submissions/routes'
import type { Submit } from '../submissions/submit'
import { registrationForm } from './form'
import { createMoments } from './moments'
import { readRegistration } from './read-registration'

/** `POST /api/event-registrations`. */
export const registrationRoutes = (submit: Submit, couponCode: string | undefined): Hono<HttpEnvironment> => {
  const takeMoment = createMoments()
  return addSubmission(new Hono<HttpEnvironment>(), '/api/event-registrations', submit, (json) =>
    readRegistration(json, (subject) => registrationForm(subject, couponCode, takeMoment)),
  )
}

import { Hono } from 'hono'
import type { HttpEnvironment } from '../../http/environment'
import { addSubmission } from '../submissions/routes'
import type { Submit } from '../submissions/submit'
import { readRegistration } from './read-registration'

/** `POST /api/event-registrations`. */
export const registrationRoutes = (submit: Submit, couponCode: string | undefined): Hono<HttpEnvironment> =>
  addSubmission(new Hono<HttpEnvironment>(), '/api/event-registrations', submit, (json) =>
    readRegistration(json, couponCode),
  )

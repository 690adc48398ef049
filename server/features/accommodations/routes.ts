import { Hono } from 'hono'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { accommodationSchema } from '../../../festival/accommodation'
import { formPaths } from '../../../festival/api'
import { parseBody } from '../../../festival/parse-body'
import { refuseFields } from '../../http/api-error'
import type { HttpEnvironment } from '../../http/environment'
import type { Doors } from '../../submissions/open-doors'
import { addSubmission } from '../../submissions/routes'
import type { Submit } from '../../submissions/submit'
import { accommodationForm } from './form'

/** `POST /api/accommodations`. */
export const accommodationRoutes = (submit: Submit, doors: Doors): Hono<HttpEnvironment> => {
  const form = accommodationForm(doors)
  const schema = accommodationSchema({ subjects, identity })
  return addSubmission(new Hono<HttpEnvironment>(), formPaths.accommodation, submit, (json) => {
    const parsed = parseBody(schema, json)
    if (!parsed.ok) throw doors.roomError() ?? refuseFields(parsed.errors)
    return { form, body: parsed.value }
  })
}

import { Hono } from 'hono'
import { tiers } from '#edition/delegate-pass'
import { formPaths } from '../../../festival/api'
import { delegatePassSchema } from '../../../festival/delegate-pass'
import { parseBody } from '../../../festival/parse-body'
import { refuseFields } from '../../http/api-error'
import type { HttpEnvironment } from '../../http/environment'
import type { Doors } from '../../submissions/open-doors'
import { addSubmission } from '../../submissions/routes'
import type { Submit } from '../../submissions/submit'
import { delegatePassForm } from './form'

/** The tier that a body names, however wrong its other fields are. */
const tierOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null ? Reflect.get(json, 'tier') : undefined

/** `POST /api/delegate-passes`. */
export const delegatePassRoutes = (submit: Submit, doors: Doors): Hono<HttpEnvironment> => {
  const form = delegatePassForm(doors)
  const schema = delegatePassSchema(tiers)
  return addSubmission(new Hono<HttpEnvironment>(), formPaths['delegate-pass'], submit, (json) => {
    const parsed = parseBody(schema, json)
    if (!parsed.ok) throw doors.passError(tierOf(json)) ?? refuseFields(parsed.errors)
    return { form, body: parsed.value }
  })
}

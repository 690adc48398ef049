import * as v from 'valibot'
import { defaultSubject, findSubject } from '../../../festival/catalogue'
import { parseBody } from '../../../festival/parse-body'
import { type Registration, registrationSchema } from '../../../festival/registration'
import type { Subject } from '../../../festival/subject'
import type { EventRegistrationRow } from '../../db/schema'
import { refuseFields } from '../../http/api-error'
import type { Form, Submission } from '../../submissions/handler'
import type { Doors } from '../../submissions/open-doors'
import { unknownEvent } from '../../submissions/unknown-event'

const schemas = new Map<Subject, ReturnType<typeof registrationSchema>>()

/** Made once for each subject: making one takes longer than checking a body by it. */
const schemaOf = (subject: Subject) => {
  const known = schemas.get(subject) ?? registrationSchema(subject)
  schemas.set(subject, known)
  return known
}

const namesEvent = v.object({ event: v.string() })

/**
 * Checks a registration's JSON. The event comes first, for it decides what the other fields must be: an unknown one is
 * named beside the fields that are wrong for any, and one that is not open is refused whatever else is wrong.
 * @throws ApiError
 */
export const readRegistration = (
  json: unknown,
  formOf: (subject: Subject) => Form<Registration, EventRegistrationRow>,
  doors: Doors,
): Submission<Registration, EventRegistrationRow> => {
  const subject = v.is(namesEvent, json) ? findSubject(json.event) : undefined
  const parsed = parseBody(schemaOf(subject ?? defaultSubject), json)
  const errors = parsed.ok ? [] : parsed.errors
  if (!subject) throw refuseFields([unknownEvent, ...errors.filter((error) => error.path !== unknownEvent.path)])
  if (parsed.ok) return { form: formOf(subject), body: parsed.value }
  throw doors.refusalOf(subject) ?? refuseFields(errors)
}

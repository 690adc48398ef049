import * as v from 'valibot'
import { subjects } from '#edition/catalogue'
import { identity } from '#edition/identity'
import { accommodationSchema } from '../../../festival/accommodation'
import { typedText } from '../../forms/drafts/early-texts'
import { attemptsSchema } from '../../forms/submission/attempts'

/** The body of a request. */
export const requestSchema = accommodationSchema({ subjects, identity })

/** What the form keeps on the device: the texts as they were typed, the events, and the attempts to send them. */
export const accommodationDraftSchema = v.object({
  name: typedText,
  college: typedText,
  email: typedText,
  phone: typedText,
  arrival: typedText,
  departure: typedText,
  transaction_id: typedText,
  events: v.optional(v.array(v.string()), []),
  attempts: attemptsSchema(requestSchema),
})

/** The fields of the form that hold one text. */
export type AccommodationField = Exclude<keyof v.InferOutput<typeof accommodationDraftSchema>, 'events' | 'attempts'>

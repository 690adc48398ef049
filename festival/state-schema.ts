import * as v from 'valibot'
import { instant, slots, status } from './content'
import { requiredText } from './fields'

/**
 * What moves while a festival runs: an organiser changes it at the desk, and it lies over the edition that was built
 * (behaviour 16). Whom money goes to, what things cost, and keys are never in it.
 */

/** How many bytes a state may have as JSON. */
export const largestState = 32 * 1024

/** Neither is needed to say what is new, and both can lead a payment elsewhere. */
const refuseAddresses = v.check<string, string>(
  (text) => !/@|:\/\/|\bupi:|\bwww\.|[\p{L}\d]\.\p{L}{2}/iu.test(text.normalize('NFKC')),
  'No UPI ids and no addresses of the web or of e-mail here. After a full stop, type a space.',
)

const clock = /\b\d{1,2}:\d{2}\b/g

/** Ten digits with little between them: a date with its hours has fewer. */
const refusePhones = v.check<string, string>(
  (text) => !/(?:\p{Nd}[\s()+./-]*){10}/u.test(text.normalize('NFKC').replace(clock, '')),
  'No phone numbers here: they stand with the incharges.',
)

const text = (max: number, label: string, missing: string) => v.pipe(requiredText(max, label, missing), refuseAddresses)

const moment = v.pipe(
  instant,
  v.check((text) => !Number.isNaN(Date.parse(text)), 'Choose a time that exists.'),
)

const noticeSchema = v.strictObject({
  text: v.pipe(text(140, 'The notice', 'Enter the notice.'), refusePhones),
  urgent: v.exactOptional(v.boolean()),
  /** When it goes by itself. */
  until: moment,
  /** The page of this site that it leads to. */
  path: v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.regex(/^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&-]+)?$/, 'Choose a page of this site.'),
    ),
  ),
})
export type Notice = v.InferOutput<typeof noticeSchema>

/** What may be changed of an event or a workshop; what is left out is as the edition has it. */
const subjectSchema = v.strictObject({
  status: v.exactOptional(status),
  closesAt: v.exactOptional(moment),
  sessions: v.exactOptional(v.pipe(slots, v.maxLength(12, 'At most 12 sessions.'))),
  place: v.exactOptional(text(60, 'The place', 'Enter where it is.')),
  note: v.exactOptional(v.pipe(text(100, 'The note', 'Enter the note.'), refusePhones)),
  /** A line each, with a phone number where people may call. */
  incharges: v.exactOptional(
    v.pipe(v.array(text(100, 'An incharge', 'Enter a name.')), v.maxLength(8, 'At most 8 incharges.'), v.readonly()),
  ),
  passRequired: v.exactOptional(v.boolean()),
})
/** What is changed of one subject. */
export type SubjectChange = v.InferOutput<typeof subjectSchema>
export const subjectFieldSchema = v.keyof(subjectSchema)
export type SubjectField = v.InferOutput<typeof subjectFieldSchema>

export const stateSchema = v.strictObject({
  notice: v.exactOptional(noticeSchema),
  subjects: v.record(v.string(), subjectSchema),
})
export type State = v.InferOutput<typeof stateSchema>

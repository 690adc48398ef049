import * as v from 'valibot'
import { instant, slot, status } from './content'
import { requiredText } from './fields'
import { instantAt } from './slot'

/**
 * What moves while a festival runs: an organiser changes it at the desk, and it lies over the edition that was built
 * (behaviour 16). Whom money goes to, what things cost, and keys are never in it.
 */

/** How many bytes a state may have as JSON. */
export const largestState = 32 * 1024

/** Of a UPI id, the web or e-mail, also spelt out. */
const address = /@|[[(]at[)\]]|\bat (?:ok[a-z]{2,}|[axyi]bl|paytm|upi)\b|:\/\/|\bupi:|\bwww\b|[\p{L}\d][.。·]\p{L}{2}/iu

/** As it looks: in plain letters, without what nobody sees. */
const plain = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/** Neither is needed to say what is new, and both can lead a payment elsewhere. */
const refuseAddresses = v.check<string, string>(
  (text) => !address.test(plain(text)),
  'No UPI ids and no addresses of the web or of e-mail here. After a full stop, type a space.',
)

const clock = /\b\d{1,2}[:.]\d{2}\b/g

/** Ten digits with no letter between them: a date with its hours has fewer. */
const refusePhones = v.check<string, string>(
  (text) => !/(?:\p{Nd}[^\p{L}\p{Nd}]{0,3}){10}/u.test(plain(text).replace(clock, '')),
  'No phone numbers here: they stand with the incharges.',
)

const line = (max: number, label: string, missing: string) => v.pipe(requiredText(max, label, missing), refuseAddresses)
const text = (max: number, label: string, missing: string) => v.pipe(line(max, label, missing), refusePhones)

const moment = v.pipe(
  instant,
  v.check(
    (text) => !Number.isNaN(Date.parse(text)) && instantAt(Date.parse(text)) === text,
    'Choose a time that exists.',
  ),
)

const session = v.strictObject({
  ...slot.entries,
  label: v.exactOptional(text(60, 'A session’s name', 'Enter the session’s name.')),
  start: moment,
  end: v.exactOptional(moment),
  /** It no longer takes place. It stays, so that calendars learn of it (`session-ids.ts`). */
  dropped: v.exactOptional(v.literal(true)),
})

export const sessionsSchema = v.pipe(
  v.array(session),
  v.maxLength(24, 'At most 12 sessions.'),
  v.check((sessions) => sessions.filter(({ dropped }) => !dropped).length <= 12, 'At most 12 sessions.'),
  v.readonly(),
)

const noticeSchema = v.strictObject({
  text: text(140, 'The notice', 'Enter the notice.'),
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
  sessions: v.exactOptional(sessionsSchema),
  place: v.exactOptional(text(60, 'The place', 'Enter where it is.')),
  note: v.exactOptional(text(100, 'The note', 'Enter the note.')),
  /** A line each, with a phone number where people may call. */
  incharges: v.exactOptional(
    v.pipe(v.array(line(100, 'An incharge', 'Enter a name.')), v.maxLength(8, 'At most 8 incharges.'), v.readonly()),
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

import * as v from 'valibot'
import { instant, slot, status } from '../content/content'
import { type Instant, instantAt } from '../content/slot'
import { hasAddress, hasPhoneNumber } from '../text/addresses-in-text'
import { requiredText } from '../text/fields'
import { namesPayee, payeeRefusal } from '../text/payees'
import { plainLink } from '../text/plain-link'

/**
 * Changes that organisers make during the festival. They override the built edition, except for
 * payees, prices and keys.
 */

/** Maximum size of a state as JSON. */
export const maxStateBytes = 32 * 1024

const moment = v.custom<Instant>(
  (value) =>
    v.is(instant, value) &&
    !Number.isNaN(Date.parse(value)) &&
    instantAt(Date.parse(value)) === value,
  'This time does not exist. Choose another time.',
)

export const maxLabelLength = 60

const session = v.strictObject({
  ...slot.entries,
  label: v.exactOptional(
    requiredText(maxLabelLength, 'A session’s name', 'Enter the session’s name.'),
  ),
  start: moment,
  end: v.exactOptional(moment),
  /** Dropped sessions stay in the list, so that calendars cancel them (`session-ids.ts`). */
  dropped: v.exactOptional(v.literal(true)),
})

const sessionsSchema = v.pipe(
  v.array(session),
  v.maxLength(24, 'At most 12 sessions.'),
  v.check(
    (sessions) => sessions.filter(({ dropped }) => !dropped).length <= 12,
    'At most 12 sessions.',
  ),
  v.readonly(),
)

export const noticeSchema = v.strictObject({
  text: requiredText(140, 'The notice', 'Enter the notice.'),
  urgent: v.exactOptional(v.boolean()),
  until: moment,
  /** The path of a page of this site. */
  path: v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(100),
      v.regex(/^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[\w=&-]+)?$/, 'Choose a page of this site.'),
    ),
  ),
})
export type Notice = v.InferOutput<typeof noticeSchema>

const placesHint = 'Enter a whole number of places from 1 to 100,000.'

export const fieldSchemas = {
  status,
  closesAt: moment,
  sessions: sessionsSchema,
  place: requiredText(60, 'The place', 'Enter the place.'),
  note: requiredText(100, 'The note', 'Enter the note.'),
  /** One person per item, with a phone number if participants may call. */
  incharges: v.pipe(
    v.array(requiredText(100, 'An in-charge', 'Enter a name.')),
    v.maxLength(8, 'At most 8 in-charges.'),
    v.readonly(),
  ),
  passRequired: v.boolean(),
  submissionLink: plainLink,
  places: v.pipe(
    v.number(placesHint),
    v.integer(placesHint),
    v.minValue(1, placesHint),
    v.maxValue(100_000, placesHint),
  ),
}
export type SubjectField = keyof typeof fieldSchemas
export type FieldValue<Field extends SubjectField> = v.InferOutput<(typeof fieldSchemas)[Field]>

/** A missing field keeps its value from the edition. */
const subjectSchema = v.strictObject({
  status: v.exactOptional(fieldSchemas.status),
  closesAt: v.exactOptional(fieldSchemas.closesAt),
  sessions: v.exactOptional(fieldSchemas.sessions),
  place: v.exactOptional(fieldSchemas.place),
  note: v.exactOptional(fieldSchemas.note),
  incharges: v.exactOptional(fieldSchemas.incharges),
  passRequired: v.exactOptional(fieldSchemas.passRequired),
  submissionLink: v.exactOptional(fieldSchemas.submissionLink),
  places: v.exactOptional(fieldSchemas.places),
})
export type SubjectChange = v.InferOutput<typeof subjectSchema>

export const stateSchema = v.strictObject({
  notice: v.exactOptional(noticeSchema),
  subjects: v.record(v.string(), subjectSchema),
})
export type State = v.InferOutput<typeof stateSchema>

interface RefusedText {
  /** Null if the text is part of the notice. */
  event: string | null
  field: SubjectField | 'notice'
  message: string
}

const explainRefusal = (text: string, mayHavePhone = false): string | undefined => {
  if (hasAddress(text)) {
    return 'UPI IDs, web addresses and e-mail addresses are not allowed here. After a full stop, type a space.'
  }
  if (!mayHavePhone && hasPhoneNumber(text)) {
    return 'Phone numbers are not allowed here. Add them to the in-charges.'
  }
  return undefined
}

/**
 * Finds texts that could name a payee. Not part of the schema, so that stored states remain
 * readable when the filter changes.
 */
export const findRefusedTexts = ({ notice, subjects }: State): RefusedText[] => {
  const refused: RefusedText[] = []
  const check = (
    event: string | null,
    field: RefusedText['field'],
    texts: readonly (string | undefined)[],
  ) => {
    for (const text of texts) {
      const message = text === undefined ? undefined : explainRefusal(text, field === 'incharges')
      if (message !== undefined) {
        refused.push({ event, field, message })
      }
    }
  }
  check(null, 'notice', [notice?.text])
  for (const [key, fields] of Object.entries(subjects)) {
    const { sessions = [], place, note, incharges = [], submissionLink = '' } = fields
    check(
      key,
      'sessions',
      sessions.map(({ label }) => label),
    )
    check(key, 'place', [place])
    check(key, 'note', [note])
    check(key, 'incharges', incharges)
    if (namesPayee(submissionLink)) {
      refused.push({ event: key, field: 'submissionLink', message: payeeRefusal })
    }
  }
  return refused
}

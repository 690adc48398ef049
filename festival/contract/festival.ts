import * as v from 'valibot'
import { formatSessions } from '../content/sessions'
import { formatShortMoment } from '../content/slot'
import type { LiveState } from '../live/state'
import {
  type FieldValue,
  fieldSchemas,
  type Notice,
  noticeSchema,
  type SubjectField,
} from '../live/state-schema'
import { uuid } from '../text/fields'
import { eventQuerySchema } from './lists'

/** `seen` is the value that the organiser saw. */
const fieldEdit = <Field extends SubjectField>(field: Field) => {
  const value = v.nullish(fieldSchemas[field])
  return v.pipe(
    v.object({ field: v.literal(field), seen: value, value }),
    v.transform((edit) => ({ field, before: edit.seen ?? null, after: edit.value ?? null })),
  )
}

const subjectEditSchema = v.variant('field', [
  fieldEdit('status'),
  fieldEdit('closesAt'),
  fieldEdit('sessions'),
  fieldEdit('place'),
  fieldEdit('note'),
  fieldEdit('incharges'),
  fieldEdit('passRequired'),
  fieldEdit('submissionLink'),
  fieldEdit('places'),
])
export type SubjectEdit = v.InferInput<typeof subjectEditSchema>

/** Reports an error under the name of the changed field: `place` for `changes.0.value`. */
const findChangedField = ({ path }: v.BaseIssue<unknown>): string | undefined => {
  const edit = path?.[1]?.value
  if (typeof edit !== 'object' || edit === null || !('field' in edit)) {
    return undefined
  }
  const { field } = edit
  return typeof field === 'string' && Object.hasOwn(fieldSchemas, field) ? field : undefined
}

/** Changes to the event in the query. The `id` makes a retry harmless. */
export const saveSubjectSchema = Object.assign(
  v.object({
    id: uuid,
    changes: v.pipe(v.array(subjectEditSchema), v.minLength(1), v.maxLength(9)),
  }),
  { findField: findChangedField },
)

const noticeValue = v.nullish(noticeSchema, null)

/** Reports an error under the name of the notice's part: `text` for `value.text`. */
const findNoticePart = ({ path }: v.BaseIssue<unknown>): string | undefined =>
  path?.[0].key === 'id' ? undefined : String(path?.[1]?.key ?? '')

export const saveNoticeSchema = Object.assign(
  v.object({ id: uuid, seen: noticeValue, value: noticeValue }),
  { findField: findNoticePart },
)
export const undoChangeSchema = v.object({
  id: uuid,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
/** The event is missing for changes to the whole site, which only admins can undo. */
export const undoQuerySchema = v.partial(eventQuerySchema)

/** Null means the value of the edition. */
interface FieldChange<Field extends SubjectField> {
  event: string
  field: Field
  before: FieldValue<Field> | null
  after: FieldValue<Field> | null
}

interface NoticeChange {
  event: null
  field: 'notice'
  before: Notice | null
  after: Notice | null
}

export type StateChange =
  | { [Field in SubjectField]: FieldChange<Field> }[SubjectField]
  | NoticeChange

export interface StateSave {
  version: number
  at: string
  organiser: string
  changes: readonly StateChange[]
  /** Whether any of the save's changes can be undone. */
  isCurrent: boolean
}

/** Saves are sorted newest first. A head gets the saves of their own events. */
export interface StateView extends LiveState {
  saves: StateSave[]
  /** Pages that could not be rendered and still show an earlier state. */
  failedPages: string[]
  /** Events whose edition has fewer places than the last number in effect. That number still applies. */
  ignoredPlaces: string[]
}

const statusChangeWords: Readonly<Record<string, string>> = {
  open: 'opened it',
  closed: 'closed it',
  cancelled: 'cancelled it',
  soon: 'set it to opening soon',
}

const changeWords: Readonly<Record<string, string>> = {
  status: 'changed the status',
  closesAt: 'changed the closing time',
  sessions: 'changed the sessions',
  place: 'changed the place',
  note: 'changed the note',
  incharges: 'changed the in-charges',
  passRequired: 'changed whether a pass is needed',
  submissionLink: 'changed the submission link',
  places: 'changed the places',
  notice: 'changed the notice',
} satisfies Record<StateChange['field'], string>

/** Returns words that follow an organiser's name, such as "closed it". */
export const describeChange = ({ field, after }: { field: string; after: unknown }): string =>
  (field === 'status' && statusChangeWords[String(after)]) || (changeWords[field] ?? '')

/** Calendars still cancel dropped sessions, so the state keeps them. */
const describeSessions = (sessions: FieldValue<'sessions'> | null): string =>
  formatSessions((sessions ?? []).filter(({ dropped }) => !dropped))

/** Like `describeChange`, with the values before and after: "changed the place: Hall 1 → Hall 2". */
export const describeChangeInFull = (change: StateChange): string => {
  const { field, before, after } = change
  const words = describeChange(change)
  const compare = (from: string | null | undefined, to: string | null | undefined) =>
    from === to ? words : `${words}: ${from || 'none'} → ${to || 'none'}`
  switch (field) {
    case 'status':
      return before === 'cancelled' ? 'reinstated it' : words
    case 'sessions':
      return compare(describeSessions(before), describeSessions(after))
    case 'closesAt':
      return compare(before && formatShortMoment(before), after && formatShortMoment(after))
    case 'notice':
      return compare(before?.text, after?.text)
    case 'place':
    case 'note':
    case 'submissionLink':
      return compare(before, after)
    case 'places':
      return compare(before?.toString(), after?.toString())
    default:
      return words
  }
}

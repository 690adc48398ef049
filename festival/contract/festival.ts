import * as v from 'valibot'
import type { LiveState } from '../live/state'
import { type SubjectField, subjectFieldSchema } from '../live/state-schema'
import { uuid } from '../text/fields'
import { eventQuerySchema } from './lists'

/** A value of the state; null is as the edition has it. */
const value = v.optional(v.unknown(), null)

/** Some fields of one event, which the address names, each with the value that was seen. `id` is made by the device, once a press. */
export const saveSubjectSchema = v.object({
  id: uuid,
  changes: v.pipe(
    v.array(v.object({ field: subjectFieldSchema, seen: value, value })),
    v.minLength(1),
    v.maxLength(8),
  ),
})
export const saveNoticeSchema = v.object({ id: uuid, seen: value, value })
export const undoChangeSchema = v.object({
  id: uuid,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
/** A head names the event; an admin may take back what is of none. */
export const undoQuerySchema = v.partial(eventQuerySchema)

/** One field that a save changed, of an event or, where that is null, of the whole site. */
export interface StateChange {
  event: string | null
  field: SubjectField | 'notice'
  before: unknown
  after: unknown
}

export interface StateSave {
  version: number
  at: string
  organiser: string
  changes: readonly StateChange[]
  /** Whether anything of it still stands, and so can be taken back. */
  isCurrent: boolean
}

/** The state, and the newest saves first; a head sees those of their own events. */
export interface StateView extends LiveState {
  saves: StateSave[]
  /** The addresses of pages that could not be rendered with it, and show what they showed. */
  failedPages: string[]
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
  notice: 'changed the notice',
} satisfies Record<StateChange['field'], string>

/** What a change did, after who did it: "closed it". */
export const describeChange = ({ field, after }: { field: string; after: unknown }): string =>
  (field === 'status' && statusChangeWords[String(after)]) || (changeWords[field] ?? '')

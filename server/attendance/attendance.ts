import { nameAttendanceList } from '../../festival/contract/attendance'
import type { Festival } from '../../festival/live/state'
import { saveAudit } from '../db/audit'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { noSuchEntry } from '../entries/entry'
import { readReview } from '../entries/review'
import { ApiError } from '../http/api-error'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'
import { guestHandlers } from './guests'
import { readAttendanceList } from './list-entries'
import { saveMarks } from './marks'

type AttendanceCalls =
  | 'readAttendance'
  | 'markAttendance'
  | 'recordCopy'
  | 'addGuest'
  | 'removeGuest'
  | 'setRoom'

interface Deps {
  db: Db
  clock: Clock
  festival: () => Festival
}

export const attendanceHandlers = (deps: Deps): Pick<DeskHandlers, AttendanceCalls> => {
  const { db, clock, festival } = deps
  return {
    ...guestHandlers(deps),

    readAttendance: async ({ query, organiser: { role } }) => {
      const list = await readAttendanceList(db, query, festival(), role !== 'head')
      return { ...list, mayMark: role !== 'viewer' }
    },

    markAttendance: ({ query: list, body: { marks }, organiser: { email: actor } }) =>
      saveMarks(db, { list, marks, actor, now: clock() }, festival()),

    recordCopy: async ({ query, body: { what }, organiser: { email: actor } }) => {
      const detail = { table: 'list', of: nameAttendanceList(query), what }
      await saveAudit(db, { at: clock(), actor, action: 'exported', detail })
    },

    setRoom: async ({ params: { id }, body: { room }, organiser: { email: actor } }) => {
      await saveRoom(db, { entryId: id, room, actor, now: clock() })
    },
  }
}

interface NewRoom {
  entryId: string
  room: string
  actor: string
  now: Date
}

/** @throws ApiError `not-found` or `illegal` */
const saveRoom = (db: Db, { entryId, room, actor, now }: NewRoom): Promise<void> =>
  transact(db, async (transaction) => {
    const review = await readReview(transaction, entryId)
    if (!review) {
      throw noSuchEntry()
    }
    if (review.kind !== 'accommodation') {
      throw new ApiError('illegal', 'Only a room request can have a room.')
    }
    const { numUpdatedRows } = await transaction
      .updateTable('review')
      .set({ room })
      .where('entry_id', '=', entryId)
      .where('room', '<>', room)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) {
      await saveAudit(transaction, { at: now, actor, action: 'room-set', entryId })
    }
  })

import {
  type AttendanceEntry,
  attendanceBounds,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import type { Festival } from '../../festival/live/state'
import { saveAudit } from '../db/audit'
import type { GuestRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { Db } from '../db/schema'
import { insertOnce, transact } from '../db/transact'
import { noSuchEntry } from '../entries/entry'
import { findConditions } from '../entries/queue'
import { readReview, refuseUsedId } from '../entries/review'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'
import { isFestivalDay, listGuests, readListEntries } from './list-entries'
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

export const attendanceHandlers = ({
  db,
  clock,
  festival,
}: Deps): Pick<DeskHandlers, AttendanceCalls> => ({
  readAttendance: async ({ query, organiser: { role } }) => {
    const accepted = query.event ? [] : await findConditions(db, { scope: 'accepted' })
    const { entries, total } = await readListEntries(db, query, festival(), accepted)
    const visibleEntries = role === 'head' ? entries.map(hideMoney) : entries
    return { entries: visibleEntries, total, mayMark: role !== 'viewer' }
  },

  markAttendance: ({ query: list, body: { marks }, organiser: { email: actor } }) =>
    saveMarks(db, festival(), { list, marks, actor, now: clock() }),

  recordCopy: async ({ query, body: { what }, organiser: { email: actor } }) => {
    const detail = { table: 'list', of: nameAttendanceList(query), what }
    await saveAudit(db, { at: clock(), actor, action: 'exported', detail })
  },

  addGuest: async ({ context, query, body, organiser: { email: actor } }) => {
    const { event, day } = query
    if (!event && !(day && isFestivalDay(day, festival()))) {
      const message = 'Add guests to an event or to a day of the festival.'
      throw refuseFields([{ path: 'day', message }])
    }
    const list = nameAttendanceList(query)
    await saveGuest(db, { ...body, list, added_by: actor, added_at: clock().toISOString() })
    return context.body(null, 201)
  },

  removeGuest: async ({ params: { id }, organiser: { email: actor } }) => {
    await transact(db, async (transaction) => {
      const removal = transaction.deleteFrom('guest').where('id', '=', id).returning('list')
      const detail = await removal.executeTakeFirst()
      if (detail) {
        await saveAudit(transaction, { at: clock(), actor, action: 'guest-removed', detail })
      }
    })
  },

  setRoom: async ({ params: { id: entryId }, body: { room }, organiser: { email: actor } }) => {
    await transact(db, async (transaction) => {
      const review = await readReview(transaction, entryId)
      if (!review) {
        throw noSuchEntry()
      }
      if (review.kind !== 'accommodation') {
        throw new ApiError('illegal', 'Only a room request can have a room.')
      }
      const update = transaction.updateTable('review').set({ room })
      await update.where('entry_id', '=', entryId).execute()
      await saveAudit(transaction, { at: clock(), actor, action: 'room-set', entryId })
    })
  },
})

/** The source shows how an entry was paid. */
const hideMoney = ({ amount: _, ...entry }: AttendanceEntry): AttendanceEntry => ({
  ...entry,
  source: null,
})

/** @throws ApiError `key-reused` or `illegal` */
const saveGuest = (db: Db, guest: GuestRow): Promise<void> =>
  transact(db, async (transaction) => {
    await acquireLock(transaction, 'attendance')
    const { id, name, list, added_by: actor, added_at } = guest
    const guests = await listGuests(transaction, list)
    if (guests.some((earlier) => earlier.id === id && earlier.name === name)) {
      return
    }
    if (guests.length >= attendanceBounds.guestsPerList) {
      throw new ApiError(
        'illegal',
        `This list has ${guests.length} guests, which is the limit. Remove a guest first.`,
      )
    }
    if (!(await insertOnce(transaction.insertInto('guest').values(guest)))) {
      throw refuseUsedId()
    }
    const line = { at: new Date(added_at), actor, detail: { list } }
    await saveAudit(transaction, { ...line, action: 'guest-added' })
  })

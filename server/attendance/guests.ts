import {
  type AttendanceListKey,
  attendanceBounds,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import type { Festival } from '../../festival/live/state'
import { saveAudit } from '../db/audit'
import type { GuestRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { refuseUsedId } from '../entries/review'
import { ApiError, refuseFields } from '../http/api-error'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'
import { isFestivalDay, listGuests } from './list-entries'

interface Deps {
  db: Db
  clock: Clock
  festival: () => Festival
}

export const guestHandlers = ({
  db,
  clock,
  festival,
}: Deps): Pick<DeskHandlers, 'addGuest' | 'removeGuest'> => ({
  addGuest: async ({ context, query, body, organiser: { email: actor } }) => {
    requireGuestList(query, festival())
    const now = clock()
    const list = nameAttendanceList(query)
    const guest = { ...body, list, added_by: actor, added_at: now.toISOString() }
    await saveGuest(db, guest, now)
    return context.body(null, 201)
  },

  removeGuest: async ({ params: { id }, organiser: { email: actor } }) => {
    await transact(db, async (transaction) => {
      const removal = transaction.deleteFrom('guest').where('id', '=', id).returning('list')
      const removed = await removal.executeTakeFirst()
      if (removed) {
        const detail = { list: removed.list }
        await saveAudit(transaction, { at: clock(), actor, action: 'guest-removed', detail })
      }
    })
  },
})

/** @throws ApiError `invalid` */
const requireGuestList = ({ event, day }: AttendanceListKey, festival: Festival) => {
  if (event || (day && isFestivalDay(day, festival))) {
    return
  }
  throw refuseFields([
    { path: 'day', message: 'Add guests to an event or to a day of the festival.' },
  ])
}

/** @throws ApiError `key-reused` or `illegal` */
const saveGuest = (db: Db, guest: GuestRow, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    await acquireLock(transaction, 'attendance')
    const { id, name, role, list, added_by: actor } = guest
    const found = transaction.selectFrom('guest').selectAll().where('id', '=', id)
    const earlier = await found.executeTakeFirst()
    if (earlier) {
      if (earlier.name !== name || earlier.role !== role || earlier.list !== list) {
        throw refuseUsedId()
      }
      return
    }
    const guests = await listGuests(transaction, list)
    if (guests.length >= attendanceBounds.guestsPerList) {
      throw new ApiError(
        'illegal',
        `This list has ${guests.length} guests, which is the limit. Remove a guest first.`,
      )
    }
    await transaction.insertInto('guest').values(guest).execute()
    await saveAudit(transaction, { at: now, actor, action: 'guest-added', detail: { list } })
  })

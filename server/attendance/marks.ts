import { minuteMs } from '../../festival/content/slot'
import {
  type AttendanceListKey,
  type AttendanceMark,
  attendanceBounds,
  type MarksReceived,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import type { DoorScan } from '../../festival/contract/door'
import type { Festival } from '../../festival/live/state'
import type { AttendanceRow } from '../db/desk-schema'
import { acquireLock, isAmong } from '../db/engines'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { all } from '../entries/queue'
import { later } from '../system/clock'
import { findListConditions } from './list-entries'

interface NewMark extends AttendanceMark, Partial<Pick<DoorScan, 'volunteer' | 'hasClockJumped'>> {}

interface NewMarks {
  list: AttendanceListKey
  marks: readonly NewMark[]
  actor: string
  /** A door's list also has rejected and withdrawn entries, which may have been let in before. */
  doorId?: string
  now: Date
}

/**
 * Has no effect if the marks were saved before. The audit log has no lines for marks, because each
 * mark already states who set it and when.
 */
export const saveMarks = async (
  db: Db,
  festival: Festival,
  { list, marks, actor, doorId, now }: NewMarks,
): Promise<MarksReceived> => {
  const listName = nameAttendanceList(list)
  const markedIds = marks.map(({ entryId }) => entryId)
  const scope = doorId ? undefined : 'accepted'
  const conditions = await findListConditions(db, list, festival, scope)
  const isMarked = isAmong(db, 'review.entry_id', markedIds)
  const reviews = db
    .selectFrom('review')
    .select('entry_id')
    .where(all([...conditions, isMarked]))
  const idsOnList = (await reviews.execute()).map(({ entry_id }) => entry_id)
  // Otherwise a mark from a device with a fast clock would stay the latest.
  const latestTime = later(now, minuteMs)
  return transact(db, async (transaction) => {
    await acquireLock(transaction, 'attendance')
    const saved = await transaction
      .selectFrom('attendance')
      .select(['id', 'entry_id'])
      .where('list', '=', listName)
      .where(isAmong(db, 'entry_id', markedIds))
      .execute()
    const rows: AttendanceRow[] = []
    const refused: MarksReceived['refused'] = []
    for (const { id, entryId, member, isPresent, at, volunteer, hasClockJumped } of marks) {
      const rowsOfEntry = [...saved, ...rows].filter(({ entry_id }) => entry_id === entryId)
      if (rowsOfEntry.some((row) => row.id === id)) {
        continue
      }
      if (!idsOnList.includes(entryId)) {
        const message = 'This entry is not on this list, or was rejected or withdrawn.'
        refused.push({ id, message })
      } else if (rowsOfEntry.length >= attendanceBounds.marksPerEntry) {
        const message = `This entry was marked ${rowsOfEntry.length} times on this list, which is the limit.`
        refused.push({ id, message })
      } else {
        rows.push({
          id,
          entry_id: entryId,
          list: listName,
          member,
          present: isPresent ? 1 : 0,
          actor,
          at: at > latestTime ? now.toISOString() : at,
          door_id: doorId ?? null,
          volunteer: volunteer ?? null,
          clock_jumped: hasClockJumped ? 1 : 0,
        })
      }
    }
    if (rows.length > 0) {
      const insert = transaction.insertInto('attendance').values(rows)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
    }
    return { refused }
  })
}

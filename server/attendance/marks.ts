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
import type { AttendanceRow, DoorRow } from '../db/desk-schema'
import { acquireLock, isAmong } from '../db/engines'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { readEntriesInBatches } from '../entries/entry'
import { listPeople } from '../entries/people'
import { all } from '../entries/queue'
import { later } from '../system/clock'
import { findListConditions } from './list-entries'

interface NewMark extends AttendanceMark, Partial<Pick<DoorScan, 'volunteer' | 'hasClockJumped'>> {}

interface NewMarks {
  list: AttendanceListKey
  marks: readonly NewMark[]
  actor: string
  /**
   * Set for scans. A door also accepts rejected and withdrawn entries, because their people might
   * already be in.
   */
  door?: DoorRow
  now: Date
}

/**
 * Replaces times in the future or before `since`, which come from a wrong device clock, because such
 * a mark would stay the latest or the earliest. The new times are a millisecond apart and also
 * replace those of the entry's later marks, so that marks, which are sent oldest first, keep their
 * order.
 */
export const limitTimes = <Sent extends { at: string; entryId?: string }>(
  sent: readonly Sent[],
  now: Date,
  since = '',
): Sent[] => {
  if (sent.every(({ at }) => at >= since && at <= later(now, minuteMs))) {
    return [...sent]
  }
  const replaced = new Set()
  return sent.map((mark, index) => {
    if (mark.at < since || mark.at > now.toISOString()) {
      replaced.add(mark.entryId)
    }
    return replaced.has(mark.entryId) ? { ...mark, at: later(now, index) } : mark
  })
}

/**
 * Skips marks that are already saved. The audit log has no lines for marks, because each mark
 * already records who set it and when.
 */
export const saveMarks = async (
  db: Db,
  festival: Festival,
  { list, marks, actor, door, now }: NewMarks,
): Promise<MarksReceived> => {
  const listName = nameAttendanceList(list)
  const markedIds = marks.map(({ entryId }) => entryId)
  const scope = door ? undefined : 'accepted'
  const conditions = await findListConditions(db, list, festival, scope)
  const isMarked = isAmong(db, 'review.entry_id', markedIds)
  const reviews = db
    .selectFrom('review')
    .select(['entry_id', 'kind'])
    .where(all([...conditions, isMarked]))
  const entriesOnList = await readEntriesInBatches(db, await reviews.execute())
  return transact(db, async (transaction) => {
    await acquireLock(transaction, 'attendance')
    const ids = marks.map(({ id }) => id)
    const used = await transaction
      .selectFrom('attendance')
      .select('id')
      .where(isAmong(db, 'id', ids))
      .execute()
    const usedIds = new Set(used.map(({ id }) => id))
    const saved = await transaction
      .selectFrom('attendance')
      .select('entry_id')
      .where('list', '=', listName)
      .where(isAmong(db, 'entry_id', markedIds))
      .execute()
    const rows: AttendanceRow[] = []
    const refused: MarksReceived['refused'] = []
    for (const mark of limitTimes(marks, now, door?.opened_at)) {
      const { id, entryId, member } = mark
      if (usedIds.has(id)) {
        continue
      }
      const entry = entriesOnList.get(entryId)
      const rowsOfEntry = [...saved, ...rows].filter(({ entry_id }) => entry_id === entryId)
      if (!entry) {
        const message = 'This entry is not on this list, or no longer on it.'
        refused.push({ id, message })
      } else if (member > listPeople(entry).length) {
        const message = `This entry has no member ${member}. Look the entry up at the desk.`
        refused.push({ id, message })
      } else if (rowsOfEntry.length >= attendanceBounds.marksPerEntry) {
        const message = `This entry was marked ${rowsOfEntry.length} times on this list, which is the limit.`
        refused.push({ id, message })
      } else {
        usedIds.add(id)
        rows.push({
          id,
          entry_id: entryId,
          list: listName,
          member,
          present: mark.isPresent ? 1 : 0,
          actor,
          at: mark.at,
          door_id: door?.id ?? null,
          volunteer: mark.volunteer ?? null,
          clock_jumped: mark.hasClockJumped ? 1 : 0,
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

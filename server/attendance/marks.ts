import { dayMs, minuteMs } from '../../festival/content/slot'
import {
  type AttendanceEntry,
  type AttendanceListKey,
  type AttendanceMark,
  attendanceBounds,
  type MarksReceived,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import type { Festival } from '../../festival/live/state'
import type { AttendanceRow } from '../db/desk-schema'
import { acquireLock, isAmong } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { later } from '../system/clock'
import { readListEntries } from './list-entries'

const oldestMarkDays = 7

const countMarks = async (db: DbOrTransaction, list: string, entryIds: readonly string[]) => {
  const rows = await db
    .selectFrom('attendance')
    .select(({ fn }) => ['entry_id', fn.countAll().as('count')])
    .where('list', '=', list)
    .where(isAmong(db, 'entry_id', entryIds))
    .groupBy('entry_id')
    .execute()
  return new Map(rows.map(({ entry_id, count }) => [entry_id, Number(count)]))
}

const readMarks = async (db: DbOrTransaction, ids: readonly string[]) => {
  const rows = db
    .selectFrom('attendance')
    .selectAll()
    .where(isAmong(db, 'id', ids))
  return new Map((await rows.execute()).map((row) => [row.id, row]))
}

/** Ignores the time, because a device may correct it again before it sends the mark again. */
const findConflict = (earlier: AttendanceRow, row: AttendanceRow): string | undefined => {
  const isSame =
    earlier.entry_id === row.entry_id &&
    earlier.list === row.list &&
    earlier.member === row.member &&
    earlier.present === row.present
  return isSame ? undefined : 'Another mark has the same id. Mark the person again.'
}

const findRefusal = (
  { member, at }: AttendanceMark,
  entry: AttendanceEntry | undefined,
  count: number,
  now: Date,
): string | undefined => {
  if (!entry) {
    return 'This entry is not on this list.'
  }
  if (entry.state === 'rejected' || entry.state === 'withdrawn') {
    return 'This entry was rejected or withdrawn. Send the person to the help desk.'
  }
  if (member > entry.people.length) {
    return `This entry has no member ${member}. Reload the list.`
  }
  if (at < later(now, -oldestMarkDays * dayMs)) {
    return `This mark is more than ${oldestMarkDays} days old. Mark the person again.`
  }
  if (count >= attendanceBounds.marksPerEntry) {
    return `This entry was marked ${count} times on this list, which is the limit.`
  }
  return undefined
}

interface NewMarks {
  list: AttendanceListKey
  marks: readonly AttendanceMark[]
  actor: string
  now: Date
}

/**
 * Has no effect if the marks were saved before. The audit log has no lines for marks, because each
 * mark already states who set it and when.
 */
export const saveMarks = async (
  db: Db,
  festival: Festival,
  { list, marks, actor, now }: NewMarks,
): Promise<MarksReceived> => {
  const listName = nameAttendanceList(list)
  const isMarked = isAmong(
    db,
    'review.entry_id',
    marks.map(({ entryId }) => entryId),
  )
  const { entries } = await readListEntries(db, list, festival, [isMarked])
  const entriesById = new Map(entries.map((entry) => [entry.entryId, entry]))
  // A mark from a device whose clock is fast would otherwise stay the latest.
  const latestTime = later(now, minuteMs)
  return transact(db, async (transaction) => {
    await acquireLock(transaction, 'attendance')
    const known = await readMarks(
      transaction,
      marks.map(({ id }) => id),
    )
    const counts = await countMarks(transaction, listName, [...entriesById.keys()])
    const rows: AttendanceRow[] = []
    const refused: MarksReceived['refused'] = []
    for (const mark of marks) {
      const { id, entryId, member, isPresent, at } = mark
      const row: AttendanceRow = {
        id,
        entry_id: entryId,
        list: listName,
        member,
        present: isPresent ? 1 : 0,
        actor,
        at: at > latestTime ? now.toISOString() : at,
      }
      const earlier = known.get(id)
      const count = counts.get(entryId) ?? 0
      const message = earlier
        ? findConflict(earlier, row)
        : findRefusal(mark, entriesById.get(entryId), count, now)
      if (message) {
        refused.push({ id, message })
      } else if (!earlier) {
        rows.push(row)
        known.set(id, row)
        counts.set(entryId, count + 1)
      }
    }
    if (rows.length > 0) {
      const insert = transaction.insertInto('attendance').values(rows)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
    }
    return { refused }
  })
}

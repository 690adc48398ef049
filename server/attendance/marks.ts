import { dayMs, minuteMs } from '../../festival/content/slot'
import {
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
import { readEntries } from '../entries/entry'
import { listPeople } from '../entries/people'
import { all } from '../entries/queue'
import { later } from '../system/clock'
import { findListConditions, listGuests } from './list-entries'

const oldestMarkDays = 7

interface NewMarks {
  list: AttendanceListKey
  marks: readonly AttendanceMark[]
  actor: string
  now: Date
}

interface Target {
  isAccepted: boolean
  people: number
}

const findTargets = async (db: Db, { list, marks }: NewMarks, festival: Festival) => {
  const ids = [...new Set(marks.map(({ entryId }) => entryId))]
  const conditions = await findListConditions(db, list, festival)
  const reviews = await db
    .selectFrom('review')
    .selectAll()
    .where(all(conditions))
    .where(isAmong(db, 'entry_id', ids))
    .execute()
  const entries = await readEntries(db, reviews)
  const targets = new Map<string, Target>()
  for (const { entry_id, state } of reviews) {
    const entry = entries.get(entry_id)
    if (entry) {
      const isAccepted = state !== 'rejected' && state !== 'withdrawn'
      targets.set(entry_id, { isAccepted, people: listPeople(entry).length })
    }
  }
  for (const { id } of await listGuests(db, nameAttendanceList(list))) {
    targets.set(id, { isAccepted: true, people: 1 })
  }
  return targets
}

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
  const rows = await db
    .selectFrom('attendance')
    .selectAll()
    .where(isAmong(db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** A mark from a device whose clock is fast would otherwise stay the latest. */
const limitTime = (at: string, now: Date): string =>
  Date.parse(at) > now.getTime() + minuteMs ? now.toISOString() : at

const toRow = (
  { id, entryId, member, isPresent, at }: AttendanceMark,
  { list, actor, now }: NewMarks,
): AttendanceRow => ({
  id,
  entry_id: entryId,
  list: nameAttendanceList(list),
  member,
  present: isPresent ? 1 : 0,
  actor,
  at: limitTime(at, now),
})

/** Ignores the time, because a device may correct it again before it sends the mark again. */
const isSameMark = (left: AttendanceRow, right: AttendanceRow): boolean =>
  left.entry_id === right.entry_id &&
  left.list === right.list &&
  left.member === right.member &&
  left.present === right.present

const findRefusal = (
  { member, at }: AttendanceMark,
  target: Target | undefined,
  count: number,
  now: Date,
): string | undefined => {
  if (!target) {
    return 'This entry is not on this list.'
  }
  if (!target.isAccepted) {
    return 'This entry was rejected or withdrawn. Send the person to the help desk.'
  }
  if (member > target.people) {
    return `This entry has no member ${member}. Reload the list.`
  }
  if (at < later(now, -oldestMarkDays * dayMs)) {
    return `This mark is more than ${oldestMarkDays} days old. Mark the person again.`
  }
  if (count >= attendanceBounds.marksPerEntry) {
    return `This entry was marked ${attendanceBounds.marksPerEntry} times on this list, which is the limit.`
  }
  return undefined
}

const usedId = 'Another mark has the same id. Mark the person again.'

/**
 * Has no effect if the marks were saved before. The audit log has no lines for marks, because each
 * mark already states who set it and when.
 */
export const saveMarks = async (
  db: Db,
  command: NewMarks,
  festival: Festival,
): Promise<MarksReceived> => {
  const { list, marks, now } = command
  const targets = await findTargets(db, command, festival)
  return transact(db, async (transaction) => {
    await acquireLock(transaction, 'attendance')
    const ids = marks.map(({ id }) => id)
    const known = await readMarks(transaction, ids)
    const counts = await countMarks(transaction, nameAttendanceList(list), [...targets.keys()])
    const rows: AttendanceRow[] = []
    const refused: MarksReceived['refused'] = []
    for (const mark of marks) {
      const { id, entryId } = mark
      const row = toRow(mark, command)
      const earlier = known.get(id)
      if (earlier) {
        if (!isSameMark(earlier, row)) {
          refused.push({ id, message: usedId })
        }
        continue
      }
      const count = counts.get(entryId) ?? 0
      const message = findRefusal(mark, targets.get(entryId), count, now)
      if (message) {
        refused.push({ id, message })
        continue
      }
      rows.push(row)
      known.set(id, row)
      counts.set(entryId, count + 1)
    }
    if (rows.length > 0) {
      const insert = transaction.insertInto('attendance').values(rows)
      await insert.onConflict((conflict) => conflict.doNothing()).execute()
    }
    return { refused }
  })
}

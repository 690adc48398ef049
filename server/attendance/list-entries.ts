import { setImmediate as nextTurn } from 'node:timers/promises'
import { toDay } from '../../festival/content/slot'
import {
  type AttendanceEntry,
  type AttendanceListKey,
  type AttendancePerson,
  attendanceBounds,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import { lunchKeys } from '../../festival/contract/lists'
import type { Festival } from '../../festival/live/state'
import { listIncludingTiers } from '../../festival/schedule/sale-ends'
import type { GuestRow, ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { readEntries } from '../entries/entry'
import { listPeople } from '../entries/people'
import { all, findConditions, listReviews } from '../entries/queue'

type Conditions = Awaited<ReturnType<typeof findConditions>>

/** An event that comes with a pass lists the passes that include it. */
const listEventValues = (key: string, { subjects, tiers }: Festival): string[] => {
  const subject = subjects.find((candidate) => candidate.key === key)
  if (subject?.status !== 'with-pass' || subject.fee.per !== 'pass') {
    return [key]
  }
  return [key, ...listIncludingTiers(subject.fee.tier, tiers).map(({ value }) => value)]
}

export const isFestivalDay = (day: string, { identity }: Festival): boolean =>
  day >= identity.firstDay && day <= identity.lastDay

const listDayValues = (day: string, festival: Festival): string[] => {
  const keys = festival.subjects
    .filter(({ status }) => status !== 'cancelled')
    .filter(({ slots }) => slots.some(({ start }) => toDay(start) === day))
    .map(({ key }) => key)
  const passes = isFestivalDay(day, festival) ? festival.tiers.map(({ value }) => value) : []
  return [...keys, ...passes]
}

/** The values of `review.event` on the list. */
const listValues = ({ event, day, lunch }: AttendanceListKey, festival: Festival): string[] => {
  if (event) {
    return listEventValues(event, festival)
  }
  if (day) {
    return listDayValues(day, festival)
  }
  return lunch ? lunchKeys(festival.subjects, lunch) : []
}

const findListConditions = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
): Promise<Conditions> =>
  list.night
    ? findConditions(db, { night: list.night })
    : [isAmong(db, 'review.event', listValues(list, festival))]

export const listGuests = (db: DbOrTransaction, list: string): Promise<GuestRow[]> =>
  db.selectFrom('guest').selectAll().where('list', '=', list).orderBy('added_at').execute()

/** The latest mark of a person counts. Marks of the same time are ordered by id. */
const readPresence = async (db: Db, list: string, entryIds: readonly string[]) => {
  const marks = await db
    .selectFrom('attendance')
    .select(['entry_id', 'member', 'present', 'at'])
    .where('list', '=', list)
    .where(isAmong(db, 'entry_id', entryIds))
    .orderBy('at')
    .orderBy('id')
    .execute()
  const byPerson = new Map<string, Pick<AttendancePerson, 'isPresent' | 'arrivedAt'>>()
  const absent = { isPresent: false, arrivedAt: null }
  for (const { entry_id, member, present, at } of marks) {
    const key = `${entry_id} ${member}`
    const { arrivedAt } = byPerson.get(key) ?? absent
    const isPresent = present === 1
    byPerson.set(key, { isPresent, arrivedAt: arrivedAt ?? (isPresent ? at : null) })
  }
  return (entryId: string, member: number) => byPerson.get(`${entryId} ${member}`) ?? absent
}

const toGuestEntries = async (db: Db, list: string, guests: readonly GuestRow[]) => {
  const ids = guests.map(({ id }) => id)
  const findPresence = await readPresence(db, list, ids)
  return guests.map(({ id, name, role, added_at }): AttendanceEntry => {
    const person = { member: 1, name, phone: '', ...findPresence(id, 1) }
    return {
      entryId: id,
      label: '',
      state: 'verified',
      source: null,
      version: 0,
      sentAt: added_at,
      email: '',
      college: '',
      what: '',
      people: [person],
      guestRole: role,
    }
  })
}

/** Leaves out deleted entries. */
const toEntries = async (db: Db, list: AttendanceListKey, reviews: readonly ReviewRow[]) => {
  const entries = await readEntries(db, reviews)
  const findPresence = await readPresence(db, nameAttendanceList(list), [...entries.keys()])
  return reviews.flatMap(({ entry_id, state, source, version, room }) => {
    const entry = entries.get(entry_id)
    if (!entry) {
      return []
    }
    const { id, label, sentAt, email, college, eventName, amount } = entry
    const people = listPeople(entry).map(({ name, phone }, index) => {
      const member = index + 1
      return { member, name, phone, ...findPresence(id, member) }
    })
    const row: AttendanceEntry = {
      entryId: id,
      label,
      state,
      source,
      amount,
      version,
      sentAt,
      email,
      college,
      what: eventName,
      people,
    }
    if (list.night) {
      row.room = room
    }
    return row
  })
}

const batchSize = 250

/**
 * Lists the oldest first, with guests. Includes rejected and withdrawn entries unless `conditions`
 * exclude them.
 */
export const readListEntries = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  conditions: Conditions,
): Promise<{ entries: AttendanceEntry[]; total: number }> => {
  const listName = nameAttendanceList(list)
  const guests = await listGuests(db, listName)
  const isOnList = [...(await findListConditions(db, list, festival)), ...conditions]
  const counted = db.selectFrom('review').select(({ fn }) => fn.countAll().as('count'))
  const { count } = await counted.where(all(isOnList)).executeTakeFirstOrThrow()
  const { reviews } = await listReviews(db, isOnList, {
    order: 'oldest',
    after: undefined,
    limit: attendanceBounds.entries - guests.length,
  })
  const entries = await toGuestEntries(db, listName, guests)
  for (let start = 0; start < reviews.length; start += batchSize) {
    entries.push(...(await toEntries(db, list, reviews.slice(start, start + batchSize))))
    // SQLite blocks the process while it reads.
    await nextTurn()
  }
  entries.sort((left, right) => Date.parse(left.sentAt) - Date.parse(right.sentAt))
  return { entries, total: Number(count) + guests.length }
}

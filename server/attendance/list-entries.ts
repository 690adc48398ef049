import { setImmediate as nextTurn } from 'node:timers/promises'
import { toDay } from '../../festival/content/slot'
import {
  type AttendanceEntry,
  type AttendanceList,
  type AttendanceListKey,
  attendanceBounds,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import { lunchKeys } from '../../festival/contract/lists'
import type { Festival } from '../../festival/live/state'
import { listIncludingTiers } from '../../festival/schedule/sale-ends'
import type { GuestRow, ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { type ReviewedEntry, readEntries } from '../entries/entry'
import { listPeople } from '../entries/people'
import { all, findConditions, listReviews } from '../entries/queue'

/** An event that comes with a pass lists the passes that include it. */
const listEventValues = (key: string, { subjects, tiers }: Festival): string[] => {
  const subject = subjects.find((candidate) => candidate.key === key)
  if (subject?.status !== 'with-pass') {
    return [key]
  }
  const needed = subject.fee.per === 'pass' ? subject.fee.tier : undefined
  return [key, ...listIncludingTiers(needed, tiers).map(({ value }) => value)]
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

/** Includes rejected and withdrawn entries. */
export const findListConditions = async (db: Db, list: AttendanceListKey, festival: Festival) =>
  list.night
    ? findConditions(db, { night: list.night })
    : [isAmong(db, 'review.event', listValues(list, festival))]

export const listGuests = (db: DbOrTransaction, list: string): Promise<GuestRow[]> =>
  db
    .selectFrom('guest')
    .selectAll()
    .where('list', '=', list)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

type Presence = Pick<AttendanceEntry['people'][number], 'isPresent' | 'arrivedAt'>
type FindPresence = (entryId: string, member: number) => Presence

/** The latest mark of a person counts. Marks of the same time are ordered by id. */
const readPresence = async (
  db: Db,
  list: string,
  entryIds: readonly string[],
): Promise<FindPresence> => {
  const marks = await db
    .selectFrom('attendance')
    .select(['entry_id', 'member', 'present', 'at'])
    .where('list', '=', list)
    .where(isAmong(db, 'entry_id', entryIds))
    .orderBy('at')
    .orderBy('id')
    .execute()
  const byPerson = new Map<string, Presence>()
  const absent = { isPresent: false, arrivedAt: null }
  for (const { entry_id, member, present, at } of marks) {
    const key = `${entry_id} ${member}`
    const { arrivedAt } = byPerson.get(key) ?? absent
    const isPresent = present === 1
    byPerson.set(key, { isPresent, arrivedAt: isPresent ? (arrivedAt ?? at) : arrivedAt })
  }
  return (entryId, member) => byPerson.get(`${entryId} ${member}`) ?? absent
}

const toAttendanceEntry = (
  review: ReviewRow,
  entry: ReviewedEntry,
  findPresence: FindPresence,
  { showsMoney, showsRooms }: { showsMoney: boolean; showsRooms: boolean },
): AttendanceEntry => {
  const row: AttendanceEntry = {
    entryId: entry.id,
    label: entry.label,
    state: review.state,
    source: showsMoney ? review.source : null,
    version: review.version,
    sentAt: entry.sentAt,
    email: entry.email,
    college: entry.college,
    what: entry.eventName,
    people: listPeople(entry).map(({ name, phone }, index) => ({
      member: index + 1,
      name,
      phone,
      ...findPresence(entry.id, index + 1),
    })),
  }
  if (showsMoney) {
    row.amount = entry.amount
  }
  if (showsRooms) {
    row.room = review.room
  }
  return row
}

const toGuestEntry = (
  { id, name, role, added_at }: GuestRow,
  findPresence: FindPresence,
): AttendanceEntry => ({
  entryId: id,
  label: '',
  state: 'verified',
  source: null,
  version: 0,
  sentAt: added_at,
  email: '',
  college: '',
  what: '',
  people: [{ member: 1, name, phone: '', ...findPresence(id, 1) }],
  guestRole: role,
})

const batchSize = 500

export const readAttendanceList = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  showsMoney: boolean,
): Promise<Omit<AttendanceList, 'mayMark'>> => {
  const listName = nameAttendanceList(list)
  const conditions = await findListConditions(db, list, festival)
  if (!list.event) {
    conditions.push(...(await findConditions(db, { scope: 'accepted' })))
  }
  const guests = await listGuests(db, listName)
  const counted = db.selectFrom('review').select(({ fn }) => fn.countAll().as('count'))
  const { count } = await counted.where(all(conditions)).executeTakeFirstOrThrow()
  const { reviews } = await listReviews(db, conditions, {
    order: 'oldest',
    after: undefined,
    limit: attendanceBounds.entries - guests.length,
  })
  const display = { showsMoney, showsRooms: list.night !== undefined }
  const guestIds = guests.map(({ id }) => id)
  const findGuestPresence = await readPresence(db, listName, guestIds)
  const entries = guests.map((guest) => toGuestEntry(guest, findGuestPresence))
  for (let start = 0; start < reviews.length; start += batchSize) {
    const batch = reviews.slice(start, start + batchSize)
    const batchEntries = await readEntries(db, batch)
    const findPresence = await readPresence(db, listName, [...batchEntries.keys()])
    for (const review of batch) {
      const entry = batchEntries.get(review.entry_id)
      if (entry) {
        entries.push(toAttendanceEntry(review, entry, findPresence, display))
      }
    }
    await nextTurn()
  }
  entries.sort((left, right) => Date.parse(left.sentAt) - Date.parse(right.sentAt))
  return { entries, total: Number(count) + guests.length }
}

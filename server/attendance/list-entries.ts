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
import { isAmong } from '../db/engines'
import type { Db } from '../db/schema'
import { readEntriesInBatches } from '../entries/entry'
import { listPeople } from '../entries/people'
import { readWaitingNumbers } from '../entries/places'
import { findConditions, listReviews, type ResolvedFilter } from '../entries/queue'
import { readPresence } from './presence'

type Conditions = Awaited<ReturnType<typeof findConditions>>

/** An event that comes with a pass lists the passes that include it. */
const listEventValues = (key: string, { subjects, tiers }: Festival): string[] => {
  const subject = subjects.find((candidate) => candidate.key === key)
  if (subject?.status !== 'with-pass' || subject.fee.per !== 'pass') {
    return [key]
  }
  return [key, ...listIncludingTiers(subject.fee.tier, tiers).map(({ value }) => value)]
}

const listItemValues = (id: string, { programme, tiers }: Festival): string[] => {
  const item = programme.find((candidate) => candidate.id === id)
  return item ? listIncludingTiers(item.tier, tiers).map(({ value }) => value) : []
}

const listDayValues = (day: string, { subjects, tiers }: Festival): string[] => {
  const keys = subjects
    .filter(({ status }) => status !== 'cancelled')
    .filter(({ slots }) => slots.some(({ start }) => toDay(start) === day))
    .map(({ key }) => key)
  return [...keys, ...tiers.map(({ value }) => value)]
}

/** Without a scope, the conditions also select rejected and withdrawn entries. */
export const findListConditions = async (
  db: Db,
  { event, item, day, lunch, night }: AttendanceListKey,
  festival: Festival,
  scope?: 'accepted',
): Promise<Conditions> => {
  const filter: ResolvedFilter = { scope, night }
  if (lunch) {
    filter.lunch = lunchKeys(festival.subjects, lunch)
  }
  const conditions = await findConditions(db, filter)
  if (event) {
    conditions.push(isAmong(db, 'review.event', listEventValues(event, festival)))
  }
  if (item) {
    conditions.push(isAmong(db, 'review.event', listItemValues(item, festival)))
  }
  if (day) {
    conditions.push(isAmong(db, 'review.event', listDayValues(day, festival)))
  }
  return conditions
}

/** Keyed by entry. Rooms have no codes. */
const readTicketCodes = async (db: Db, entryIds: readonly string[]) => {
  const tickets = await db
    .selectFrom('ticket')
    .select(['entry_id', 'code', 'replaced_at'])
    .where(isAmong(db, 'entry_id', entryIds))
    .orderBy('code')
    .execute()
  const codes = new Map<string, { current: string; replaced: string[] }>()
  for (const { entry_id, code, replaced_at } of tickets) {
    const ofEntry = codes.get(entry_id) ?? { current: '', replaced: [] }
    codes.set(entry_id, ofEntry)
    if (replaced_at === null) {
      ofEntry.current = code
    } else {
      ofEntry.replaced.push(code)
    }
  }
  return codes
}

/** Reads the list's reviews, the oldest first, and what else is known about their entries. */
export const readListed = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  now: Date,
  scope?: 'accepted',
) => {
  const conditions = await findListConditions(db, list, festival, scope)
  const { reviews } = await listReviews(db, conditions, {
    order: 'oldest',
    after: undefined,
    limit: attendanceBounds.entries,
  })
  const entries = await readEntriesInBatches(db, reviews)
  return {
    reviews,
    entries,
    codes: await readTicketCodes(db, [...entries.keys()]),
    numbers: await readWaitingNumbers(db, reviews, festival.subjects, now),
    presence: await readPresence(db, nameAttendanceList(list)),
  }
}

/** Lists the oldest first. */
export const readListEntries = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  now: Date,
): Promise<AttendanceEntry[]> => {
  const read = await readListed(db, list, festival, now, 'accepted')
  const { reviews, entries, codes, numbers, presence } = read
  return reviews.flatMap(({ entry_id: entryId, state, version, room, waitlist }) => {
    const entry = entries.get(entryId)
    if (!entry) {
      return []
    }
    const { label, email, college, eventName: what, amount } = entry
    const people = listPeople(entry).map(({ name, phone }, index) => {
      const member = index + 1
      const { isPresent, arrivedAt, door, repeats } = presence.find(entryId, member)
      const person: AttendancePerson = { member, name, phone, isPresent, arrivedAt }
      if (door) {
        person.door = door.name
      }
      if (repeats.length > 0) {
        person.repeats = repeats
      }
      return person
    })
    const listed: AttendanceEntry = {
      entryId,
      label,
      state,
      amount,
      version,
      email,
      college,
      what,
      people,
      room,
      code: codes.get(entryId)?.current ?? '',
    }
    const waitingNumber = numbers.get(entryId)
    if (state === 'verified' && waitlist !== null && waitingNumber !== undefined) {
      listed.isOnWaitlist = true
      if (waitlist === 'waiting') {
        listed.waitingNumber = waitingNumber
      }
    }
    return listed
  })
}

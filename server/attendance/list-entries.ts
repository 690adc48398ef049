import { type SqlBool, sql } from 'kysely'
import { toDay } from '../../festival/content/slot'
import {
  type AttendanceEntry,
  type AttendanceListKey,
  attendanceBounds,
  nameAttendanceList,
} from '../../festival/contract/attendance'
import { lunchKeys } from '../../festival/contract/lists'
import { groupBy } from '../../festival/group-by'
import type { Festival } from '../../festival/live/state'
import { listIncludingTiers } from '../../festival/schedule/sale-ends'
import { isAmong } from '../db/engines'
import type { Db } from '../db/schema'
import { readEntriesInBatches } from '../entries/entry'
import { listPeople } from '../entries/people'
import { isPresent, readWaitingNumbers } from '../entries/places'
import { acceptedStates, findConditions, listReviews, type ResolvedFilter } from '../entries/queue'
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

/** Rooms have no tickets. */
const readTickets = async (db: Db, entryIds: readonly string[]) => {
  const tickets = await db
    .selectFrom('ticket')
    .select(['entry_id', 'code', 'replaced_at'])
    .where(isAmong(db, 'entry_id', entryIds))
    .orderBy('code')
    .execute()
  return groupBy(tickets, ({ entry_id }) => [entry_id])
}

/** Reads the entries that match all `conditions`, the oldest first. */
export const readListed = async (
  db: Db,
  list: AttendanceListKey,
  conditions: Conditions,
  festival: Festival,
  now: Date,
) => {
  const { reviews } = await listReviews(db, conditions, {
    order: 'oldest',
    after: undefined,
    limit: attendanceBounds.entries,
  })
  const entries = await readEntriesInBatches(db, reviews)
  const tickets = await readTickets(db, [...entries.keys()])
  const waitingNumbers = await readWaitingNumbers(db, reviews, festival.subjects, now)
  const presence = await readPresence(db, nameAttendanceList(list))
  return reviews.flatMap((review) => {
    const id = review.entry_id
    const entry = entries.get(id)
    if (!entry) {
      return []
    }
    const people = listPeople(entry).map(({ name, phone }, index) => {
      const member = index + 1
      return { member, name, phone, ...presence.find(id, member) }
    })
    const ofEntry = tickets.get(id) ?? []
    return {
      review,
      entry,
      people,
      waitingNumber: waitingNumbers.get(id),
      code: ofEntry.find(({ replaced_at }) => replaced_at === null)?.code ?? '',
      replacedCodes: ofEntry.filter(({ replaced_at }) => replaced_at).map(({ code }) => code),
    }
  })
}

/** Includes entries that are no longer accepted if someone of them is present. */
export const readListEntries = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  now: Date,
): Promise<AttendanceEntry[]> => {
  const isShown = sql<SqlBool>`(review.state in (${sql.join(acceptedStates)})
    or ${isPresent(sql`${nameAttendanceList(list)}`)})`
  const conditions = [...(await findListConditions(db, list, festival)), isShown]
  const listed = await readListed(db, list, conditions, festival, now)
  return listed.map(({ review, entry, people, waitingNumber, code }) => {
    const { entry_id: entryId, state, version, room, waitlist } = review
    const { label, email, college, eventName: what, amount } = entry
    const isOnWaitlist = state === 'verified' && waitlist !== null && waitingNumber !== undefined
    return {
      entryId,
      label,
      state,
      amount,
      version,
      email,
      college,
      what,
      people: people.map(({ doorId: _, ...person }) => person),
      room,
      code,
      isOnWaitlist: isOnWaitlist || undefined,
      waitingNumber: isOnWaitlist && waitlist === 'waiting' ? waitingNumber : undefined,
    }
  })
}

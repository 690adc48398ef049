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

const listPasses = (tier: string | undefined, tiers: Festival['tiers']): string[] =>
  listIncludingTiers(tier, tiers).map(({ value }) => value)

/**
 * Returns the events and passes whose entries are on the list. An event that comes with a pass also
 * has the entries of the passes that include it. Returns undefined for lunches and nights.
 */
const listValues = (
  { event, item, day }: AttendanceListKey,
  { subjects, programme, tiers }: Festival,
): string[] | undefined => {
  if (event) {
    const subject = subjects.find(({ key }) => key === event)
    if (subject?.status !== 'with-pass' || subject.fee.per !== 'pass') {
      return [event]
    }
    return [event, ...listPasses(subject.fee.tier, tiers)]
  }
  if (item) {
    return programme.filter(({ id }) => id === item).flatMap(({ tier }) => listPasses(tier, tiers))
  }
  if (day) {
    const held = subjects
      .filter(({ status }) => status !== 'cancelled')
      .filter(({ slots }) => slots.some(({ start }) => toDay(start) === day))
    return [...held.map(({ key }) => key), ...tiers.map(({ value }) => value)]
  }
  return undefined
}

/** Without a scope, the conditions also select rejected and withdrawn entries. */
export const findListConditions = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  scope?: 'accepted',
): Promise<Conditions> => {
  const filter: ResolvedFilter = { scope, night: list.night }
  if (list.lunch) {
    filter.lunch = lunchKeys(festival.subjects, list.lunch)
  }
  const conditions = await findConditions(db, filter)
  const values = listValues(list, festival)
  return values ? [...conditions, isAmong(db, 'review.event', values)] : conditions
}

/** Room requests have no tickets. */
const readTickets = async (db: Db, entryIds: readonly string[]) => {
  const tickets = await db
    .selectFrom('ticket')
    .select(['entry_id', 'code', 'replaced_at'])
    .where(isAmong(db, 'entry_id', entryIds))
    .orderBy('code')
    .execute()
  return groupBy(tickets, ({ entry_id }) => [entry_id])
}

/** Reads the entries on the list that match `conditions`, oldest first. */
export const readListed = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  now: Date,
  conditions: Conditions = [],
) => {
  const ofList = await findListConditions(db, list, festival)
  const { reviews } = await listReviews(db, [...ofList, ...conditions], {
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

/** Includes an entry that is no longer accepted if any of its people is present. */
export const readListEntries = async (
  db: Db,
  list: AttendanceListKey,
  festival: Festival,
  now: Date,
): Promise<AttendanceEntry[]> => {
  const isShown = sql<SqlBool>`(review.state in (${sql.join(acceptedStates)})
    or ${isPresent(sql`${nameAttendanceList(list)}`)})`
  const listed = await readListed(db, list, festival, now, [isShown])
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

import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Subject } from '../../festival/content/subject'
import { nameAttendanceList } from '../../festival/contract/attendance'
import type { EventPlaces, Standing } from '../../festival/contract/places'
import { undoSeconds } from '../../festival/contract/states'
import type { OpenPlaces } from '../../festival/schedule/open-places'
import type { ReviewRow } from '../db/desk-schema'
import { acquireLock } from '../db/engines'
import type { DbOrTransaction, Tables } from '../db/schema'
import { later } from '../system/clock'

export interface Arrival extends Pick<ReviewRow, 'entry_id' | 'state' | 'waitlist' | 'arrival'> {
  changed_at: string
  /** Whether at least one person is present. */
  isPresent: 0 | 1
  /** Whether the latest decision can still be undone. */
  isRecent: 0 | 1
}

/**
 * Holds the event's lock until the transaction ends. A process that has not yet read a
 * new limit saves entries without a number, so those are numbered first.
 */
export const drawNumbers = async (
  transaction: Transaction<Tables>,
  event: string,
): Promise<void> => {
  await acquireLock(transaction, 'places', event)
  const ofEvent = sql`review.kind = 'registration' and review.event = ${event}`
  await sql`
    update review set arrival = drawn.number from (
      select entry_id as id, row_number() over (order by created_at, entry_id)
        + (select coalesce(max(arrival), 0) from review where ${ofEvent}) as number
      from review where ${ofEvent} and arrival is null
    ) as drawn
    where review.entry_id = drawn.id
  `.execute(transaction)
}

const undoneFrom = (now: Date): string => later(now, -undoSeconds * 1_000)

const wasJustClosed = (now: Date) => sql<boolean>`exists (
  select 1 from decision where decision.entry_id = review.entry_id
    and decision.decision in ('reject', 'withdraw') and decision.decided_at > ${undoneFrom(now)}
)`

/**
 * Whether a mark says "present" and was not undone later. A removal at the desk undoes all marks;
 * a removal at a door undoes only the marks of that door. `readPresence` follows the same rule.
 */
export const isPresent = (list: RawBuilder<unknown>) => sql<boolean>`exists (
  select 1 from attendance as mark
  where mark.list = ${list} and mark.entry_id = review.entry_id
    and mark.present = 1 and not exists (
      select 1 from attendance as newer
      where newer.list = mark.list and newer.entry_id = mark.entry_id
        and newer.member = mark.member and (newer.at, newer.id) > (mark.at, mark.id)
        and newer.present = 0 and (newer.door_id is null or newer.door_id = mark.door_id)
    )
)`

/** An entry that is reopened when its number no longer counts goes to the end. */
export const redrawNumber = async (
  transaction: Transaction<Tables>,
  { entry_id, event, state, arrival }: ReviewRow,
  now: Date,
): Promise<void> => {
  const isClosed = state === 'rejected' || state === 'withdrawn'
  if (!isClosed || arrival === null) {
    return
  }
  await acquireLock(transaction, 'places', event)
  await sql`
    update review set arrival = null where entry_id = ${entry_id} and not ${wasJustClosed(now)}
  `.execute(transaction)
  await drawNumbers(transaction, event)
}

/**
 * Lists the entries whose numbers count, so an entry's rank is its position. A rejected or
 * withdrawn entry counts until the decision can no longer be undone.
 */
export const readArrivals = async (
  db: DbOrTransaction,
  event: string,
  now: Date,
): Promise<Arrival[]> => {
  const { rows } = await sql<Arrival>`
    select entry_id, state, waitlist, arrival, changed_at,
      case when ${isPresent(sql`${nameAttendanceList({ event })}`)} then 1 else 0 end as "isPresent",
      case when changed_at > ${undoneFrom(now)} then 1 else 0 end as "isRecent"
    from review
    where kind = 'registration' and event = ${event}
      and (state not in ('rejected', 'withdrawn') or ${wasJustClosed(now)})
    order by arrival is null, arrival, created_at, entry_id
  `.execute(db)
  return rows
}

const isVerified = ({ state }: Arrival): boolean => state === 'verified'

/** Anyone who is let in after the event has begun has a place, whatever their rank. */
const hasPlace = ({ waitlist, isPresent }: Arrival, index: number, places: number): boolean => {
  if (waitlist === 'lost') {
    return false
  }
  return index < places || (waitlist === null && isPresent === 1)
}

export const countPlaces = (arrivals: readonly Arrival[], places: number): EventPlaces => {
  const verified = arrivals.filter(isVerified).length
  const placed = arrivals.filter(
    (entry, index) => isVerified(entry) && hasPlace(entry, index, places),
  ).length
  return { places, placed, pending: arrivals.length - verified, waiting: verified - placed }
}

/** No number of places below this would keep the place of each verified entry. */
export const findFewestPlaces = (arrivals: readonly Arrival[], places = Infinity): number =>
  arrivals.slice(0, places).findLastIndex(isVerified) + 1

export const findOpenPlaces = (arrivals: readonly Arrival[], places: number): OpenPlaces => {
  const left = Math.max(0, places - arrivals.length)
  const verifiedAt = arrivals.filter(isVerified).map(({ changed_at }) => changed_at)
  const filledAt = verifiedAt.toSorted()[places - 1]
  if (filledAt !== undefined) {
    return { level: 'full', left, filledAt }
  }
  return { level: left < places / 10 ? 'few' : 'free', left }
}

export const findStanding = async (
  db: DbOrTransaction,
  { entry_id, kind, event, state, waitlist }: ReviewRow,
  subjects: readonly Subject[],
  now: Date,
): Promise<Standing> => {
  const subject = subjects.find(({ key }) => kind === 'registration' && key === event)
  if (!subject?.places || subject.status === 'cancelled' || state !== 'verified') {
    return { is: 'none' }
  }
  if (waitlist === 'lost') {
    return { is: 'lost' }
  }
  const { places } = subject
  const arrivals = await readArrivals(db, event, now)
  const index = arrivals.findIndex((arrival) => arrival.entry_id === entry_id)
  const earlier = arrivals.slice(0, index)
  const own = arrivals[index]
  if (!own || hasPlace(own, index, places)) {
    return { is: 'place' }
  }
  const unchecked = earlier.length - earlier.filter(isVerified).length
  return { is: 'waiting', number: earlier.length + 1 - places, unchecked }
}

/** Keyed by entry. Entries that have a place are missing. */
export const readWaitingNumbers = async (
  db: DbOrTransaction,
  reviews: readonly Pick<ReviewRow, 'event'>[],
  subjects: readonly Subject[],
  now: Date,
): Promise<Map<string, number>> => {
  const numbers = new Map<string, number>()
  const events = new Set(reviews.map(({ event }) => event))
  for (const { key, places } of subjects) {
    if (!places || !events.has(key)) {
      continue
    }
    const arrivals = await readArrivals(db, key, now)
    for (const [index, entry] of arrivals.entries()) {
      if (!hasPlace(entry, index, places)) {
        numbers.set(entry.entry_id, index + 1 - places)
      }
    }
  }
  return numbers
}

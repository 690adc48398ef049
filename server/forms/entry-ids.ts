import { randomBytes } from 'node:crypto'
import type { DbOrTransaction, EventRegistrationRow } from '../db/schema'
import { insertOnce } from '../db/transact'

/** The identifiers that registrants hold (behaviour 4.1). The server assigns them; a clash takes the next free one. */

const maxDraws = 200
/** So many clashes in a row say that six digits have become scarce; the id then shows one more. */
const clashesPerDigit = 20

/** Twelve digits from twelve random bytes' worth of a cryptographic source. */
export const formatDelegateId = (number: bigint): string =>
  String(number % 1_000_000_000_000n).padStart(12, '0')

const drawDigits = (): string => formatDelegateId(BigInt(`0x${randomBytes(12).toString('hex')}`))

/**
 * Inserts rows of drawn digits until one has a free id, and gives that. `digits` says how many of them the id shows
 * (behaviours 4.3, 4.4, 4.5).
 * @throws Error when no free id was drawn
 */
export const insertUnderDrawnId = async <Row>(
  makeRow: (drawn: string, digits: number) => Row,
  insertUnlessTaken: (row: Row) => Promise<boolean>,
  draw: () => string = drawDigits,
): Promise<Row> => {
  for (let round = 0; round < maxDraws; round += 1) {
    const row = makeRow(draw(), Math.min(12, 6 + Math.floor(round / clashesPerDigit)))
    if (await insertUnlessTaken(row)) {
      return row
    }
  }
  throw new Error('No id is free')
}

const million = 1_000_000

/** The running number that an event registration made at this moment starts from: the clock's last six digits. */
export const eventNumberAt = (milliseconds: number): number => milliseconds % million

/** The next running number after this one, around the circle of six digits. */
export const nextEventNumber = (number: number): number => (number + 1) % million

/** "EVT-004217"; "EVT-1000000" for a long one. */
export const formatEventRegistrationId = (number: number): string =>
  `EVT-${String(number).padStart(6, '0')}`

type NewRegistration = Omit<EventRegistrationRow, 'number' | 'registration_id'>

/** So many numbers in a row that are taken say that six digits have become scarce. */
const maxTries = 1_000

/** The table's constraint decides whether a number is free: whoever registers at the same time is waited for. */
const insertUnlessTaken = async (
  db: DbOrTransaction,
  registration: NewRegistration,
  number: number,
): Promise<EventRegistrationRow | undefined> => {
  const row = { ...registration, number, registration_id: formatEventRegistrationId(number) }
  return (await insertOnce(db.insertInto('EventRegistration').values(row))) ? row : undefined
}

/** One more than the longest so far; seven digits are given out where six have become scarce (behaviour 4.4). */
const nextLongNumber = async (db: DbOrTransaction): Promise<number> => {
  const { highest } = await db
    .selectFrom('EventRegistration')
    .select(({ fn }) => fn.max('number').as('highest'))
    .executeTakeFirstOrThrow()
  return Math.max(highest + 1, million)
}

/**
 * Saves a registration under its moment's number, or the first free one after it (behaviour 4.2, 4.4).
 * @throws Error when other registrations were quicker for every number that was tried
 */
export const insertRegistration = async (
  db: DbOrTransaction,
  registration: NewRegistration,
  moment: number,
): Promise<EventRegistrationRow> => {
  let number = eventNumberAt(moment)
  for (let round = 0; round < maxTries; round += 1) {
    const row = await insertUnlessTaken(db, registration, number)
    if (row) {
      return row
    }
    number = nextEventNumber(number)
  }
  for (let round = 0; round < maxTries; round += 1) {
    const row = await insertUnlessTaken(db, registration, await nextLongNumber(db))
    if (row) {
      return row
    }
  }
  throw new Error('No registration number is free')
}

/** Hands out each millisecond of the clock once. */
export type NextMillis = (now: number) => number

/** A clock that is back by more than this was set; by less, the registration only took its time to get here. */
const maxDelayMs = 60_000

/**
 * Gives each registration of this process a millisecond of its own: the clock's, or the one after the last that was
 * given. In a rush many come within one, and trying numbers that are surely taken would cost each of them more than the
 * saving.
 */
export const createUniqueMillis = (): NextMillis => {
  let last = Number.NEGATIVE_INFINITY
  return (now) => {
    last = now > last || now < last - maxDelayMs ? now : last + 1
    return last
  }
}

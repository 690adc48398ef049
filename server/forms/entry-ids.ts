import { randomBytes } from 'node:crypto'
import type { DbOrTransaction, EventRegistrationRow } from '../db/schema'
import { insertOnce } from '../db/transact'

const maxDraws = 200
/** After this many clashes in a row, the id shows one more digit. */
const clashesPerDigit = 20

export const formatDelegateId = (number: bigint): string =>
  String(number % 1_000_000_000_000n).padStart(12, '0')

const drawDigits = (): string => formatDelegateId(BigInt(`0x${randomBytes(12).toString('hex')}`))

/**
 * Inserts rows with random digits until one has a free id. The id shows `digits` digits.
 * @throws Error when no free id was found
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

/** The first number to try: the last six digits of the clock. */
export const eventNumberAt = (milliseconds: number): number => milliseconds % million

export const nextEventNumber = (number: number): number => (number + 1) % million

/** Returns "EVT-004217", or "EVT-1000000" once six digits are scarce. */
export const formatEventRegistrationId = (number: number): string =>
  `EVT-${String(number).padStart(6, '0')}`

type NewRegistration = Omit<EventRegistrationRow, 'number' | 'registration_id'>

/** After this many taken numbers in a row, numbers get seven digits. */
const maxTries = 1_000

/**
 * The unique constraint decides whether a number is free, and waits for concurrent registrations.
 */
const insertUnlessTaken = async (
  db: DbOrTransaction,
  registration: NewRegistration,
  number: number,
): Promise<EventRegistrationRow | undefined> => {
  const row = { ...registration, number, registration_id: formatEventRegistrationId(number) }
  return (await insertOnce(db.insertInto('EventRegistration').values(row))) ? row : undefined
}

const nextLongNumber = async (db: DbOrTransaction): Promise<number> => {
  const { highest } = await db
    .selectFrom('EventRegistration')
    .select(({ fn }) => fn.max('number').as('highest'))
    .executeTakeFirstOrThrow()
  return Math.max(highest + 1, million)
}

/** @throws Error if every number that was tried is taken */
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

export type NextMillis = (now: number) => number

/** A larger difference means that the clock was set back. Smaller ones come from slow requests. */
const maxDelayMs = 60_000

/**
 * Gives each registration its own millisecond, so that a rush spends no queries on taken numbers.
 */
export const createUniqueMillis = (): NextMillis => {
  let last = Number.NEGATIVE_INFINITY
  return (now) => {
    last = now > last || now < last - maxDelayMs ? now : last + 1
    return last
  }
}

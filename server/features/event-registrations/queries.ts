import { sql } from 'kysely'
import { eventNumberAt, firstLongNumber, formatEventRegistrationId, nextEventNumber } from '../../../festival/ids'
import { pickUnlocked } from '../../db/pick-unlocked'
import type { DbOrTransaction, EventRegistrationRow } from '../../db/schema'

/** Each round that fails means that another registration took the number meanwhile. */
const rounds = 500
/**
 * How far the next free number is looked for. Beyond that the six digits are nearly used up, and looking would cost more
 * with every registration.
 */
const reach = 1_000

/** Whether the row's number was free. */
const insertUnlessTaken = async (db: DbOrTransaction, row: EventRegistrationRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('EventRegistration')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Saves a registration under its moment's number, or the next free one after it (behaviour 4.2). The table's constraint
 * decides; a look at the table only proposes.
 * @throws Error when other registrations were quicker for every number that was tried
 */
export const insertRegistration = async (
  db: DbOrTransaction,
  registration: Omit<EventRegistrationRow, 'number' | 'registration_id'>,
  moment: number,
): Promise<EventRegistrationRow> => {
  let number = eventNumberAt(moment)
  for (let round = 0; round < rounds; round += 1) {
    const row = { ...registration, number, registration_id: formatEventRegistrationId(number) }
    if (await insertUnlessTaken(db, row)) return row
    const next = await proposeNumber(db, number)
    number = await pickUnlocked(db, 'EventRegistration', 'number', next, lastBeside(next))
  }
  throw new Error('No registration number is free')
}

/** How many numbers are looked at for one that nobody is about to take. */
const beside = 200

const lastBeside = (number: number) =>
  number < firstLongNumber ? Math.min(number + beside, firstLongNumber - 1) : number + beside

const proposeNumber = async (db: DbOrTransaction, taken: number): Promise<number> => {
  if (taken >= firstLongNumber) return findLong(db)
  const last = firstLongNumber - 1
  const beyond = taken + reach - last
  return (
    (await findFree(db, taken, Math.min(taken + reach, last))) ??
    (beyond > 0 ? await findFree(db, -1, beyond) : undefined) ??
    findLong(db)
  )
}

/** The first taken number in this stretch whose next is free. */
const findBeforeFree = (db: DbOrTransaction, after: number, last: number) =>
  db
    .selectFrom('EventRegistration as one')
    .select('one.number')
    .where('one.number', '>=', after)
    .where('one.number', '<', last)
    // Asked whether one exists, PostgreSQL would rather read a large table whole than look for each by the index.
    .where(
      ({ selectFrom }) =>
        selectFrom('EventRegistration as next')
          .select('next.number')
          .where('next.number', '=', sql<number>`one.number + 1`),
      'is',
      null,
    )
    .orderBy('one.number')
    .limit(1)
    .executeTakeFirst()

/** The first number after `after` that is free, up to the last; undefined when there is none. */
const findFree = async (db: DbOrTransaction, after: number, last: number): Promise<number | undefined> => {
  if (after < 0) {
    const zero = await db.selectFrom('EventRegistration').select('number').where('number', '=', 0).executeTakeFirst()
    return zero ? findFree(db, 0, last) : 0
  }
  const before = await findBeforeFree(db, after, last)
  return before && nextEventNumber(before.number)
}

/** One more than the longest so far. */
const findLong = async (db: DbOrTransaction): Promise<number> => {
  const { highest } = await db
    .selectFrom('EventRegistration')
    .select(({ fn }) => fn.max('number').as('highest'))
    .executeTakeFirstOrThrow()
  return Math.max(highest + 1, firstLongNumber)
}

export const findRegistration = (db: DbOrTransaction, id: string): Promise<EventRegistrationRow> =>
  db.selectFrom('EventRegistration').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

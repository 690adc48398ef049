import { eventNumberAt, firstLongNumber, formatEventRegistrationId, nextEventNumber } from '../../../festival/ids'
import type { DbOrTransaction, EventRegistrationRow } from '../../db/schema'

/** So many numbers in a row that are taken say that six digits have become scarce. */
const shortRounds = 100
/** Each that fails means that another registration took the long number meanwhile. */
const longRounds = 500

/**
 * Saves a registration under the number of its moment, the next free one after it, or one more than the longest so far
 * (behaviours 4.2, 4.4). The table's constraint decides which are taken.
 * @throws Error when other registrations were quicker for every number that was tried
 */
export const insertRegistration = async (
  db: DbOrTransaction,
  registration: Omit<EventRegistrationRow, 'number' | 'registration_id'>,
  now: Date,
): Promise<EventRegistrationRow> => {
  let number = eventNumberAt(now.getTime())
  for (let round = 0; round < shortRounds + longRounds; round += 1) {
    if (round >= shortRounds) number = await findLong(db)
    const row = { ...registration, number, registration_id: formatEventRegistrationId(number) }
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('EventRegistration')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 1n) return row
    number = nextEventNumber(number)
  }
  throw new Error('No registration number is free')
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

import { sql } from 'kysely'
import { eventNumberAt, formatEventRegistrationId, nextEventNumber } from '../../../festival/ids'
import type { DbOrTransaction, EventRegistrationRow } from '../../db/schema'

/** Each round that fails means that another registration took the number meanwhile. */
const rounds = 500

/**
 * Saves a registration under the clock's number, or the next free one after it (behaviour 4.2). The table's constraint
 * decides; a look at the table only proposes.
 * @throws Error when a million registrations have used up the numbers
 */
export const insertRegistration = async (
  db: DbOrTransaction,
  registration: Omit<EventRegistrationRow, 'number' | 'registration_id'>,
  now: Date,
): Promise<EventRegistrationRow> => {
  let number: number | undefined = eventNumberAt(now.getTime())
  for (let round = 0; round < rounds && number !== undefined; round += 1) {
    const row = { ...registration, number, registration_id: formatEventRegistrationId(number) }
    const result = await db
      .insertInto('EventRegistration')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (result.numInsertedOrUpdatedRows === 1n) return row
    number = (await findFreeAfter(db, number)) ?? (await findFreeFromZero(db))
  }
  throw new Error('No registration number is free')
}

/** The first free number after one that is taken; undefined when all up to the last are taken. */
const findFreeAfter = async (db: DbOrTransaction, taken: number): Promise<number | undefined> => {
  const last = await db
    .selectFrom('EventRegistration as one')
    .select('one.number')
    .where('one.number', '>=', taken)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('EventRegistration as next')
            .select('next.number')
            .where('next.number', '=', sql<number>`one.number + 1`),
        ),
      ),
    )
    .orderBy('one.number')
    .limit(1)
    .executeTakeFirst()
  const next = last && nextEventNumber(last.number)
  return next === 0 ? undefined : next
}

const findFreeFromZero = async (db: DbOrTransaction): Promise<number | undefined> => {
  const zero = await db.selectFrom('EventRegistration').select('number').where('number', '=', 0).executeTakeFirst()
  return zero ? findFreeAfter(db, 0) : 0
}

export const findRegistration = (db: DbOrTransaction, id: string): Promise<EventRegistrationRow> =>
  db.selectFrom('EventRegistration').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The test read: one id, or none while the table is empty. */
export const readOneId = async (db: DbOrTransaction): Promise<string | undefined> =>
  (await db.selectFrom('EventRegistration').select('id').limit(1).executeTakeFirst())?.id

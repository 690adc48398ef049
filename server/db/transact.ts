import type { InsertQueryBuilder, InsertResult, Transaction } from 'kysely'
import type { Db, Tables } from './schema'

const attempts = 10
/** PostgreSQL's serialisation failure, deadlock and unique violation: another transaction came first. */
const retryableCodes = new Set(['40001', '40P01', '23505'])

const isRetryable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  retryableCodes.has(error.code)

/**
 * Runs the work in one transaction; when it lost a race against another transaction, it runs again from the start.
 * The work must have no effect outside the database.
 */
export const transact = async <T>(
  db: Db,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) {
        throw error
      }
    }
  }
}

/** Runs an insert; false where a row that may be there once only is there already, or is being saved now and then is. */
export const insertOnce = async <Name extends keyof Tables>(
  insert: InsertQueryBuilder<Tables, Name, InsertResult>,
): Promise<boolean> => {
  const result = await insert
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return result.numInsertedOrUpdatedRows === 1n
}

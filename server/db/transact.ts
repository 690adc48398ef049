import type { InsertQueryBuilder, InsertResult, Transaction } from 'kysely'
import type { Db, Tables } from './schema'

const attempts = 10
/** PostgreSQL's codes for a serialisation failure, a deadlock and a unique violation. */
const retryableCodes = new Set(['40001', '40P01', '23505'])

const isRetryable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  retryableCodes.has(error.code)

/**
 * Retries the whole work after a conflict, so the work must have no effects outside the database.
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

/** @returns false if a row with the same unique value exists or is being committed */
export const insertOnce = async <Name extends keyof Tables>(
  insert: InsertQueryBuilder<Tables, Name, InsertResult>,
): Promise<boolean> => {
  const result = await insert
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return result.numInsertedOrUpdatedRows === 1n
}

import type { Db } from '../db/schema'
import { keptUntil, type RetentionDependencies } from './retention'

/**
 * Deletes the bank's rows that were never allocated when the time of proofs is over: they are the money
 * of people who may have nothing to do with the festival (behaviour 15.27). What was allocated stays with its record.
 * @returns how many were deleted
 */
export const deleteOpenRows = async ({
  db,
  by,
  lastDay,
  keptDays,
}: Omit<RetentionDependencies, 'files'> & { db: Db }): Promise<number> => {
  if (keptDays === undefined || by < keptUntil(lastDay, keptDays)) return 0
  const { numDeletedRows } = await db
    .deleteFrom('bank_row')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('bank_match').select('bank_match.id').whereRef('bank_match.row_id', '=', 'bank_row.id'))),
    )
    .where('id', 'not in', db.selectFrom('bank_spending').select('row_id'))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

import type { Db } from '../db/schema'
import { keptUntil, type RetentionDependencies } from './retention'

/**
 * Deletes the bank's rows that were never spent, with what was proposed of them, when the time of proofs is over: they are the money
 * of people who may have nothing to do with the festival (behaviour 15.27). What was spent stays with its record.
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
  if (numDeletedRows > 0n)
    for (const table of ['bank_finding', 'bank_import_row'] as const)
      await db.deleteFrom(table).where('row_id', 'not in', db.selectFrom('bank_row').select('id')).execute()
  return Number(numDeletedRows)
}

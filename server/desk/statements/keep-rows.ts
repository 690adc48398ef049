import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Payment } from '../../../festival/bank/verdict'
import type { Db, Tables } from '../../db/schema'
import type { BankRow } from '../../db/statement-schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { lockPayments } from '../../reviews/bank-matches'
import { fingerprint } from '../../reviews/bank-rows'

/** Rows of one transaction: others want to write too. */
const batchSize = 200

export const droppedMeanwhile = () =>
  new ApiError('undone', 'This file was taken back. Open the page again and drop it anew if it is right.')

const rowOf = (payment: Payment, importId: string): BankRow => ({
  id: fingerprint(payment),
  import_id: importId,
  line: payment.line,
  day: payment.day,
  amount: payment.amount,
  narration: payment.narration,
  reference: payment.reference,
  balance: payment.balance ?? null,
})

const carriedRow = (importId: string, rowId: string) => ({
  id: createHash('sha256').update(`${importId} ${rowId}`).digest('base64url').slice(0, 32),
  import_id: importId,
  row_id: rowId,
})

const keepBatch = async (transaction: Transaction<Tables>, importId: string, rows: readonly BankRow[]) => {
  // Whoever takes a file back sees all rows of a batch as this file's, or none.
  await lockPayments(transaction)
  const { dropped_at } = await transaction
    .selectFrom('bank_import')
    .select('dropped_at')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  if (dropped_at !== null) throw droppedMeanwhile()
  await transaction
    .insertInto('bank_row')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const ids = rows.map(({ id }) => id)
  // What a file that was taken back has left is a row again as soon as another one brings it.
  await transaction
    .updateTable('bank_row')
    .set({ import_id: importId })
    .where('id', 'in', ids)
    .where('import_id', 'in', (eb) => eb.selectFrom('bank_import').select('id').where('dropped_at', 'is not', null))
    .execute()
  await transaction
    .insertInto('bank_import_row')
    .values(ids.map((id) => carriedRow(importId, id)))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/**
 * Keeps rows that are new, and that this file carried each of them (behaviour 15.22).
 * @throws ApiError 409 where the file was taken back meanwhile
 */
export const keepRows = async (db: Db, importId: string, payments: readonly Payment[]): Promise<void> => {
  const rows = payments.map((payment) => rowOf(payment, importId))
  for (let start = 0; start < rows.length; start += batchSize)
    await transact(db, (transaction) => keepBatch(transaction, importId, rows.slice(start, start + batchSize)))
}

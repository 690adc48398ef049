import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { oneAtATime } from '../db/one-at-a-time'
import type { DbOrTransaction, Tables } from '../db/schema'
import type { BankMatchRow } from '../db/statement-schema'

/** Whom a payment is for, in the transaction of the decision. */
export type NewAllocation = Pick<
  BankMatchRow,
  'row_id' | 'record_id' | 'spending_id' | 'amount' | 'actor' | 'at' | 'reason' | 'decision_id'
> & {
  /** The ids of the rows in which other files word the same payment: nobody may use those either. */
  otherRows?: readonly string[]
}

/** Whoever allocates payments or takes them back does so by turns, in whichever process. */
export const lockPayments = (transaction: Transaction<Tables>): Promise<void> => oneAtATime(transaction, 'payments')

const idOf = ({ row_id, record_id, spending_id }: Pick<BankMatchRow, 'row_id' | 'record_id' | 'spending_id'>) =>
  createHash('sha256').update([row_id, record_id, spending_id].join(' ')).digest('base64url').slice(0, 32)

/**
 * Allocates payments (behaviour 15.22). Each row can be used once: the key of `bank_spending` sees to that. The other words of a
 * payment are allocated with it, with an amount of 0.
 * @throws Error where one was used before; nothing of the transaction may stay then
 */
export const allocate = async (db: DbOrTransaction, allocations: readonly NewAllocation[]): Promise<void> => {
  const rows = allocations.flatMap(({ otherRows = [], ...own }) => [
    own,
    ...otherRows.map((row_id) => ({ ...own, row_id, amount: 0 })),
  ])
  const used = new Map(rows.map(({ row_id, spending_id }) => [row_id, { row_id, spending_id }]))
  await db
    .insertInto('bank_spending')
    .values([...used.values()])
    .execute()
  await db
    .insertInto('bank_match')
    .values(rows.map((row) => ({ ...row, id: idOf(row), freed_by: null })))
    .execute()
  await flagAnew(
    db,
    rows.map(({ record_id }) => record_id),
  )
}

/** What the bank's rows say against a record. */
const bankFlags = ['odd-amount', 'payment-reversed'] as const

/** Whoever has a flag by what the bank says is flagged anew: of these, or of all. */
export const flagAnew = async (db: DbOrTransaction, recordIds?: readonly string[]): Promise<void> => {
  if (recordIds?.length === 0) return
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .$if(recordIds !== undefined, (some) => some.where('record_id', 'in', recordIds ?? []))
    .where('record_id', 'in', ({ selectFrom }) => selectFrom('flag').select('record_id').where('kind', 'in', bankFlags))
    .execute()
}

/** Lets rows be allocated anew that no allocation holds any more. */
const dropKeys = async (db: DbOrTransaction, rowIds: readonly string[]): Promise<void> => {
  if (rowIds.length === 0) return
  await db
    .deleteFrom('bank_spending')
    .where('row_id', 'in', rowIds)
    .where('row_id', 'not in', ({ selectFrom }) =>
      selectFrom('bank_match').select('row_id').where('row_id', 'in', rowIds).where('freed_by', 'is', null),
    )
    .execute()
}

/** Takes a decision's allocations back as if they had never been (behaviour 14.12): its payments are open again. */
export const undoAllocations = async (db: DbOrTransaction, decisionId: string): Promise<void> => {
  const gone = await db
    .deleteFrom('bank_match')
    .where('decision_id', '=', decisionId)
    .where('freed_by', 'is', null)
    .returning('row_id')
    .execute()
  await dropKeys(
    db,
    gone.map(({ row_id }) => row_id),
  )
}

/** Which of a record's payments were not given back, the earliest first; one that was given back in part is left out, one that is kept is not. */
const listUnreturned = async (db: DbOrTransaction, recordId: string): Promise<BankMatchRow[]> => {
  const held = await db
    .selectFrom('bank_match')
    .selectAll()
    .where('record_id', '=', recordId)
    .where('freed_by', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute()
  const refunds = await db
    .selectFrom('bank_refund')
    .select('amount')
    .where('record_id', '=', recordId)
    .where('kind', '=', 'returned')
    .execute()
  let returned = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const payments = new Map<string, BankMatchRow[]>()
  for (const one of held) payments.set(one.spending_id, [...(payments.get(one.spending_id) ?? []), one])
  return [...payments.values()].flatMap((rows) => {
    const isReturned = returned > 0
    for (const { amount } of rows) returned -= amount
    return isReturned ? [] : rows
  })
}

/**
 * Releases the payments of a record, under the lock of payments; `decisionId` is the decision that did it. What was given back stays
 * allocated to it, so that it verifies nobody again (behaviour 15.53).
 */
export const releaseAllocations = async (db: DbOrTransaction, recordId: string, decisionId: string): Promise<void> => {
  const held = await listUnreturned(db, recordId)
  if (held.length === 0) return
  const ids = held.map(({ id }) => id)
  await db.updateTable('bank_match').set({ freed_by: decisionId }).where('id', 'in', ids).execute()
  await dropKeys(
    db,
    held.map(({ row_id }) => row_id),
  )
}

/** Takes back allocations of payments that the bank took back. @returns those that held until then, one a record */
export const reverseAllocations = async (
  db: DbOrTransaction,
  rowIds: readonly string[],
  importId: string,
): Promise<{ record_id: string; amount: number }[]> => {
  if (rowIds.length === 0) return []
  const reversed = await db
    .updateTable('bank_match')
    .set({ freed_by: importId, is_reversed: 1 })
    .where('row_id', 'in', rowIds)
    .where('freed_by', 'is', null)
    .returning(['record_id', 'amount'])
    .execute()
  await dropKeys(db, rowIds)
  const sums = new Map<string, number>()
  for (const { record_id, amount } of reversed) sums.set(record_id, (sums.get(record_id) ?? 0) + amount)
  return [...sums].map(([record_id, amount]) => ({ record_id, amount }))
}

/**
 * Puts back what a decision had released, when that is taken back.
 * @returns false where a payment was allocated to something else meanwhile, or its file taken back; nothing was changed then
 */
export const restoreAllocations = async (db: DbOrTransaction, decisionId: string): Promise<boolean> => {
  const released = await db.selectFrom('bank_match').selectAll().where('freed_by', '=', decisionId).execute()
  if (released.length === 0) return true
  const keys = new Map(released.map(({ row_id, spending_id }) => [row_id, { row_id, spending_id }]))
  const rowIds = [...keys.keys()]
  const used = await db.selectFrom('bank_spending').selectAll().where('row_id', 'in', rowIds).execute()
  if (used.some(({ row_id, spending_id }) => keys.get(row_id)?.spending_id !== spending_id)) return false
  const live = await db.selectFrom('bank_row').select('id').where('id', 'in', rowIds).execute()
  if (live.length < rowIds.length) return false
  for (const { row_id } of used) keys.delete(row_id)
  if (keys.size > 0)
    await db
      .insertInto('bank_spending')
      .values([...keys.values()])
      .execute()
  await db.updateTable('bank_match').set({ freed_by: null }).where('freed_by', '=', decisionId).execute()
  return true
}

import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { oneAtATime } from '../db/one-at-a-time'
import type { DbOrTransaction, Tables } from '../db/schema'
import type { BankMatchRow } from '../db/statement-schema'
import { liveRows } from './bank-rows'

/** What a payment is spent on, in the transaction of the decision. */
export type NewMatch = Pick<
  BankMatchRow,
  'row_id' | 'record_id' | 'spending_id' | 'amount' | 'actor' | 'at' | 'reason' | 'decision_id'
>

/** Who spends payments or takes them back does so by turns, in whichever process. */
export const lockPayments = (transaction: Transaction<Tables>): Promise<void> => oneAtATime(transaction, 'payments')

/**
 * Spends payments (behaviour 15.22). Each can be spent once: the key of `bank_spending` sees to that.
 * @throws Error where one was spent before; nothing of the transaction may stay then
 */
export const spendPayments = async (db: DbOrTransaction, matches: readonly NewMatch[]): Promise<void> => {
  const spendings = new Map(matches.map(({ row_id, spending_id }) => [row_id, { row_id, spending_id }]))
  await db
    .insertInto('bank_spending')
    .values([...spendings.values()])
    .execute()
  await db
    .insertInto('bank_match')
    .values(
      matches.map((match) => ({
        ...match,
        id: createHash('sha256')
          .update([match.row_id, match.record_id, match.spending_id].join(' '))
          .digest('base64url')
          .slice(0, 32),
        freed_by: null,
      })),
    )
    .execute()
  await flagAnew(
    db,
    matches.map(({ record_id }) => record_id),
  )
}

/** Whoever is flagged by what a statement says is flagged anew once a payment was spent or freed. */
const flagAnew = async (db: DbOrTransaction, recordIds: readonly string[]): Promise<void> => {
  if (recordIds.length === 0) return
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', recordIds)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('flag')
          .select('flag.id')
          .whereRef('flag.record_id', '=', 'review.record_id')
          .where('flag.kind', 'in', ['odd-amount', 'payment-reversed']),
      ),
    )
    .execute()
}

/** Lets payments be spent anew that no match holds any more. */
const dropSpendings = async (db: DbOrTransaction, rowIds: readonly string[]): Promise<void> => {
  if (rowIds.length === 0) return
  await db
    .deleteFrom('bank_spending')
    .where('row_id', 'in', rowIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_match')
            .select('bank_match.id')
            .whereRef('bank_match.row_id', '=', 'bank_spending.row_id')
            .where('bank_match.freed_by', 'is', null),
        ),
      ),
    )
    .execute()
}

/** Takes a decision's matches back as if they had never been (behaviour 14.12): its payments are free again. */
export const undoMatches = async (db: DbOrTransaction, decisionId: string): Promise<void> => {
  const gone = await db
    .deleteFrom('bank_match')
    .where('decision_id', '=', decisionId)
    .where('freed_by', 'is', null)
    .returning('row_id')
    .execute()
  await dropSpendings(
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
  return held.filter((match) => {
    const isReturned = returned > 0
    returned -= match.amount
    return !isReturned
  })
}

/**
 * Frees the payments of a record, under the lock of payments; `freedBy` is the decision that did it. What was given back stays
 * spent on it, so that it verifies nobody again (behaviour 15.53).
 */
export const freeMatches = async (db: DbOrTransaction, recordId: string, freedBy: string): Promise<void> => {
  const matches = await listUnreturned(db, recordId)
  if (matches.length === 0) return
  const ids = matches.map(({ id }) => id)
  await db.updateTable('bank_match').set({ freed_by: freedBy }).where('id', 'in', ids).execute()
  await dropSpendings(
    db,
    matches.map(({ row_id }) => row_id),
  )
}

/** Takes back matches of payments that the bank took back. @returns those that held until then */
export const reverseMatches = async (
  db: DbOrTransaction,
  rowIds: readonly string[],
  importId: string,
): Promise<Pick<BankMatchRow, 'record_id' | 'amount'>[]> => {
  if (rowIds.length === 0) return []
  const reversed = await db
    .updateTable('bank_match')
    .set({ freed_by: importId, is_reversed: 1 })
    .where('row_id', 'in', rowIds)
    .where('freed_by', 'is', null)
    .returning(['record_id', 'amount'])
    .execute()
  await dropSpendings(db, rowIds)
  return reversed
}

/**
 * Puts back what a decision had freed, when that decision is taken back.
 * @returns false where a payment was spent on something else meanwhile, or its file taken back; nothing was changed then
 */
export const restoreMatches = async (db: DbOrTransaction, decisionId: string): Promise<boolean> => {
  const freed = await db.selectFrom('bank_match').selectAll().where('freed_by', '=', decisionId).execute()
  if (freed.length === 0) return true
  const rowIds = freed.map(({ row_id }) => row_id)
  const spent = await db.selectFrom('bank_spending').selectAll().where('row_id', 'in', rowIds).execute()
  const isOwn = (rowId: string, spendingId: string) =>
    freed.some((match) => match.row_id === rowId && match.spending_id === spendingId)
  if (spent.some(({ row_id, spending_id }) => !isOwn(row_id, spending_id))) return false
  const live = await liveRows(db).select('bank_row.id').where('bank_row.id', 'in', rowIds).execute()
  if (rowIds.some((rowId) => !live.some(({ id }) => id === rowId))) return false
  const missing = freed.filter(({ row_id }) => !spent.some((one) => one.row_id === row_id))
  if (missing.length > 0)
    await db
      .insertInto('bank_spending')
      .values(missing.map(({ row_id, spending_id }) => ({ row_id, spending_id })))
      .execute()
  await db.updateTable('bank_match').set({ freed_by: null }).where('freed_by', '=', decisionId).execute()
  return true
}

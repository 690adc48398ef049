import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { Matched } from '../../festival/bank/match'
import { isAmong, oneAtATime, sumOfMoney } from '../db/engines'
import type { DbOrTransaction, Tables } from '../db/schema'
import type { BankMatchRow } from '../db/statement-schema'
import { hashParts } from '../system/secret'
import { allocated, findReversal } from './rows'

/** Whoever allocates payments or takes them back does so by turns, in whichever process. */
export const lockPayments = (transaction: Transaction<Tables>): Promise<void> =>
  oneAtATime(transaction, 'payments')

/**
 * Allocates payments (behaviour 15.22). Each row can be used once: the key of `bank_spending` sees to that. The other words of a
 * payment (`Matched.duplicates`) are allocated with it, with an amount of 0: nobody may use those either.
 * @throws Error where one was used before; nothing of the transaction may stay then
 */
export const allocate = async (
  db: DbOrTransaction,
  allocations: readonly Omit<BankMatchRow, 'id' | 'freed_by' | 'is_reversed'>[],
  duplicates: Matched['duplicates'],
): Promise<void> => {
  const rows = allocations.flatMap((own) =>
    (duplicates.get(own.row_id) ?? [own.row_id]).map((row_id) =>
      row_id === own.row_id ? own : { ...own, row_id, amount: 0 },
    ),
  )
  await closeRows(db, rows)
  await db
    .insertInto('bank_match')
    .values(
      rows.map((row) => ({
        ...row,
        id: hashParts(row.row_id, row.record_id, row.spending_id),
        freed_by: null,
      })),
    )
    .execute()
  const records = rows.map(({ record_id }) => record_id)
  await flagAnew(db, records)
}

/** What the bank's rows say against a record. */
const bankFlags = ['odd-amount', 'payment-contested', 'payment-reversed'] as const

/** Whoever has a flag by what the bank says is flagged anew: of these, or of all. */
export const flagAnew = async (
  db: DbOrTransaction,
  recordIds?: readonly string[],
): Promise<void> => {
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .$if(recordIds !== undefined, (some) => some.where(isAmong(db, 'record_id', recordIds ?? [])))
    .where('record_id', 'in', ({ selectFrom }) =>
      selectFrom('flag').select('record_id').where('kind', 'in', bankFlags),
    )
    .execute()
}

type AllocatedRow = Pick<BankMatchRow, 'row_id' | 'spending_id'>

/** A row that is allocated has a key, so that nobody allocates it again. */
const closeRows = async (db: DbOrTransaction, rows: readonly AllocatedRow[]): Promise<void> => {
  const keys = new Map(rows.map(({ row_id, spending_id }) => [row_id, { row_id, spending_id }]))
  const insert = db.insertInto('bank_spending').values([...keys.values()])
  if (keys.size > 0) await insert.execute()
}

/** Lets rows be allocated anew that no allocation holds any more. */
const openRows = async (
  db: DbOrTransaction,
  rows: readonly Pick<BankMatchRow, 'row_id'>[],
): Promise<void> => {
  const ids = rows.map(({ row_id }) => row_id)
  const isNeeded = sql<boolean>`exists (
    select 1 from bank_match where bank_match.row_id = bank_spending.row_id and freed_by is null
  )`
  const keys = db.deleteFrom('bank_spending').where(isAmong(db, 'row_id', ids))
  await keys.where(({ not }) => not(isNeeded)).execute()
}

/** The spending id of a refund about one payment. */
export const idOfSpending = (refundId: string, rowId: string): string => `${refundId}.${rowId}`

/** Whether an allocation was made by this refund. Not `like`: SQLite ignores case there. */
export const isSpentBy = (refundId: string): RawBuilder<SqlBool> => {
  const start = idOfSpending(refundId, '')
  return sql`substr(spending_id, 1, ${sql.lit(start.length)}) = ${start}`
}

/**
 * Opens the payments of a decision, or of a refund, again (behaviours 14.12 and 14.154).
 * @returns the decisions about others that one of them was for as well (15.25)
 */
export const undoAllocations = async (
  db: DbOrTransaction,
  by: { decision: string } | { refund: string },
): Promise<string[]> => {
  const live = db.deleteFrom('bank_match').where('freed_by', 'is', null)
  const made =
    'decision' in by
      ? live.where('decision_id', '=', by.decision)
      : live.where(isSpentBy(by.refund))
  const own = await made.returning('row_id').execute()
  if (own.length === 0) return []
  await openRows(db, own)
  const ids = own.map(({ row_id }) => row_id)
  const shared = await allocated(db)
    .select('decision_id')
    .distinct()
    .where('row_id', 'in', ids)
    .execute()
  return shared.map(({ decision_id }) => decision_id ?? '')
}

/** Whether money of the record was refunded at this moment or later. */
export const wasRefunded = async (
  db: DbOrTransaction,
  recordId: string,
  since = '',
): Promise<boolean> => {
  const refunds = db.selectFrom('bank_refund').select('id').where('record_id', '=', recordId)
  return (
    (await refunds.where('kind', '=', 'returned').where('at', '>=', since).executeTakeFirst()) !==
    undefined
  )
}

/** The refusal if money would leave the sums for a second time. */
export const undoRefundFirst = 'This money was refunded. Undo the refund first.'

/** What was refunded of a record's money, in paise. */
export const sumRefunded = async (db: DbOrTransaction, recordId: string): Promise<number> => {
  const refunds = db
    .selectFrom('bank_refund')
    .where('record_id', '=', recordId)
    .where('kind', '=', 'returned')
  const { sum } = await refunds
    .select(sumOfMoney(sql.ref('amount')).as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** What a record has, in paise: what is allocated to it and this cash, without what was given back. */
export const sumLeft = async (
  db: DbOrTransaction,
  recordId: string,
  cash: number,
): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`select
    (select ${sumOfMoney(sql.ref('amount'))} from bank_match where record_id = ${recordId} and freed_by is null)
    - (select ${sumOfMoney(sql.ref('amount'))} from bank_refund where record_id = ${recordId} and kind = 'returned') as sum
  `.execute(db)
  return Number(rows[0]?.sum) + cash
}

/** Which of a record's payments were not given back, the earliest first; one that was given back in part is left out, one that is kept is not. */
const listUnreturned = async (db: DbOrTransaction, recordId: string): Promise<BankMatchRow[]> => {
  const own = allocated(db).selectAll().where('record_id', '=', recordId)
  const newestFirst = await own.orderBy('at', 'desc').orderBy('id').execute()
  let returned = await sumRefunded(db, recordId)
  const given = new Set<string>()
  for (const { spending_id, amount } of newestFirst) {
    if (returned > 0) given.add(spending_id)
    returned -= amount
  }
  return newestFirst.filter(({ spending_id }) => !given.has(spending_id))
}

/**
 * Releases the payments of a record, under the lock of payments; `decisionId` is the decision that did it. What was given back stays
 * allocated to it, so that it verifies nobody again (behaviour 15.53).
 */
export const releaseAllocations = async (
  db: DbOrTransaction,
  recordId: string,
  decisionId: string,
): Promise<void> => {
  const own = await listUnreturned(db, recordId)
  if (own.length === 0) return
  const ids = own.map(({ id }) => id)
  const update = db.updateTable('bank_match').set({ freed_by: decisionId })
  await update.where(isAmong(db, 'id', ids)).execute()
  await openRows(db, own)
}

/** Takes back allocations of payments that the bank took back. @returns those that held until then, one a record */
export const reverseAllocations = async (
  db: DbOrTransaction,
  rowIds: readonly string[],
  importId: string,
): Promise<Map<string, number>> => {
  const reversed = await db
    .updateTable('bank_match')
    .set({ freed_by: importId, is_reversed: 1 })
    .where(isAmong(db, 'row_id', rowIds))
    .where('freed_by', 'is', null)
    .returning(['row_id', 'record_id', 'amount'])
    .execute()
  await openRows(db, reversed)
  const sums = new Map<string, number>()
  for (const { record_id, amount } of reversed)
    sums.set(record_id, (sums.get(record_id) ?? 0) + amount)
  return sums
}

/**
 * Puts back what a decision had released, when that is taken back.
 * @returns false where a payment was allocated to something else meanwhile, taken back by the bank, or its file taken back; nothing
 * was changed then
 */
export const restoreAllocations = async (
  db: DbOrTransaction,
  decisionId: string,
): Promise<boolean> => {
  const released = await db
    .selectFrom('bank_match')
    .selectAll()
    .where('freed_by', '=', decisionId)
    .execute()
  if (released.length === 0) return true
  const ids = [...new Set(released.map(({ row_id }) => row_id))]
  const allRows = db.selectFrom('bank_row').selectAll()
  const rows = await allRows.where(isAmong(db, 'id', ids)).execute()
  if (rows.length < ids.length) return false
  for (const row of rows) if ((await findReversal(db, row)) === 'whole') return false
  const keys = db.selectFrom('bank_spending').selectAll()
  const used = await keys.where(isAmong(db, 'row_id', ids)).execute()
  const isSame = (one: AllocatedRow) => (other: AllocatedRow) =>
    one.row_id === other.row_id && one.spending_id === other.spending_id
  if (!used.every((key) => released.some(isSame(key)))) return false
  const open = released.filter(({ row_id }) => !used.some((key) => key.row_id === row_id))
  await closeRows(db, open)
  await db
    .updateTable('bank_match')
    .set({ freed_by: null })
    .where('freed_by', '=', decisionId)
    .execute()
  return true
}

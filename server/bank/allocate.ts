import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { MatchResult } from '../../festival/bank/match'
import { acquireLock, isAmong, sumOfMoney } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { DbOrTransaction, Tables } from '../db/schema'
import type { AllocationRow } from '../db/statement-schema'
import { hashParts } from '../system/secret'
import { findReversal, selectAllocations } from './rows'

/** Serialises all changes to allocations across processes. */
export const lockPayments = (transaction: Transaction<Tables>): Promise<void> =>
  acquireLock(transaction, 'payments')

/**
 * Rows of the same payment in other files (`duplicates`) are allocated with an amount of 0.
 * @throws Error if a row is already allocated; the transaction must then be rolled back
 */
export const allocate = async (
  db: DbOrTransaction,
  allocations: readonly Omit<AllocationRow, 'id' | 'freed_by' | 'is_reversed'>[],
  duplicates: MatchResult['duplicates'],
): Promise<void> => {
  const rows = allocations.flatMap((own) =>
    (duplicates.get(own.row_id) ?? [own.row_id]).map((row_id) =>
      row_id === own.row_id ? own : { ...own, row_id, amount: 0 },
    ),
  )
  await markAllocated(db, rows)
  await db
    .insertInto('allocation')
    .values(
      rows.map((row) => ({
        ...row,
        id: hashParts(row.row_id, row.entry_id, row.command_id),
        freed_by: null,
      })),
    )
    .execute()
  const entries = rows.map(({ entry_id }) => entry_id)
  await reindexBankFlags(db, entries)
}

const bankFlags = ['odd-amount', 'payment-contested', 'payment-reversed'] as const

export const reindexBankFlags = async (
  db: DbOrTransaction,
  entryIds?: readonly string[],
): Promise<void> => {
  const flagged = db
    .selectFrom('flag')
    .select('entry_id')
    .where('kind', 'in', bankFlags)
    .$if(entryIds !== undefined, (all) => all.where(isAmong(db, 'entry_id', entryIds ?? [])))
  await markForIndexing(db, flagged)
}

type AllocatedRow = Pick<AllocationRow, 'row_id' | 'command_id'>

const markAllocated = async (db: DbOrTransaction, rows: readonly AllocatedRow[]): Promise<void> => {
  const keys = new Map(rows.map(({ row_id, command_id }) => [row_id, { row_id, command_id }]))
  const insert = db.insertInto('allocated_row').values([...keys.values()])
  if (keys.size > 0) {
    await insert.execute()
  }
}

/** Lets unallocated rows be allocated again. */
const freeUnusedRows = async (
  db: DbOrTransaction,
  rows: readonly Pick<AllocationRow, 'row_id'>[],
): Promise<void> => {
  const ids = rows.map(({ row_id }) => row_id)
  const isNeeded = sql<boolean>`exists (
    select 1 from allocation where allocation.row_id = allocated_row.row_id and freed_by is null
  )`
  const keys = db.deleteFrom('allocated_row').where(isAmong(db, 'row_id', ids))
  await keys.where(({ not }) => not(isNeeded)).execute()
}

export const refundCommandId = (refundId: string, rowId: string): string => `${refundId}.${rowId}`

/** Does not use `like`, which ignores case in SQLite. */
export const isAllocatedByRefund = (refundId: string): RawBuilder<SqlBool> => {
  const start = refundCommandId(refundId, '')
  return sql`substr(command_id, 1, ${sql.lit(start.length)}) = ${start}`
}

/** @returns the decisions about other entries that share one of the payments */
export const undoAllocations = async (
  db: DbOrTransaction,
  by: { decision: string } | { refund: string },
): Promise<string[]> => {
  const live = db.deleteFrom('allocation').where('freed_by', 'is', null)
  const made =
    'decision' in by
      ? live.where('decision_id', '=', by.decision)
      : live.where(isAllocatedByRefund(by.refund))
  const own = await made.returning('row_id').execute()
  if (own.length === 0) {
    return []
  }
  await freeUnusedRows(db, own)
  const ids = own.map(({ row_id }) => row_id)
  const shared = await selectAllocations(db)
    .select('decision_id')
    .distinct()
    .where('row_id', 'in', ids)
    .execute()
  return shared.map(({ decision_id }) => decision_id ?? '')
}

export const wasRefunded = async (
  db: DbOrTransaction,
  entryId: string,
  since = '',
): Promise<boolean> => {
  const refunds = db.selectFrom('refund').select('id').where('entry_id', '=', entryId)
  return (
    (await refunds.where('kind', '=', 'returned').where('at', '>=', since).executeTakeFirst()) !==
    undefined
  )
}

export const undoRefundFirstMessage = 'This payment was refunded. Undo the refund first.'

/** The sum is in paise. */
export const sumRefunded = async (db: DbOrTransaction, entryId: string): Promise<number> => {
  const refunds = db
    .selectFrom('refund')
    .where('entry_id', '=', entryId)
    .where('kind', '=', 'returned')
  const { sum } = await refunds
    .select(sumOfMoney(sql.ref('amount')).as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** Allocated payments plus `cash` minus refunds, in paise. */
export const readBalance = async (
  db: DbOrTransaction,
  entryId: string,
  cash: number,
): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`select
    (select ${sumOfMoney(sql.ref('amount'))} from allocation where entry_id = ${entryId} and freed_by is null)
    - (select ${sumOfMoney(sql.ref('amount'))} from refund where entry_id = ${entryId} and kind = 'returned') as sum
  `.execute(db)
  return Number(rows[0]?.sum) + cash
}

/** Refunds use up the newest payments first. */
const listUnrefunded = async (db: DbOrTransaction, entryId: string): Promise<AllocationRow[]> => {
  const own = selectAllocations(db).selectAll().where('entry_id', '=', entryId)
  const newestFirst = await own.orderBy('at', 'desc').orderBy('id').execute()
  let refundedPaise = await sumRefunded(db, entryId)
  const refundedIds = new Set<string>()
  for (const { command_id, amount } of newestFirst) {
    if (refundedPaise > 0) {
      refundedIds.add(command_id)
    }
    refundedPaise -= amount
  }
  return newestFirst.filter(({ command_id }) => !refundedIds.has(command_id))
}

/**
 * Refunded payments remain allocated, so that they cannot verify an entry a second time. Requires
 * `lockPayments`.
 */
export const releaseAllocations = async (
  db: DbOrTransaction,
  entryId: string,
  decisionId: string,
): Promise<void> => {
  const own = await listUnrefunded(db, entryId)
  if (own.length === 0) {
    return
  }
  const ids = own.map(({ id }) => id)
  const update = db.updateTable('allocation').set({ freed_by: decisionId })
  await update.where(isAmong(db, 'id', ids)).execute()
  await freeUnusedRows(db, own)
}

/** @returns the reversed paise, keyed by entry */
export const reverseAllocations = async (
  db: DbOrTransaction,
  rowIds: readonly string[],
  importId: string,
): Promise<Map<string, number>> => {
  const reversed = await db
    .updateTable('allocation')
    .set({ freed_by: importId, is_reversed: 1 })
    .where(isAmong(db, 'row_id', rowIds))
    .where('freed_by', 'is', null)
    .returning(['row_id', 'entry_id', 'amount'])
    .execute()
  await freeUnusedRows(db, reversed)
  const sums = new Map<string, number>()
  for (const { entry_id, amount } of reversed) {
    sums.set(entry_id, (sums.get(entry_id) ?? 0) + amount)
  }
  return sums
}

/**
 * @returns false, and changes nothing, if a payment was reversed or allocated again, or its import
 * was undone
 */
export const restoreAllocations = async (
  db: DbOrTransaction,
  decisionId: string,
): Promise<boolean> => {
  const released = await db
    .selectFrom('allocation')
    .selectAll()
    .where('freed_by', '=', decisionId)
    .execute()
  if (released.length === 0) {
    return true
  }
  const ids = [...new Set(released.map(({ row_id }) => row_id))]
  const allRows = db.selectFrom('bank_row').selectAll()
  const rows = await allRows.where(isAmong(db, 'id', ids)).execute()
  if (rows.length < ids.length) {
    return false
  }
  for (const row of rows) {
    if ((await findReversal(db, row)) === 'whole') {
      return false
    }
  }
  const keys = db.selectFrom('allocated_row').selectAll()
  const used = await keys.where(isAmong(db, 'row_id', ids)).execute()
  const isReleased = (key: AllocatedRow) =>
    released.some(
      ({ row_id, command_id }) => row_id === key.row_id && command_id === key.command_id,
    )
  if (!used.every(isReleased)) {
    return false
  }
  const open = released.filter(({ row_id }) => !used.some((key) => key.row_id === row_id))
  await markAllocated(db, open)
  await db
    .updateTable('allocation')
    .set({ freed_by: null })
    .where('freed_by', '=', decisionId)
    .execute()
  return true
}

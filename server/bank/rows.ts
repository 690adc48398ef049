import { createHash } from 'node:crypto'
import type { BankRow } from '../../festival/bank/match'
import { identifyRow } from '../../festival/bank/statement'
import type { Payment } from '../../festival/bank/verdict'
import { dayAt } from '../../festival/day'
import type { ShownRow } from '../../festival/desk/bank'
import { type Day, startOf } from '../../festival/slot'
import { readPages } from '../db/read-pages'
import type { Db, DbOrTransaction } from '../db/schema'
import type { BankRow as KeptRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { lockPayments } from './allocate'

/** What leaves the browser of a file. */
export interface BankFile {
  days: { first: Day; last: Day }
  payments: readonly Payment[]
  reversals: readonly Payment[]
}

/** A row's id: the same in every file that has it (behaviour 15.10). */
export const fingerprint = (payment: Payment): string =>
  createHash('sha256').update(identifyRow(payment)).digest('base64url').slice(0, 32)

/** A row as it is matched; `allocatedTo` of one whose person was forgotten is nobody. */
export const toBankRow = (
  { id, import_id: file, line, day, amount, narration, reference, balance }: KeptRow,
  allocatedTo?: string,
): BankRow => ({
  ...{ id, file, line, day, amount, narration, reference },
  ...(balance === null ? {} : { balance }),
  ...(allocatedTo === undefined ? {} : { allocatedTo }),
})

/** A row as the desk shows it. */
export const showRow = (
  { id, line, day, amount, narration, reference }: Omit<BankRow, 'file' | 'balance'>,
  allocatedTo: ShownRow['allocatedTo'],
  otherWords: string[] = [],
): ShownRow => ({
  ...{ id, line, day, amount, narration, reference, allocatedTo, isNew: false },
  ...(otherWords.length > 0 ? { otherWords } : {}),
})

/** All rows that were kept, with the records that each is allocated to: none where they were forgotten. */
export interface KeptRows {
  rows: Map<string, BankRow>
  holders: Map<string, string[]>
}

export const readRows = async (db: DbOrTransaction): Promise<KeptRows> => {
  const keys = await db.selectFrom('bank_spending').select('row_id').execute()
  const allocations = await db
    .selectFrom('bank_match')
    .select(['row_id', 'record_id'])
    .where('freed_by', 'is', null)
    .orderBy('record_id')
    .execute()
  const holders = new Map(keys.map(({ row_id }): [string, string[]] => [row_id, []]))
  for (const { row_id, record_id } of allocations) holders.get(row_id)?.push(record_id)
  const kept = await readPages(
    (after, limit) =>
      db.selectFrom('bank_row').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute(),
    ({ id }) => id,
  )
  const holderOf = (id: string) => (holders.has(id) ? (holders.get(id)?.[0] ?? '') : undefined)
  return { rows: new Map(kept.map((row) => [row.id, toBankRow(row, holderOf(row.id))])), holders }
}

/** Changes when a file or a reversal comes or goes: what was matched before may be wrong then. */
export const readRevision = async (db: DbOrTransaction): Promise<string> => {
  const { reversals } = await db
    .selectFrom('bank_row')
    .select(({ fn }) => fn.countAll().as('reversals'))
    .where('amount', '<', 0)
    .executeTakeFirstOrThrow()
  const { imports, newest } = await db
    .selectFrom('bank_import')
    .select(({ fn }) => [fn.countAll().as('imports'), fn.max('at').as('newest')])
    .executeTakeFirstOrThrow()
  return [reversals, imports, newest].join(' ')
}

const dayMs = 86_400_000
const nextDay = (day: Day): Day => dayAt(startOf(day) + dayMs)

/**
 * The days without a gap that a file covers together with others which overlap or join it; without a file those that reach furthest. A
 * submission from a gap between two files is not called missing (behaviour 15.9).
 */
export const coverDays = (
  files: readonly BankFile['days'][],
  file?: BankFile['days'],
): BankFile['days'] | undefined => {
  const sorted = [...files, ...(file ? [file] : [])].sort((one, other) => (one.first < other.first ? -1 : 1))
  const stretches: BankFile['days'][] = []
  for (const { first, last } of sorted) {
    const before = stretches.at(-1)
    if (before && first <= nextDay(before.last)) before.last = last > before.last ? last : before.last
    else stretches.push({ first, last })
  }
  return file ? stretches.find(({ first, last }) => first <= file.first && last >= file.last) : stretches.at(-1)
}

/** Rows of one transaction: others want to write too. */
const batchSize = 200

/** An import may be taken back while its rows still come. */
export const undoneMeanwhile = () =>
  new ApiError('undone', 'This file was taken back. Open the page again and drop it anew if it is right.')

/**
 * Keeps each row once, whoever brings it how often and at the same time (behaviour 15.22). It is the row of the import that began first.
 * @throws ApiError 409 where the import was undone meanwhile
 */
export const keepRows = async (db: Db, importId: string, rows: ReadonlyMap<string, Payment>): Promise<void> => {
  const kept = [...rows].map(([id, { line, day, amount, narration, reference, balance = null }]) => ({
    ...{ id, import_id: importId, line, day, amount, narration, reference, balance },
  }))
  for (let start = 0; start < kept.length; start += batchSize)
    await transact(db, async (transaction) => {
      await lockPayments(transaction)
      const { at } =
        (await transaction.selectFrom('bank_import').select('at').where('id', '=', importId).executeTakeFirst()) ?? {}
      if (at === undefined) throw undoneMeanwhile()
      const batch = kept.slice(start, start + batchSize)
      await transaction
        .insertInto('bank_row')
        .values(batch)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
      await transaction
        .updateTable('bank_row')
        .set({ import_id: importId })
        .where(
          'id',
          'in',
          batch.map(({ id }) => id),
        )
        .where('import_id', 'in', ({ selectFrom }) => selectFrom('bank_import').select('id').where('at', '>', at))
        .execute()
    })
}

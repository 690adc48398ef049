import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { identity } from '#edition/identity'
import type { PaymentWindow } from '../../festival/bank/choose-payments'
import type { MatchKind } from '../../festival/bank/match'
import type { Payment } from '../../festival/bank/statement'
import { type Day, dayAt, formatDate, formatDays, shiftDay } from '../../festival/content/slot'
import {
  type Bank,
  type BankFile,
  bankBounds,
  type FileImported,
  tooManyRows,
} from '../../festival/contract/bank'
import { type Source, shownUntil, undoUntil } from '../../festival/contract/states'
import { saveAudit } from '../db/audit'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong, sumOfMoney } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { BankImportRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { readEntryNames } from '../entries/entry'
import { changeReview, readReview } from '../entries/review'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError, refuseFields } from '../http/api-error'
import type { Clock } from '../system/clock'
import { lockPayments, reindexBankFlags, reverseAllocations } from './allocate'
import { type Matcher, sumCredits, withLockedMatches } from './matches'
import { fingerprint, selectAllocations } from './rows'

export interface BankDeps {
  db: Db
  clock: Clock
  matcher: Matcher
  indexer: { catchUp: () => Promise<void> }
}

export const importFile = async (
  deps: Omit<BankDeps, 'indexer'>,
  { id, ...file }: BankFile & { id: string },
  actor: string,
): Promise<FileImported> => {
  const { db, clock } = deps
  const rows = new Map([...file.payments, ...file.reversals].map((row) => [fingerprint(row), row]))
  const { first, last } = file.days
  const content = createHash('sha256')
    .update(JSON.stringify([first, last, ...[...rows.keys()].sort()]))
    .digest('base64url')
  const now = clock()
  const imported = {
    id,
    at: now.toISOString(),
    actor,
    first_day: first,
    last_day: last,
    rows: rows.size,
    content,
  }
  await saveImport(db, imported, now)
  await saveRows(db, id, rows)
  const reversedAllocations = await applyReversals(deps, id, actor)
  const { reworded } = await deps.matcher.listOpenRows()
  const fresh = await db
    .selectFrom('bank_row')
    .select('amount')
    .where('import_id', '=', id)
    .where(isCounted(db, reworded))
    .execute()
  return {
    id,
    fresh: sumCredits(fresh),
    known: rows.size - fresh.length,
    reversedAllocations,
  }
}

/** Identifies a file in the audit log after its rows are deleted. */
const describeFile = ({
  content,
  rows,
  first_day: first,
  last_day: last,
}: Omit<BankImportRow, 'layout'>) => ({
  rows,
  first,
  last,
  file: (content ?? '').slice(0, 16),
})

/**
 * Idempotent.
 * @throws ApiError 409 if the id belongs to another file
 */
const saveImport = (db: Db, imported: Omit<BankImportRow, 'layout'>, now: Date) =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const { id, actor, content } = imported
    const earlier = await transaction
      .selectFrom('bank_import')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (earlier && earlier.content !== null && earlier.content !== content) {
      throw new ApiError(
        'illegal',
        'This request was already used for another file. Reload the page and drop your file again.',
      )
    }
    if (earlier) {
      return
    }
    await requireUnusedId(transaction, id)
    const insert = transaction.insertInto('bank_import').values({ ...imported, layout: '' })
    await insert.execute()
    await saveAudit(transaction, {
      at: now,
      actor,
      action: 'statement-imported',
      detail: describeFile(imported),
    })
  })

/** Rows per transaction. A small number, so that other writers do not wait long. */
const batchSize = 200

/**
 * Each row belongs to the import that started first.
 * @throws ApiError 409 if the import was undone
 */
const saveRows = async (
  db: Db,
  import_id: string,
  rows: ReadonlyMap<string, Payment>,
): Promise<void> => {
  const all = [...rows].map(([id, { balance = null, ...row }]) => ({
    ...row,
    id,
    import_id,
    balance,
  }))
  for (let start = 0; start < all.length; start += batchSize) {
    await transact(db, async (transaction) => {
      await lockPayments(transaction)
      const imports = transaction.selectFrom('bank_import')
      const own = await imports.select('at').where('id', '=', import_id).executeTakeFirst()
      if (!own) {
        throw new ApiError(
          'undone',
          'The import of this file was undone. To import it after all, reload the page and drop the file again.',
        )
      }
      const later = imports.select('id').where('at', '>', own.at)
      const insert = transaction.insertInto('bank_row').values(all.slice(start, start + batchSize))
      await insert
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ import_id }).where('bank_row.import_id', 'in', later),
        )
        .execute()
    })
  }
}

const flaggingKinds: readonly MatchKind[] = [
  'wrong-amount',
  'reversed',
  'reversed-in-part',
  'partly-reversed',
]

const applyReversals = async (deps: Omit<BankDeps, 'indexer'>, importId: string, actor: string) => {
  const { db, clock } = deps
  // Allocations need the same lock, so later ones see the reversals.
  await withLockedMatches(deps, { kinds: flaggingKinds })(
    async (transaction, { matches, duplicates }) => {
      const rowIds = matches.flatMap(({ kind, rows }) =>
        kind === 'reversed' ? rows.flatMap((id) => duplicates.get(id) ?? [id]) : [],
      )
      const now = clock()
      for (const [entryId, paise] of await reverseAllocations(transaction, rowIds, importId)) {
        await fallBackToOtherSource(transaction, entryId, actor, now, paise)
      }
      await reindexBankFlags(transaction)
      const affectedEntries = matches.flatMap(({ expected }) => expected)
      await markForIndexing(transaction, affectedEntries)
    },
  )
  const freed = db
    .selectFrom('allocation')
    .select(['entry_id as id', 'amount'])
    .where('freed_by', '=', importId)
  const reversed = await freed.where('amount', '>', 0).orderBy('entry_id').execute()
  const ids = reversed.map(({ id }) => id)
  const name = await readEntryNames(db, ids)
  return reversed.map(({ id, amount }) => ({ id, ...name(id), amount }))
}

const fallBackToOtherSource = async (
  transaction: Transaction<Tables>,
  id: string,
  actor: string,
  now: Date,
  paise: number,
) => {
  const review = await readReview(transaction, id)
  if (!review) {
    return
  }
  const { state } = review
  const source = state === 'verified' ? await findRemainingSource(transaction, review) : null
  const next = { state, source, reindex: true }
  const line = { at: now, actor, action: 'payment-reversed', detail: { paise } } as const
  if (!(await changeReview(transaction, review, next, line))) {
    throw new Error('An entry was changed while its payment was being released')
  }
}

const findRemainingSource = async (
  transaction: Transaction<Tables>,
  { entry_id, cash_amount }: ReviewRow,
): Promise<Source> => {
  const other = await selectAllocations(transaction)
    .select('id')
    .where('entry_id', '=', entry_id)
    .executeTakeFirst()
  if (other) {
    return 'bank'
  }
  return cash_amount === null ? 'picture' : 'cash'
}

/** Only the newest import can be undone, for one minute, unless entries use its payments. */
const mayUndo = async (
  db: DbOrTransaction,
  { id, at }: BankImportRow,
  now: Date,
): Promise<boolean> => {
  const newer = db
    .selectFrom('bank_import')
    .select('id')
    .where('at', '>=', at)
    .where('id', '<>', id)
  const used = db
    .selectFrom('allocation')
    .innerJoin('bank_row', 'bank_row.id', 'row_id')
    .select('row_id')
  const touched = used.where(({ or, eb }) =>
    or([eb('import_id', '=', id), eb('freed_by', '=', id)]),
  )
  return (
    now < undoUntil(at) && !(await newer.executeTakeFirst()) && !(await touched.executeTakeFirst())
  )
}

/**
 * Idempotent.
 * @throws ApiError 409 `too-late`
 */
export const undoImport = (db: Db, id: string, actor: string, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const imported = await transaction
      .selectFrom('bank_import')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (!imported) {
      return
    }
    if (!(await mayUndo(transaction, imported, now))) {
      throw new ApiError(
        'too-late',
        'This import can no longer be undone: more than a minute has passed, another file has been imported since, or this file has verified an entry or reversed a payment.',
      )
    }
    await reindexBankFlags(transaction)
    await transaction.deleteFrom('bank_row').where('import_id', '=', id).execute()
    await transaction.deleteFrom('bank_import').where('id', '=', id).execute()
    const detail = { ...describeFile(imported), by: imported.actor }
    await saveAudit(transaction, {
      at: now,
      actor,
      action: 'statement-dropped',
      decisionId: id,
      detail,
    })
  })

/** Some participants send the form days after paying. */
const daysBefore = 14
/** Some participants pay for a correction after the festival. */
const daysAfter = 30

/** Rows outside this window never leave the browser. */
const findWindow = async (db: Db, now: Date): Promise<PaymentWindow> => {
  const today = dayAt(now.getTime())
  const firstEntry = await db
    .selectFrom('review')
    .select('day')
    .orderBy('created_at')
    .orderBy('entry_id')
    .limit(1)
    .executeTakeFirst()
  const from = shiftDay((firstEntry?.day as Day | undefined) ?? today, -daysBefore)
  const last = shiftDay(identity.lastDay, daysAfter)
  // In trials with a past festival, the window ends today.
  return { from, to: last < from || today < last ? today : last }
}

/** @throws ApiError 422 */
export const requireBounds = async (
  db: Db,
  { payments, reversals }: BankFile,
  now: Date,
): Promise<void> => {
  const rows = [...payments, ...reversals]
  const refuse = (message: string) => refuseFields([{ path: 'payments', message }])
  if (rows.length > bankBounds.rows) {
    throw refuse(tooManyRows)
  }
  const { from, to } = await findWindow(db, now)
  const other = rows.find(({ day }) => day < from || day > to)
  if (other) {
    throw refuse(
      `Line ${other.line} is dated ${formatDate(other.day)}; payments are expected from ${formatDays(from, to)}.`,
    )
  }
}

const maxImports = 100

/** Leaves out duplicate rows, so that each payment counts once. */
const isCounted = (db: DbOrTransaction, reworded: readonly string[]) => sql<boolean>`
  not (${isAmong(db, 'bank_row.id', reworded)})
  and not exists (select 1 from allocation where row_id = bank_row.id and allocation.amount = 0 and freed_by is null)
`

const sumOfCredits = sumOfMoney(sql`case when amount > 0 then amount else 0 end`)

export const sumPaymentsByAllocation = async (
  db: DbOrTransaction,
  reworded: readonly string[],
): Promise<Bank['payments']> => {
  const sums = await db
    .selectFrom('bank_row')
    .leftJoin('allocated_row', 'row_id', 'id')
    .select(({ fn }) => [fn.countAll().as('count'), sumOfCredits.as('sum')])
    .select(sql`case when row_id is null then 0 else 1 end`.as('isAllocated'))
    .where('amount', '>', 0)
    .where(isCounted(db, reworded))
    .groupBy('isAllocated')
    .execute()
  const readSum = (kind: 0 | 1) => {
    const { count = 0, sum = 0 } =
      sums.find(({ isAllocated }) => Number(isAllocated) === kind) ?? {}
    return { count: Number(count), sum: Number(sum) }
  }
  return { allocated: readSum(1), open: readSum(0) }
}

export const readImports = async (
  db: Db,
  now: Date,
  reworded: readonly string[],
): Promise<Pick<Bank, 'window' | 'imports' | 'payments'>> => {
  const counted = isCounted(db, reworded)
  const imports = await db
    .selectFrom('bank_import')
    .leftJoin('bank_row', (join) => join.onRef('import_id', '=', 'bank_import.id').on(counted))
    .selectAll('bank_import')
    .select(({ fn }) => [fn.count('bank_row.id').as('fresh'), sumOfCredits.as('sum')])
    .select(sql`sum(case when amount < 0 then 1 else 0 end)`.as('reversals'))
    .groupBy('bank_import.id')
    .orderBy('at', 'desc')
    .limit(maxImports)
    .execute()
  const [newest] = imports
  const undoable = newest && (await mayUndo(db, newest, now)) ? newest.id : undefined
  return {
    window: await findWindow(db, now),
    payments: await sumPaymentsByAllocation(db, reworded),
    imports: imports.map(
      ({ id, at, actor: by, first_day: first, last_day: last, rows, ...counts }) => {
        const fresh = Number(counts.fresh)
        const view: Bank['imports'][number] = {
          id,
          at,
          by,
          days: { first, last },
          fresh,
          known: rows - fresh,
          reversals: Number(counts.reversals),
          sum: Number(counts.sum),
        }
        if (id === undoable) {
          view.undoUntil = shownUntil(at)
        }
        return view
      },
    ),
  }
}

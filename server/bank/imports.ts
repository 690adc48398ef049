import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { identity } from '#edition/identity'
import type { MatchKind } from '../../festival/bank/match'
import type { Payment } from '../../festival/bank/statement'
import type { PaymentWindow } from '../../festival/bank/verdict'
import { type Day, dayAt, formatDate, formatDays, shiftDay } from '../../festival/content/slot'
import {
  type Bank,
  type BankFile,
  bankBounds,
  type FileImported,
  tooManyRows,
} from '../../festival/contract/bank'
import { shownUntil, undoUntil } from '../../festival/contract/states'
import { saveAudit } from '../db/audit'
import { isAmong, sumOfMoney } from '../db/engines'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { BankImportRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { nameEntries } from '../entries/entry'
import { changeReview, readReview } from '../entries/review'
import { requireUnusedId } from '../entries/used-ids'
import { ApiError, refuseFields } from '../http/api-error'
import type { Clock } from '../system/clock'
import { lockPayments, reindexBankFlags, reverseAllocations } from './allocate'
import { type Matcher, withLockedMatches } from './matches'
import { allocated, fingerprint } from './rows'

export interface BankDeps {
  db: Db
  clock: Clock
  matcher: Matcher
  /** What a call of the desk waits for: flags and words to search by must be up to date. */
  indexer: { catchUp: () => Promise<void> }
}

/** Keeps the rows of a file, each once, and takes back what the file says was reversed (behaviour 15.22, 15.24). */
export const importFile = async (
  deps: Omit<BankDeps, 'indexer'>,
  { id, ...file }: BankFile & { id: string },
  actor: string,
): Promise<FileImported> => {
  const { db, clock } = deps
  const rows = new Map([...file.payments, ...file.reversals].map((row) => [fingerprint(row), row]))
  const { first, last } = file.days
  // The same for the same file, in whichever order its rows come.
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
  const own = db.selectFrom('bank_row').select('amount').where('import_id', '=', id)
  const fresh = await own
    .where(isCounted(db, (await deps.matcher.listOpenRows()).reworded))
    .execute()
  const sum = fresh.reduce((all, { amount }) => all + Math.max(0, amount), 0)
  return {
    id,
    fresh: { count: fresh.length, sum },
    known: rows.size - fresh.length,
    reversedAllocations,
  }
}

/** What a line of the audit log says of a file: enough to know it again when its rows are gone. */
const describeFile = ({
  content,
  rows,
  first_day: first,
  last_day: last,
}: Omit<BankImportRow, 'layout'>) => ({
  ...{ rows, first, last, file: (content ?? '').slice(0, 16) },
})

/** Saves the file once, however often its import is sent. @throws ApiError 409 where the id is another file's */
const saveImport = (db: Db, imported: Omit<BankImportRow, 'layout'>, now: Date) =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const { id, actor, content } = imported
    const before = await transaction
      .selectFrom('bank_import')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    if (before && before.content !== null && before.content !== content) {
      throw new ApiError(
        'illegal',
        'This was already used for another file. Reload the page and drop your file again.',
      )
    }
    if (before) {
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

/** Rows of one transaction: others want to write too. */
const batchSize = 200

/** Saves each row once, as that of the import that began first (behaviour 15.22). @throws ApiError 409 where it was undone meanwhile */
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
          'The import of this file was undone. If the file is right after all, reload the page and drop it again.',
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

/** Matches of these kinds flag their submissions. */
const flaggingKinds: readonly MatchKind[] = [
  'wrong-amount',
  'reversed',
  'part-reversed',
  'partly-reversed',
]

/** Takes allocations back whose payment a reversal of any file takes back, and flags whom the bank's rows speak against (behaviour 15.24). */
const applyReversals = async (deps: Omit<BankDeps, 'indexer'>, importId: string, actor: string) => {
  const { db, clock } = deps
  // Whoever allocates a payment after this sees its reversal.
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
  const name = await nameEntries(db, ids)
  return reversed.map(({ id, amount }) => ({ id, ...name(id), amount }))
}

/** A record that was verified by a payment which the bank took back is verified by what is left, if only by its picture, until somebody looks. */
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
  const { state, cash_amount } = review
  const other = await allocated(transaction)
    .select('id')
    .where('entry_id', '=', id)
    .executeTakeFirst()
  const remainingSource = other ? 'bank' : cash_amount === null ? 'picture' : 'cash'
  const next = {
    state,
    source: state === 'verified' ? remainingSource : null,
    reindex: true,
  } as const
  const line = { at: now, actor, action: 'payment-reversed', detail: { paise } } as const
  if (!(await changeReview(transaction, review, next, line))) {
    throw new Error('An entry was changed while its payment was being released')
  }
}

/** Whether an import may be taken back: within its minute, while it is the newest and nothing came of it for anybody. */
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
 * Takes an import back while that may be (behaviour 15.49): its rows go. Whoever does it twice changes nothing.
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
        'This import can no longer be undone: the minute is over, another file was imported since, or it has verified an entry or reversed a payment.',
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

/** Some pay, and send the form days later; corrections are paid after the festival, too. */
const [daysBefore, daysAfter] = [14, 30]

/** Between which days payments are expected: nothing else of a file leaves the browser (behaviour 15.1). */
const findWindow = async (db: Db, now: Date): Promise<PaymentWindow> => {
  const today = dayAt(now.getTime())
  const sent = db.selectFrom('review').select('day').orderBy('created_at').orderBy('entry_id')
  const first = await sent.limit(1).executeTakeFirst()
  const from = shiftDay((first?.day as Day | undefined) ?? today, -daysBefore)
  const last = shiftDay(identity.lastDay, daysAfter)
  // A trial with the dates of a festival that is over has its payments all the same.
  return { from, to: last < from || today < last ? today : last }
}

/**
 * One call brings at most so many rows (behaviour 15.20), and none of days on which no payment is expected: those are not the
 * festival's, and no organiser's browser sends them (15.51).
 * @throws ApiError 422
 */
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

const mostImports = 100

/** Leaves out the rows that word a payment anew, open or allocated with it: each counts once (behaviour 15.10). */
const isCounted = (db: DbOrTransaction, reworded: readonly string[]) => sql<boolean>`
  not (${isAmong(db, 'bank_row.id', reworded)})
  and not exists (select 1 from allocation where row_id = bank_row.id and allocation.amount = 0 and freed_by is null)
`

const sumOfCredits = sumOfMoney(sql`case when amount > 0 then amount else 0 end`)

/** Of all payments that were kept: how many are allocated to somebody, and how many not. */
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

/** What the desk knows of the bank, columns aside; `reworded` are no second payments. */
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
    .limit(mostImports)
    .execute()
  const [newest] = imports
  const undoable = newest && (await mayUndo(db, newest, now)) ? newest.id : undefined
  return {
    window: await findWindow(db, now),
    payments: await sumPaymentsByAllocation(db, reworded),
    imports: imports.map(
      ({ id, at, actor: by, first_day: first, last_day: last, rows, ...counts }) => {
        const [fresh = 0, reversals = 0, sum = 0] = [
          counts.fresh,
          counts.reversals,
          counts.sum,
        ].map(Number)
        const own = {
          id,
          at,
          by,
          days: { first, last },
          fresh,
          known: rows - fresh,
          reversals,
          sum,
        }
        return id === undoable ? { ...own, undoUntil: shownUntil(at) } : own
      },
    ),
  }
}

import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { identity } from '#edition/identity'
import type { Payment, Window } from '../../festival/bank/verdict'
import { dayAt } from '../../festival/day'
import type { Bank, FileImported } from '../../festival/desk/bank'
import { type Day, formatDate, formatDays, startOf } from '../../festival/slot'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import type { BankImportRow } from '../db/statement-schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { noteAudit, noteAuditOnce } from '../reviews/audit'
import { shownUntil, undoUntil } from '../reviews/decide'
import { changeReview } from '../reviews/review'
import type { Clock } from '../system/clock'
import { flagAnew, lockPayments, restoreAllocations } from './allocate'
import type { Matcher } from './matches'
import { takeBackReversed } from './reversals'
import { type BankFile, fingerprint, keepRows, undoneMeanwhile } from './rows'

const dayMs = 86_400_000
/** Some pay, and send the form days later. */
const daysBefore = 14
/** Corrections are paid after the festival, too. */
const daysAfter = 30

const move = (day: Day, days: number): Day => dayAt(startOf(day) + days * dayMs)

/** Between which days payments are expected: nothing else of a file leaves the browser (behaviour 15.1). */
const findWindow = async (db: Db, now: Date): Promise<Window> => {
  const today = dayAt(now.getTime())
  const first = await db
    .selectFrom('review')
    .select('day')
    .orderBy('created_at')
    .orderBy('record_id')
    .limit(1)
    .executeTakeFirst()
  const from = move((first?.day as Day | undefined) ?? today, -daysBefore)
  const last = move(identity.lastDay, daysAfter)
  // A trial with the dates of a festival that is over has its payments all the same.
  return { from, to: last < from || today < last ? today : last }
}

const mostNamed = 5

/**
 * Rows of days on which no payment is expected are not the festival's, and no organiser's browser sends them (behaviour 15.51).
 * @throws ApiError 422 that names the first of them
 */
export const requireWindow = async (db: Db, { payments, reversals }: BankFile, now: Date): Promise<void> => {
  const { from, to } = await findWindow(db, now)
  const outside = Object.entries({ payments, reversals }).flatMap(([name, rows]) =>
    rows.flatMap(({ day, line }, index) =>
      day < from || day > to ? [{ path: `${name}.${index}.day`, day, line }] : [],
    ),
  )
  if (outside.length === 0) return
  const more = outside.length > mostNamed ? ` So are ${outside.length - mostNamed} more.` : ''
  throw refuseFields(
    outside.slice(0, mostNamed).map(({ path, day, line }, index, named) => ({
      path,
      message: `Line ${line} is of ${formatDate(day)}; payments are expected from ${formatDays(from, to)}.${index === named.length - 1 ? more : ''}`,
    })),
  )
}

/** What a line of the audit log says of a file: enough to know it again when its rows are gone. */
const tellFile = ({ content, rows, first_day, last_day }: Omit<BankImportRow, 'id' | 'at' | 'actor' | 'layout'>) => ({
  rows,
  first: first_day,
  last: last_day,
  file: (content ?? '').slice(0, 16),
})

const wasUndone = (db: DbOrTransaction, id: string) =>
  db
    .selectFrom('audit_entry')
    .select('id')
    .where('decision_id', '=', id)
    .where('action', '=', 'statement-dropped')
    .executeTakeFirst()

/**
 * Notes the file once, however often its import is sent.
 * @throws ApiError 409 where the id is another file's, or the import was undone
 */
const noteImport = (db: Db, imported: Omit<BankImportRow, 'layout'>, now: Date) =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const { id, actor, content } = imported
    if (await wasUndone(transaction, id)) throw undoneMeanwhile()
    const before = await transaction.selectFrom('bank_import').selectAll().where('id', '=', id).executeTakeFirst()
    if (before && before.content !== null && before.content !== content)
      throw new ApiError('illegal', 'Another file was imported by this press. Open the page again and drop your file.')
    if (before) return
    await transaction
      .insertInto('bank_import')
      .values({ ...imported, layout: '' })
      .execute()
    await noteAudit(transaction, { at: now, actor, action: 'statement-imported', detail: tellFile(imported) })
  })

/** Keeps the rows of a file, each once, and takes back what the file says was reversed (behaviour 15.22, 15.24). */
export const importFile = async (
  { db, clock, matcher }: { db: Db; clock: Clock; matcher: Matcher },
  { id, ...file }: BankFile & { id: string },
  actor: string,
): Promise<FileImported> => {
  const rows = new Map<string, Payment>()
  for (const payment of [...file.payments, ...file.reversals]) rows.set(fingerprint(payment), payment)
  const { first, last } = file.days
  // The same for the same file, in whichever order its rows come.
  const content = createHash('sha256')
    .update(JSON.stringify([first, last, ...[...rows.keys()].sort()]))
    .digest('base64url')
  const now = clock()
  const imported = { id, at: now.toISOString(), actor, first_day: first, last_day: last, rows: rows.size, content }
  await noteImport(db, imported, now)
  await keepRows(db, id, rows)
  const takenBack = await takeBackReversed({ db, clock, matcher }, id, actor)
  const fresh = await db.selectFrom('bank_row').select('amount').where('import_id', '=', id).execute()
  const sum = fresh.reduce((all, { amount }) => all + Math.max(0, amount), 0)
  return { id, fresh: { count: fresh.length, sum }, known: rows.size - fresh.length, takenBack }
}

const tooLate = (why: string) => new ApiError('too-late', `This file cannot be taken back any more: ${why}`)

/** Whoever lost a payment by this file has it again; they stand as they did. */
const giveBack = async (transaction: Transaction<Tables>, importId: string, actor: string, now: Date) => {
  const reviews = await transaction
    .selectFrom('review')
    .selectAll()
    .where('record_id', 'in', ({ selectFrom }) =>
      selectFrom('bank_match').select('record_id').where('freed_by', '=', importId),
    )
    .execute()
  const isWaiting = reviews.some(({ state }) => state === 'submitted' || state === 'needs-correction')
  if (isWaiting || !(await restoreAllocations(transaction, importId)))
    throw tooLate('somebody has decided since about what it took back.')
  for (const review of reviews)
    if (review.state === 'verified')
      await changeReview(transaction, review, { state: review.state, ground: 'bank', changed_by: actor }, now)
}

/**
 * Takes an import back within its minute, while it is the newest and none of its payments was allocated (behaviour 15.49): its rows
 * go, and who lost a payment by it has it again. Whoever does it twice changes nothing.
 * @throws ApiError 404, or 409 `too-late`
 */
export const undoImport = (db: Db, id: string, actor: string, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const imported = await transaction.selectFrom('bank_import').selectAll().where('id', '=', id).executeTakeFirst()
    if (!imported) {
      if (await wasUndone(transaction, id)) return
      throw new ApiError('not-found', 'There is no such file.')
    }
    if (now >= undoUntil(imported.at)) throw tooLate('its minute is over.')
    const newer = transaction.selectFrom('bank_import').select('id').where('at', '>=', imported.at)
    if (await newer.where('id', '<>', id).executeTakeFirst()) throw tooLate('another file was imported since.')
    const own = transaction.selectFrom('bank_row').select('bank_row.id').where('import_id', '=', id)
    if (await own.innerJoin('bank_match', 'row_id', 'bank_row.id').executeTakeFirst())
      throw tooLate('somebody was verified by it.')
    await giveBack(transaction, id, actor, now)
    await flagAnew(transaction)
    await transaction.deleteFrom('bank_row').where('import_id', '=', id).execute()
    await transaction.deleteFrom('bank_import').where('id', '=', id).execute()
    const detail = { ...tellFile(imported), by: imported.actor }
    await noteAuditOnce(transaction, { at: now, actor, action: 'statement-dropped', decisionId: id, detail })
  })

const mostImports = 100

/** Imports, the newest first, each with what it brought that no earlier one had. */
const listImports = async (db: Db, now: Date): Promise<Bank['imports']> => {
  const imports = await db.selectFrom('bank_import').selectAll().orderBy('at', 'desc').limit(mostImports).execute()
  const counts = await db
    .selectFrom('bank_row')
    .leftJoin('bank_match', 'bank_match.row_id', 'bank_row.id')
    .select(({ fn, eb }) => [
      'import_id',
      fn.count<number>('bank_row.id').distinct().as('rows'),
      fn.count<number>('bank_match.id').as('allocated'),
      fn.count<number>(eb.case().when('bank_row.amount', '<', 0).then(eb.ref('bank_row.id')).end()).as('reversals'),
    ])
    .groupBy('import_id')
    .execute()
  const sums = await sumCredits(db)
  return imports.map(({ id, at, actor, first_day, last_day, rows }, index) => {
    const count = counts.find(({ import_id }) => import_id === id)
    const fresh = Number(count?.rows ?? 0)
    const mayUndo = index === 0 && Number(count?.allocated ?? 0) === 0 && now.toISOString() < shownUntil(at)
    return {
      id,
      at,
      by: actor,
      days: { first: first_day, last: last_day },
      fresh,
      known: rows - fresh,
      reversals: Number(count?.reversals ?? 0),
      sum: sums.get(id) ?? 0,
      ...(mayUndo ? { undoUntil: shownUntil(at) } : {}),
    }
  })
}

/** What the credits of each import come to; exact for every sum of money there is (behaviour 15.46). */
const sumCredits = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('bank_row')
    .select(({ fn, cast }) => ['import_id', fn.sum<number>(cast('amount', 'double precision')).as('sum')])
    .where('amount', '>', 0)
    .groupBy('import_id')
    .execute()
  return new Map(rows.map(({ import_id, sum }) => [import_id, Number(sum)]))
}

/** Counts and sums payments; another file's words of one that is allocated (their share is 0) are no second one. */
const countCredits = async (db: Db, are: 'in' | 'not in') => {
  const { rows, sum } = await db
    .selectFrom('bank_row')
    .select(({ fn, cast }) => [
      fn.countAll<number>().as('rows'),
      fn.sum<number>(cast('amount', 'double precision')).as('sum'),
    ])
    .where('amount', '>', 0)
    .where('id', are, ({ selectFrom }) => selectFrom('bank_spending').select('row_id'))
    .where('id', 'not in', ({ selectFrom }) =>
      selectFrom('bank_match').select('row_id').where('amount', '=', 0).where('freed_by', 'is', null),
    )
    .executeTakeFirstOrThrow()
  return { count: Number(rows), sum: Number(sum ?? 0) }
}

/** What the desk knows of the bank, refunds and columns aside. */
export const readImports = async (db: Db, now: Date): Promise<Pick<Bank, 'window' | 'imports' | 'payments'>> => {
  const [allocated, open] = [await countCredits(db, 'in'), await countCredits(db, 'not in')]
  return {
    window: await findWindow(db, now),
    imports: await listImports(db, now),
    payments: {
      ...{ allocated: allocated.count, allocatedSum: allocated.sum },
      ...{ open: open.count, openSum: open.sum },
    },
  }
}

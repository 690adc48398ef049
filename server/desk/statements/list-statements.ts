import { sql } from 'kysely'
import type { Statements } from '../../../festival/desk/statement'
import type { Db } from '../../db/schema'
import { liveRows } from '../../reviews/bank-rows'
import { listKnownColumns } from './known-columns'
import { ownRows } from './own-rows'
import { findWindow } from './payment-window'
import { findSurpluses } from './refunds'

const mostImports = 100

/** Exact for every sum of money there is; and what an earlier version kept of a wrongly read file overflows nothing (behaviour 15.46). */
const inFloat = sql<number>`cast(amount as double precision)`

/** What each file has that no other one has: what goes if it is taken back. */
const countOwn = (db: Db) =>
  ownRows(db)
    .leftJoin('bank_spending', 'bank_spending.row_id', 'bank_row.id')
    .select(({ fn, eb }) => [
      'bank_row.import_id',
      fn.countAll<number>().as('rows'),
      fn.count<number>('bank_spending.row_id').as('spent'),
      fn.sum<number>(eb.case().when('amount', '>', 0).then(inFloat).else(0).end()).as('sum'),
    ])
    .groupBy('bank_row.import_id')
    .execute()

const listImports = async (db: Db): Promise<Statements['imports']> => {
  const imports = await db.selectFrom('bank_import').selectAll().orderBy('at', 'desc').limit(mostImports).execute()
  const counts = await db
    .selectFrom('bank_row')
    .select(({ fn, eb }) => [
      'import_id',
      fn.countAll<number>().as('rows'),
      fn.sum<number>(eb.case().when('amount', '<', 0).then(1).else(0).end()).as('reversals'),
      fn.sum<number>(eb.case().when('amount', '>', 0).then(inFloat).else(0).end()).as('sum'),
    ])
    .groupBy('import_id')
    .execute()
  const owns = await countOwn(db)
  return imports.map(({ id, at, actor, first_day, last_day, rows, lists_rows, dropped_at, dropped_by }) => {
    const count = dropped_at === null ? counts.find(({ import_id }) => import_id === id) : undefined
    const own = dropped_at === null ? owns.find(({ import_id }) => import_id === id) : undefined
    const fresh = Number(count?.rows ?? 0)
    return {
      id,
      at,
      by: actor,
      days: { first: first_day, last: last_day },
      fresh,
      known: rows - fresh,
      reversals: Number(count?.reversals ?? 0),
      sum: Number(count?.sum ?? 0),
      own: { count: Number(own?.rows ?? 0), sum: Number(own?.sum ?? 0), spent: Number(own?.spent ?? 0) },
      isOld: lists_rows === 0,
      ...(dropped_at === null ? {} : { dropped: { at: dropped_at, by: dropped_by ?? '' } }),
    }
  })
}

const countPayments = async (db: Db): Promise<Statements['payments']> => {
  const all = await liveRows(db)
    .leftJoin('bank_spending', 'bank_spending.row_id', 'bank_row.id')
    .select(({ fn }) => [
      fn.count<number>('bank_spending.row_id').as('spent'),
      fn.countAll<number>().as('rows'),
      fn.sum<number>(inFloat).as('sum'),
    ])
    .where('amount', '>', 0)
    .executeTakeFirstOrThrow()
  const { sum } = await db
    .selectFrom('bank_spending')
    .innerJoin('bank_row', 'bank_row.id', 'bank_spending.row_id')
    .select(({ fn }) => fn.sum<number>(inFloat).as('sum'))
    .executeTakeFirstOrThrow()
  const [spent, spentSum] = [Number(all.spent), Number(sum ?? 0)]
  return { spent, spentSum, open: Number(all.rows) - spent, openSum: Number(all.sum ?? 0) - spentSum }
}

/** What the desk knows of statements so far. */
export const listStatements = async (db: Db, now: Date): Promise<Statements> => {
  const surpluses = await findSurpluses(db)
  return {
    window: await findWindow(db, now),
    known: await listKnownColumns(db),
    imports: await listImports(db),
    payments: await countPayments(db),
    refunds: { count: surpluses.length, sum: surpluses.reduce((sum, { amount }) => sum + amount, 0) },
  }
}

import { sql } from 'kysely'
import type { Statements } from '../../../festival/desk/statement'
import type { Db } from '../../db/schema'
import { listLayouts } from './layouts'
import { findWindow } from './payment-window'
import { findSurpluses } from './refunds'

const mostImports = 100

/** Exact for every sum of money there is; and what an earlier version kept of a wrongly read file overflows nothing (behaviour 15.46). */
const inFloat = sql<number>`cast(amount as double precision)`

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
  return imports.map(({ id, at, actor, layout, first_day, last_day, rows }) => {
    const count = counts.find(({ import_id }) => import_id === id)
    const fresh = Number(count?.rows ?? 0)
    return {
      id,
      at,
      by: actor,
      layout,
      days: { first: first_day, last: last_day },
      fresh,
      known: rows - fresh,
      reversals: Number(count?.reversals ?? 0),
      sum: Number(count?.sum ?? 0),
    }
  })
}

const countPayments = async (db: Db): Promise<Statements['payments']> => {
  const all = await db
    .selectFrom('bank_row')
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
    layouts: await listLayouts(db),
    imports: await listImports(db),
    payments: await countPayments(db),
    refunds: { count: surpluses.length, sum: surpluses.reduce((sum, { amount }) => sum + amount, 0) },
  }
}

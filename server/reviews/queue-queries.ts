import { type SqlBool, sql } from 'kysely'
import type { FormKind } from '../../festival/api'
import type { FlagKind } from '../../festival/desk/flags'
import type { Ground, ReviewState } from '../../festival/desk/states'
import type { ReviewRow } from '../db/desk-schema'
import type { Db, DbOrTransaction } from '../db/schema'
import { type AskedFilter, all, type Condition, filterConditions, searchConditions } from './matching'

/** What a filter asks of the table `review`. */
export const findConditions = async (db: Db, filter: AskedFilter): Promise<Condition[]> => [
  ...filterConditions(db, filter),
  ...(await searchConditions(db, filter.q ?? '', 'page')),
]

/** Where a page of records ends, in the order of their arrival. */
export interface Cursor {
  at: string
  id: string
}

/** Rows after the cursor, in the order of their arrival. */
export const listReviews = (
  db: Db,
  conditions: readonly Condition[],
  { order, after, limit }: { order: 'oldest' | 'newest'; after: Cursor | undefined; limit: number },
): Promise<ReviewRow[]> => {
  const [direction, sign] = order === 'oldest' ? (['asc', sql`>`] as const) : (['desc', sql`<`] as const)
  const since = after && sql<SqlBool>`(review.created_at, review.record_id) ${sign} (${after.at}, ${after.id})`
  return db
    .selectFrom('review')
    .selectAll()
    .where(all(since ? [since, ...conditions] : conditions))
    .orderBy('created_at', direction)
    .orderBy('record_id', direction)
    .limit(limit)
    .execute()
}

/** The kinds of flags that records have. */
export const listFlagKinds = async (db: DbOrTransaction, ids: readonly string[]): Promise<Map<string, FlagKind[]>> => {
  const found = new Map<string, FlagKind[]>()
  if (ids.length === 0) return found
  const rows = await db
    .selectFrom('flag')
    .select(['record_id', 'kind'])
    .distinct()
    .where('record_id', 'in', ids)
    .orderBy('kind')
    .execute()
  for (const { record_id, kind } of rows) found.set(record_id, [...(found.get(record_id) ?? []), kind])
  return found
}

/** How many records have the same of everything that can be counted by, their day aside. */
export interface Cell {
  kind: FormKind
  event: string
  state: ReviewState
  ground: Ground | null
  n: number
}

const facets = sql`review.kind, review.event, review.state, review.ground`

/**
 * Counts records once for all facets but the day: with it there would be a cell for almost every record of a small
 * festival, and handing those over costs more than counting.
 */
export const countCells = async (db: Db, conditions: readonly Condition[]): Promise<Cell[]> => {
  const { rows } = await sql<Cell>`
    select ${facets}, count(*) as n from review where ${all(conditions)} group by ${facets}
  `.execute(db)
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}

/** How many records there are of these. */
export const countReviews = async (db: Db, conditions: readonly Condition[]): Promise<number> => {
  const { n } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.countAll().as('n'))
    .where(all(conditions))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** How many records came on each day. */
export const countDays = async (db: Db, conditions: readonly Condition[]): Promise<Record<string, number>> => {
  const { rows } = await sql<{ day: string; n: number | string }>`
    select review.day, count(*) as n from review where ${all(conditions)} group by review.day
  `.execute(db)
  return Object.fromEntries(rows.map(({ day, n }) => [day, Number(n)]))
}

/** The flags of records; one of a kind may be there several times, each time with another record. */
export const listFlagged = async (
  db: Db,
  conditions: readonly Condition[],
): Promise<{ record_id: string; flag: FlagKind }[]> => {
  const { rows } = await sql<{ record_id: string; flag: FlagKind }>`
    select distinct flag.record_id, flag.kind as flag
    from flag join review on review.record_id = flag.record_id
    where ${all(conditions)}
  `.execute(db)
  return rows
}

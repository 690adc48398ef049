import { type SqlBool, sql } from 'kysely'
import type { FormKind } from '../../festival/api'
import type { FlagKind } from '../../festival/desk/flags'
import type { QueueFilter } from '../../festival/desk/queue'
import type { Ground, ReviewState } from '../../festival/desk/states'
import type { ReviewRow } from '../db/desk-schema'
import type { Db, DbOrTransaction } from '../db/schema'
import { all, type Condition, filterConditions, searchConditions } from './matching'

/** What a filter asks of the table `review`. */
export const findConditions = async (db: Db, filter: QueueFilter): Promise<Condition[]> => [
  ...filterConditions(filter),
  ...(await searchConditions(db, filter.q ?? '', 'page')),
]

/** Rows after the cursor, in the order of their arrival. */
export const listReviews = (
  db: Db,
  conditions: readonly Condition[],
  { order, after, limit }: { order: 'oldest' | 'newest'; after: { at: string; id: string } | undefined; limit: number },
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

/** How many records have the same of everything that can be counted by. */
export interface Cell {
  kind: FormKind
  event: string
  state: ReviewState
  day: string
  ground: Ground | null
  n: number
}

const facets = sql`review.kind, review.event, review.state, review.ground, review.day`

/** Counts the records that a search finds, once for all facets. */
export const countCells = async (db: Db, conditions: readonly Condition[]): Promise<Cell[]> => {
  const { rows } = await sql<Cell>`
    select ${facets}, count(*) as n from review where ${all(conditions)} group by ${facets}
  `.execute(db)
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}

/** A kind of flag that a record has; the record is in one cell. */
export interface FlaggedRow extends Omit<Cell, 'n'> {
  record_id: string
  flag: FlagKind
}

/**
 * The flagged records that a search finds, once with each kind of flag that they have. They are counted by whoever asked: hardly two
 * of them have the same of everything, so grouping them would cost more than it saves.
 */
export const listFlagged = async (db: Db, conditions: readonly Condition[]): Promise<FlaggedRow[]> => {
  const { rows } = await sql<FlaggedRow>`
    select review.record_id, ${facets}, flagged.kind as flag
    from (select distinct record_id, kind from flag) as flagged
    join review on review.record_id = flagged.record_id
    where ${all(conditions)}
  `.execute(db)
  return rows
}

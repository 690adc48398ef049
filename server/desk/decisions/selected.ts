import { type SqlBool, sql } from 'kysely'
import type * as v from 'valibot'
import type { decideManySchema, SkipReason } from '../../../festival/desk/decision'
import { isLegal, transitions } from '../../../festival/desk/states'
import type { ReviewRow } from '../../db/desk-schema'
import type { Db } from '../../db/schema'
import { all, type Condition, flagCondition } from '../../reviews/matching'
import { findConditions, listFlagKinds } from '../../reviews/queue-queries'
import { fitsKind, type Verdict } from './check-verdict'

export type ReadSelection = v.InferOutput<typeof decideManySchema>['selection']

/** A record that was selected, as it is now; undefined where it is gone. */
export interface Selected {
  id: string
  review: ReviewRow | undefined
  /** Why it is left alone; undefined: it is decided. */
  why: SkipReason | undefined
}

/** Values of one statement. */
const atOnce = 500

const judge = (review: ReviewRow, isStale: boolean, isFlagged: boolean, verdict: Verdict): SkipReason | undefined => {
  if (isStale) return 'stale'
  if (!isLegal(verdict.decision, review.state)) return 'illegal'
  if (!fitsKind(verdict, review.kind)) return 'reason'
  // Each flag deserves a look.
  return verdict.decision === 'verify' && isFlagged ? 'flagged' : undefined
}

/** What becomes of the records that were picked one by one. */
export const judgeRows = async (
  db: Db,
  rows: readonly { id: string; version: number }[],
  verdict: Verdict,
): Promise<Selected[]> => {
  const ids = rows.map(({ id }) => id)
  const reviews = await db.selectFrom('review').selectAll().where('record_id', 'in', ids).execute()
  const byId = new Map(reviews.map((review) => [review.record_id, review]))
  const flags = await listFlagKinds(db, ids)
  return rows.map(({ id, version }) => {
    const review = byId.get(id)
    const why = review ? judge(review, review.version !== version, flags.has(id), verdict) : ('missing' as const)
    return { id, review, why }
  })
}

/** What can be decided of a filter's records, as conditions; the opposite of `judge` in SQL. */
const decidable = (seenAt: string, { decision }: Verdict): Condition[] => [
  sql<SqlBool>`review.changed_at <= ${seenAt}`,
  sql<SqlBool>`review.state in (${sql.join([...transitions[decision].from])})`,
  ...(decision === 'verify' ? [sql<SqlBool>`not ${flagCondition('any')}`] : []),
]

type FilterSelection = Extract<ReadSelection, { by: 'filter' }>

const count = async (db: Db, conditions: readonly Condition[]): Promise<number> => {
  const { n } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.countAll().as('n'))
    .where(all(conditions))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The next records of a filter that can be decided, and how many there are in all. */
export const listDecidable = async (
  db: Db,
  { filter, seenAt }: FilterSelection,
  verdict: Verdict,
  limit: number,
): Promise<{ next: Selected[]; total: number }> => {
  const conditions = [...(await findConditions(db, filter)), ...decidable(seenAt, verdict)]
  const reviews = await db
    .selectFrom('review')
    .selectAll()
    .where(all(conditions))
    .orderBy('created_at')
    .orderBy('record_id')
    .limit(Math.min(limit, atOnce))
    .execute()
  const next = reviews.map((review) => ({
    id: review.record_id,
    review,
    why: fitsKind(verdict, review.kind) ? undefined : ('reason' as const),
  }))
  return { next, total: await count(db, conditions) }
}

/** The first records of a filter that are left alone, each with why, and how many there are in all. */
export const listSkipped = async (
  db: Db,
  { filter, seenAt }: FilterSelection,
  verdict: Verdict,
  limit: number,
): Promise<{ skipped: Selected[]; total: number }> => {
  const inFilter = await findConditions(db, filter)
  const left = [...inFilter, sql<SqlBool>`not (${all(decidable(seenAt, verdict))})`]
  const reviews = await db
    .selectFrom('review')
    .selectAll()
    .where(all(left))
    .orderBy('created_at')
    .orderBy('record_id')
    .limit(limit)
    .execute()
  const flags = await listFlagKinds(
    db,
    reviews.map(({ record_id }) => record_id),
  )
  const skipped = reviews.map((review) => ({
    id: review.record_id,
    review,
    why: judge(review, review.changed_at > seenAt, flags.has(review.record_id), verdict),
  }))
  return { skipped, total: await count(db, left) }
}

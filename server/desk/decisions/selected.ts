import { type SqlBool, sql } from 'kysely'
import type * as v from 'valibot'
import type { decideManySchema, SkipReason } from '../../../festival/desk/decision'
import { isLegal, transitions } from '../../../festival/desk/states'
import type { ReviewRow } from '../../db/desk-schema'
import type { Db } from '../../db/schema'
import { type AskedFilter, all, type Condition, flagCondition } from '../../reviews/matching'
import { type Cursor, countReviews, findConditions, listFlagKinds, listReviews } from '../../reviews/queue-queries'
import { fitsKind, type Verdict } from './check-verdict'
import { type Known, readKnown } from './read-known'

export type GivenSelection = v.InferOutput<typeof decideManySchema>['selection']
/** What was selected; a filter with the submissions of its group. */
export type ReadSelection =
  | Extract<GivenSelection, { by: 'rows' }>
  | (Omit<Extract<GivenSelection, { by: 'filter' }>, 'filter'> & { filter: AskedFilter })

/** A record that was selected, as it is now; undefined where it is gone. */
export interface Selected {
  id: string
  review: ReviewRow | undefined
  /** Why it is left alone; undefined: it is decided. */
  why: SkipReason | undefined
  /** With `verify`: what is known of its payment. */
  known?: Known | undefined
}

/** Nobody is verified whose payment nobody has seen in any way (behaviour 14.13). */
const isUnseen = (known: Known | undefined) => known !== undefined && !known.isOpened && !known.isAsDue

const knownFor = async (db: Db, reviews: readonly ReviewRow[], { decision }: Verdict) =>
  decision === 'verify' ? readKnown(db, reviews) : new Map<string, Known>()

const judge = (review: ReviewRow, isStale: boolean, isFlagged: boolean, verdict: Verdict): SkipReason | undefined => {
  // Of one that was not indexed yet nobody knows its flags.
  if (isStale || (verdict.decision === 'verify' && review.prepared === 0)) return 'stale'
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
  // A press that is sent again may have nothing left, and PostgreSQL takes no empty list.
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const reviews = await db.selectFrom('review').selectAll().where('record_id', 'in', ids).execute()
  const byId = new Map(reviews.map((review) => [review.record_id, review]))
  const flags = await listFlagKinds(db, ids)
  const all = await knownFor(db, reviews, verdict)
  return rows.map(({ id, version }): Selected => {
    const review = byId.get(id)
    if (!review) return { id, review, why: 'missing' }
    const known = all.get(id)
    const why = judge(review, review.version !== version, flags.has(id), verdict)
    return { id, review, why: why ?? (isUnseen(known) ? 'unseen' : undefined), known }
  })
}

/** What can be decided of a filter's records, as conditions; the opposite of `judge` in SQL. */
const decidable = (seenAt: string, { decision }: Verdict): Condition[] => [
  sql<SqlBool>`review.changed_at <= ${seenAt}`,
  sql<SqlBool>`review.state in (${sql.join([...transitions[decision].from])})`,
  ...(decision === 'verify' ? [sql<SqlBool>`review.prepared = 1`, sql<SqlBool>`not ${flagCondition('any')}`] : []),
]

export type FilterSelection = Extract<ReadSelection, { by: 'filter' }>

const decidableIn = async (db: Db, { filter, seenAt }: FilterSelection, verdict: Verdict): Promise<Condition[]> => [
  ...(await findConditions(db, filter)),
  ...decidable(seenAt, verdict),
]

/** The records of a filter that can be decided by their state, after the cursor, at most 500. */
export const listDecidable = async (
  db: Db,
  selection: FilterSelection,
  verdict: Verdict,
  page: { after: Cursor | undefined; limit: number },
): Promise<(Selected & { review: ReviewRow })[]> => {
  const conditions = await decidableIn(db, selection, verdict)
  const reviews = await listReviews(db, conditions, { order: 'oldest', ...page })
  const all = await knownFor(db, reviews, verdict)
  return reviews.map((review) => {
    const known = all.get(review.record_id)
    const why = fitsKind(verdict, review.kind) ? undefined : ('reason' as const)
    return { id: review.record_id, review, why: why ?? (isUnseen(known) ? 'unseen' : undefined), known }
  })
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
  const reviews = await listReviews(db, left, { order: 'oldest', after: undefined, limit })
  const flags = await listFlagKinds(
    db,
    reviews.map(({ record_id }) => record_id),
  )
  const skipped = reviews.map((review) => ({
    id: review.record_id,
    review,
    why: judge(review, review.changed_at > seenAt, flags.has(review.record_id), verdict),
  }))
  return { skipped, total: await countReviews(db, left) }
}

import { type SqlBool, sql } from 'kysely'
import { isRealDay } from '../../festival/day'
import { isFlagKind } from '../../festival/desk/flags'
import type { QueueFilter } from '../../festival/desk/queue'
import { type Day, startOf } from '../../festival/slot'
import { afterPrefix, isAmong } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { hasMarksOnly, type Term, termsOf } from './search-tokens'

/** A condition on the table `review`. */
export type Condition = ReturnType<typeof sql<SqlBool>>

/** What up to so many records have is rare; what up to so many have is common, and beyond that nearly everybody's. */
const [rare, common] = [2_000, 15_000]

const hasPrefix = (term: Term) =>
  sql.join(
    term.map((prefix) => sql`(token >= ${prefix} and token < ${afterPrefix(prefix)})`),
    sql` or `,
  )

/** How often a beginning is there, counted as far as it matters. */
const countFound = async (db: DbOrTransaction, term: Term): Promise<number> => {
  const { rows } = await sql<{ n: number | string }>`
    select count(*) as n from (select 1 from search_token where ${hasPrefix(term)} limit ${common + 1}) as found
  `.execute(db)
  return Number(rows[0]?.n)
}

/** Two common words are brought together before any record is looked up. */
const areFound = (terms: readonly Term[]) =>
  sql<SqlBool>`review.record_id in (${sql.join(
    terms.map((term) => sql`select record_id from search_token where ${hasPrefix(term)}`),
    sql` intersect `,
  )})`

const asksEach = (term: Term) =>
  sql<SqlBool>`exists (
    select 1 from search_token where search_token.record_id = review.record_id and (${hasPrefix(term)})
  )`

/** Words that at most so many records have are looked up at once; each record is asked for the others. */
const mostAtOnce = (counts: readonly number[], wanted: 'page' | 'all'): number => {
  const least = Math.min(...counts)
  if (least <= rare) return rare
  if (least > common) return wanted === 'all' ? Number.POSITIVE_INFINITY : 0
  // A page finds fifty soon with one common word, in the order of the list. Two may hardly ever meet.
  return wanted === 'page' && counts.length === 1 ? 0 : common
}

/**
 * The conditions of a search: the words are looked up in one table by their beginnings. A rare one gives its records at once, and
 * those are asked for the common ones. What nearly everybody has is asked of each record in the order of the list, unless
 * somebody wants all of them (`wanted`).
 */
export const searchConditions = async (db: Db, search: string, wanted: 'page' | 'all'): Promise<Condition[]> => {
  if (hasMarksOnly(search)) return [sql<SqlBool>`1 = 0`]
  const terms: { term: Term; count: number }[] = []
  for (const term of termsOf(search)) terms.push({ term, count: await countFound(db, term) })
  const most = mostAtOnce(
    terms.map(({ count }) => count),
    wanted,
  )
  const atOnce = terms.filter(({ count }) => count <= most).map(({ term }) => term)
  const others = terms.filter(({ count }) => count > most).map(({ term }) => asksEach(term))
  return atOnce.length === 0 ? others : [areFound(atOnce), ...others]
}

const dayMs = 86_400_000

/** A day as a stretch of the column that the list is sorted by. */
const isOnDay = (day: string): Condition => {
  if (!isRealDay(day)) return sql<SqlBool>`1 = 0`
  const start = startOf(day as Day)
  const [from, to] = [start, start + dayMs].map((moment) => new Date(moment).toISOString())
  return sql<SqlBool>`(review.created_at >= ${from} and review.created_at < ${to})`
}

export const flagCondition = (flag: NonNullable<QueueFilter['flag']>): Condition =>
  isFlagKind(flag)
    ? sql<SqlBool>`review.record_id in (select record_id from flag where kind = ${flag})`
    : sql<SqlBool>`review.record_id in (select record_id from flag)`

/** A filter with the submissions of the bank's group that it names. */
export type AskedFilter = Omit<QueueFilter, 'bank'> & { bank?: readonly string[] }

/** The conditions of everything else that narrows. */
export const filterConditions = (
  db: DbOrTransaction,
  { kind, event, state, day, ground, flag, group, corrected, press, bank }: AskedFilter,
): Condition[] => [
  ...(kind === undefined ? [] : [sql<SqlBool>`review.kind = ${kind}`]),
  ...(event === undefined ? [] : [sql<SqlBool>`review.event = ${event}`]),
  ...(state === undefined ? [] : [sql<SqlBool>`review.state = ${state}`]),
  ...(ground === undefined ? [] : [sql<SqlBool>`review.ground = ${ground}`]),
  ...(day === undefined ? [] : [isOnDay(day)]),
  ...(flag === undefined ? [] : [flagCondition(flag)]),
  ...(group === undefined
    ? []
    : [sql<SqlBool>`review.record_id in (select record_id from group_member where group_id = ${group})`]),
  ...(bank === undefined ? [] : [isAmong(db, 'review.record_id', bank)]),
  ...(corrected === undefined ? [] : [sql<SqlBool>`review.corrected_at is not null`]),
  ...(press === undefined
    ? []
    : [sql<SqlBool>`review.record_id in (select record_id from decision where batch_id = ${press} or id = ${press})`]),
]

/** All conditions as one, true where there are none. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

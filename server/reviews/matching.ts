import { type SqlBool, sql } from 'kysely'
import { isRealDay } from '../../festival/day'
import { isFlagKind } from '../../festival/desk/flags'
import type { QueueFilter } from '../../festival/desk/queue'
import { type Day, startOf } from '../../festival/slot'
import { afterPrefix } from '../db/after-prefix'
import type { Db, DbOrTransaction } from '../db/schema'
import { type Term, termsOf } from './search-tokens'

/** The parts of a filter that are columns, and so can be counted by. */
export type Facet = 'kind' | 'event' | 'state' | 'day' | 'ground'

/** A condition on the table `review`. */
export type Condition = ReturnType<typeof sql<SqlBool>>

/** A beginning that more records have than this is looked for record by record. */
const common = 2_000

const hasPrefix = (term: Term) =>
  sql.join(
    term.map((prefix) => sql`(token >= ${prefix} and token < ${afterPrefix(prefix)})`),
    sql` or `,
  )

const isCommon = async (db: DbOrTransaction, term: Term): Promise<boolean> => {
  const { rows } = await sql<{ n: number | string }>`
    select count(*) as n from (select 1 from search_token where ${hasPrefix(term)} limit ${common + 1}) as found
  `.execute(db)
  return Number(rows[0]?.n) > common
}

const isFound = (term: Term) =>
  sql<SqlBool>`review.record_id in (select record_id from search_token where ${hasPrefix(term)})`

const asksEach = (term: Term) =>
  sql<SqlBool>`exists (
    select 1 from search_token where search_token.record_id = review.record_id and (${hasPrefix(term)})
  )`

/**
 * The conditions of a search: the words are looked up in one table by their beginnings. A rare one gives its records at once, and
 * those are asked for the common ones. Where all are common, a page asks each record in the order of the list, and whoever wants
 * all of them (`wanted`) takes them at once.
 */
export const searchConditions = async (db: Db, search: string, wanted: 'page' | 'all'): Promise<Condition[]> => {
  const terms: { term: Term; isRare: boolean }[] = []
  for (const term of termsOf(search)) terms.push({ term, isRare: !(await isCommon(db, term)) })
  const takesAll = wanted === 'all' && !terms.some(({ isRare }) => isRare)
  return terms.map(({ term, isRare }) => (isRare || takesAll ? isFound(term) : asksEach(term)))
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

/** The conditions of everything else that narrows. */
export const filterConditions = ({ kind, event, state, day, ground, flag }: QueueFilter): Condition[] => [
  ...(kind === undefined ? [] : [sql<SqlBool>`review.kind = ${kind}`]),
  ...(event === undefined ? [] : [sql<SqlBool>`review.event = ${event}`]),
  ...(state === undefined ? [] : [sql<SqlBool>`review.state = ${state}`]),
  ...(ground === undefined ? [] : [sql<SqlBool>`review.ground = ${ground}`]),
  ...(day === undefined ? [] : [isOnDay(day)]),
  ...(flag === undefined ? [] : [flagCondition(flag)]),
]

/** All conditions as one, true where there are none. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

import { type SqlBool, sql } from 'kysely'
import { dayMs, findMidnight } from '../../festival/content/slot'
import { type FlagKind, isFlagKind } from '../../festival/contract/flags'
import {
  type FilterName,
  filters,
  filtersAt,
  type QueueCounts,
  type QueueFilter,
  type QueueRow,
} from '../../festival/contract/queue'
import type { ReviewState } from '../../festival/contract/states'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong, sumOfMoney } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { refuseFields } from '../http/api-error'
import { readEntries } from './entry'
import { findEntriesWithSharedPayment, listFlagKinds } from './flags'
import { isPresent } from './places'
import { type Condition, findMatchingPerson, matchesWholeWords, searchConditions } from './search'

/** `bank`: ids of entries. `lunch`: keys of events. */
export type ResolvedFilter = Omit<QueueFilter, 'bank' | 'lunch'> & {
  bank?: readonly string[]
  lunch?: readonly string[]
}

/** The order is undefined. */
export const readReviews = async (
  db: DbOrTransaction,
  ids: readonly string[],
): Promise<ReviewRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('review').selectAll().where('entry_id', 'in', ids).execute()

const isLater = sql<SqlBool>`(review.later_at is not null and review.state in ('submitted', 'needs-correction'))`

/** Leaves out unconfirmed entries, because a stranger may have sent them. */
export const acceptedStates: readonly ReviewState[] = ['submitted', 'needs-correction', 'verified']

const scopes = {
  accepted: acceptedStates,
  open: ['submitted', 'needs-correction'],
} as const satisfies Record<string, readonly ReviewState[]>

/** Must agree with `readOutcome`. */
const isUnsent = sql<SqlBool>`
  state <> 'sent' and state <> 'cancelled'
  and (state = 'failed' or refused_at is not null or (state = 'queued' and last_error is not null))
`

const isInQuery = (query: ReturnType<typeof sql>) => sql<SqlBool>`review.entry_id in (${query})`

const equals = (column: string) => (value: string) =>
  sql<SqlBool>`${sql.ref(`review.${column}`)} = ${value}`

/** Columns of marks, except notes, are in the index for counting facets (`make-tables.ts`). */
const conditionsByFilter: {
  [Name in Exclude<FilterName, 'q' | 'college'>]: (
    value: NonNullable<ResolvedFilter[Name]>,
    db: DbOrTransaction,
  ) => Condition
} = {
  kind: equals('kind'),
  event: equals('event'),
  state: equals('state'),
  source: equals('source'),
  day: (day) => {
    // `created_at` has an index.
    const midnight = findMidnight(day)
    const from = new Date(midnight).toISOString()
    const to = new Date(midnight + dayMs).toISOString()
    return sql<SqlBool>`(review.created_at >= ${from} and review.created_at < ${to})`
  },
  flag: (flag) =>
    isInQuery(
      sql`select entry_id from flag ${isFlagKind(flag) ? sql`where kind = ${flag}` : sql``}`,
    ),
  group: (group) => isInQuery(sql`select entry_id from group_member where group_id = ${group}`),
  bank: (ids, db) => isAmong(db, 'review.entry_id', ids),
  scope: (scope) => sql<SqlBool>`review.state in (${sql.join(scopes[scope])})`,
  night: (night) =>
    isInQuery(
      sql`select id from "Accommodation" where check_in <= ${night} and check_out > ${night}`,
    ),
  lunch: (keys) =>
    sql<SqlBool>`review.kind = 'registration' and review.event in (${sql.join(['', ...keys])})`,
  mail: () => isInQuery(sql`select entry_id from message where ${isUnsent}`),
  picture: () => sql<SqlBool>`review.unread = 1`,
  corrected: () => sql<SqlBool>`review.corrected_at is not null`,
  utr: () => sql<SqlBool>`(review.lacks_utr = 1 and review.cash_amount is null)`,
  walkin: () => sql<SqlBool>`review.entered_by is not null`,
  cash: () => sql<SqlBool>`review.cash_amount is not null`,
  short: () => isAcceptedShort,
  note: () => isInQuery(sql`select entry_id from note`),
  later: (later) => (later === 'yes' ? isLater : sql<SqlBool>`not ${isLater}`),
  erasure: () =>
    sql<SqlBool>`(review.erasure_asked_at is not null and review.erasure_answered_at is null)`,
  // A campus usually has a single address.
  burst: () =>
    isInQuery(sql`select entry_id from group_member where group_id in (
      select group_id from group_member where group_id like 'network.%' group by group_id having count(*) > 100)`),
  arrived: () => sql<SqlBool>`not ${isPresent(sql`'event:' || review.event`)}`,
  place: () => sql<SqlBool>`(review.state = 'verified' and review.waitlist is not null)`,
  command: (id) =>
    isInQuery(sql`select entry_id from decision where batch_id = ${id} or id = ${id}`),
}

/** An entry's payments by bank and in cash, minus refunds. */
const paidPaise = sql<number>`(coalesce(review.cash_amount, 0)
  + (select ${sumOfMoney(sql`amount`)} from allocation where allocation.entry_id = review.entry_id and freed_by is null)
  - (select ${sumOfMoney(sql`amount`)} from refund where refund.entry_id = review.entry_id and kind = 'returned'))`

export const missingPaise = sql<number>`(review.due - ${paidPaise})`

/** A fee that was refunded in full, for example for a cancelled event, is not too small. */
export const isAcceptedShort = sql<SqlBool>`(review.state = 'verified'
  and review.source in ('bank', 'cash') and ${paidPaise} > 0 and ${paidPaise} < review.due)`

const filterConditions = (db: DbOrTransaction, filter: ResolvedFilter): Condition[] => {
  const byName: Readonly<Record<string, (value: never, db: DbOrTransaction) => Condition>> =
    conditionsByFilter
  return Object.entries(filter).flatMap(([name, value]) => {
    const makeCondition = byName[name]
    return value && makeCondition ? makeCondition(value as never, db) : []
  })
}

export const findConditions = async (db: Db, filter: ResolvedFilter): Promise<Condition[]> => [
  ...filterConditions(db, filter),
  ...(await searchConditions(db, filter, 'page')),
]

/** Returns a condition that is true for an empty list. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** @throws ApiError `invalid` */
const readCursor = (after: string): { at: string; id: string } => {
  const [, at, id] = /^(\d{4}-[\d:.TZ-]{10,30})_([\w-]{1,40})$/.exec(after) ?? []
  if (at === undefined || id === undefined) {
    throw refuseFields([{ path: 'after', message: 'This page does not exist.' }])
  }
  return { at, id }
}

/** Lists reviews in order of arrival. `next` is the cursor of the next page. */
export const listReviews = async (
  db: Db,
  conditions: readonly Condition[],
  { order, after, limit }: { order: 'oldest' | 'newest'; after: string | undefined; limit: number },
): Promise<{ reviews: ReviewRow[]; next: string | null }> => {
  const direction = order === 'oldest' ? 'asc' : 'desc'
  const pageConditions = [...conditions]
  if (after !== undefined) {
    const { at, id } = readCursor(after)
    const sign = order === 'oldest' ? sql`>` : sql`<`
    pageConditions.unshift(
      sql<SqlBool>`(review.created_at, review.entry_id) ${sign} (${at}, ${id})`,
    )
  }
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where(all(pageConditions))
    .orderBy('created_at', direction)
    .orderBy('entry_id', direction)
    .limit(limit + 1)
    .execute()
  const reviews = rows.slice(0, limit)
  const last = reviews.at(-1)
  return {
    reviews,
    next: rows.length > limit && last ? `${last.created_at}_${last.entry_id}` : null,
  }
}

/** Lists whole-word matches first. Their cursors begin with `=`. */
export const listSearchResults = async (
  db: Db,
  conditions: readonly Condition[],
  q: string,
  page: Parameters<typeof listReviews>[2],
): ReturnType<typeof listReviews> => {
  const wholeWordsCondition = matchesWholeWords(q)
  if (!wholeWordsCondition) {
    return listReviews(db, conditions, page)
  }
  const { after } = page
  const listPartialMatches = (cursor: string | undefined) =>
    listReviews(db, [...conditions, sql`not ${wholeWordsCondition}`], { ...page, after: cursor })
  if (after && !after.startsWith('=')) {
    return listPartialMatches(after)
  }
  const whole = await listReviews(db, [...conditions, wholeWordsCondition], {
    ...page,
    after: after?.slice(1),
  })
  if (whole.next) {
    return { ...whole, next: `=${whole.next}` }
  }
  const partial = await listPartialMatches(undefined)
  return { reviews: [...whole.reviews, ...partial.reviews], next: partial.next }
}

/** Keeps the order, except that a search lists the best matches first. */
export const listRows = async (
  db: DbOrTransaction,
  reviews: readonly ReviewRow[],
  q = '',
): Promise<QueueRow[]> => {
  const entries = await readEntries(db, reviews)
  const ids = reviews.map(({ entry_id }) => entry_id)
  const flags = await listFlagKinds(db, ids)
  const shared = await findEntriesWithSharedPayment(db, ids)
  const notes = db.selectFrom('note').select('entry_id').distinct()
  const withNotes = ids.length === 0 ? [] : await notes.where('entry_id', 'in', ids).execute()
  const rows = reviews.flatMap(({ entry_id, state, source, version, corrected_at, later_at }) => {
    const isWaiting = state === 'submitted' || state === 'needs-correction'
    const entry = entries.get(entry_id)
    if (!entry) {
      return []
    }
    const { id, kind, label, name, email, event, eventName, amount, sentAt } = entry
    const bestMatch = findMatchingPerson(q, entry)
    const row: QueueRow = {
      id,
      kind,
      label,
      name,
      email,
      event,
      eventName,
      amount,
      sentAt,
      state,
      source,
      version,
      flags: flags.get(id) ?? [],
    }
    if (bestMatch.name !== name) {
      row.member = bestMatch.name
    }
    if (corrected_at !== null) {
      row.isCorrected = true
    }
    if (later_at !== null && isWaiting) {
      row.isLater = true
    }
    if (withNotes.some((note) => note.entry_id === id)) {
      row.hasNote = true
    }
    if (shared.has(id)) {
      row.isShared = true
    }
    return { row, fit: bestMatch.fit }
  })
  return rows.sort((left, right) => right.fit - left.fit).map(({ row }) => row)
}

/** One query counts all facets that are columns of `review`. */
const facets = filtersAt('tabs', 'choice').filter((name) => name !== 'day' && name !== 'flag')
const marks = filtersAt('mark')

type Cell = { [Name in FilterName]?: string | null } & { n: number }

const matchesFilter = (cell: Cell, filter: ResolvedFilter, except?: FilterName): boolean =>
  facets.every(
    (facet) => facet === except || filter[facet] === undefined || filter[facet] === cell[facet],
  )

/** Days are counted separately; otherwise there would be almost as many cells as entries. */
export const countFacets = async (db: Db, filter: ResolvedFilter): Promise<QueueCounts> => {
  const search = await searchConditions(db, filter, 'all')
  const conditionsExcept = (...names: readonly string[]) => {
    const otherFilters = Object.fromEntries(
      Object.entries(filter).filter(([name]) => !names.includes(name)),
    )
    return all([...filterConditions(db, otherFilters), ...search])
  }
  const columns = sql.join(facets.map((facet) => sql.ref(`review.${facet}`)))
  const matchesLaterFilter = all(filterConditions(db, { later: filter.later }))
  const isMarked = (mark: FilterName) =>
    all(filterConditions(db, { [mark]: filters[mark].values?.[0] }))
  const [cells, days, flagged, marked] = await Promise.all([
    sql<Cell>`
      select ${columns}, count(*) as n from review where ${conditionsExcept(...facets)} group by ${columns}
    `.execute(db),
    sql<{ day: string; n: number }>`
      select review.day, count(*) as n from review where ${conditionsExcept('day')} group by review.day
    `.execute(db),
    // An entry can have several flags of one kind.
    sql<{ entry_id: string; flag: FlagKind }>`
      select distinct flag.entry_id, flag.kind as flag from flag
      join review on review.entry_id = flag.entry_id where ${conditionsExcept('flag')}
    `.execute(db),
    // Each mark has one value, except `later`, which has two.
    sql<Record<string, number>>`
      select ${sql.join(
        marks.map((mark) => {
          const condition =
            mark === 'later' ? isMarked(mark) : sql`${isMarked(mark)} and ${matchesLaterFilter}`
          return sql`count(case when ${condition} then 1 end) as ${sql.ref(mark)}`
        }),
      )}
      from review where ${conditionsExcept('later')}
    `.execute(db),
  ])
  const countBy = (facet?: FilterName) => {
    const counts: Record<string, number> = {}
    for (const cell of cells.rows) {
      const key = facet ? cell[facet] : 'all'
      // Rooms have no event.
      if (key && matchesFilter(cell, filter, facet)) {
        counts[key] = (counts[key] ?? 0) + Number(cell.n)
      }
    }
    return counts
  }
  const flag: Record<string, number> = {}
  const any = new Set(flagged.rows.map(({ entry_id }) => entry_id)).size
  if (any > 0) {
    flag.any = any
  }
  for (const { flag: kind } of flagged.rows) {
    flag[kind] = (flag[kind] ?? 0) + 1
  }
  const countMarked = (mark: FilterName) => {
    const count = Number(marked.rows[0]?.[mark])
    return count > 0 ? { [String(filters[mark].values?.[0])]: count } : {}
  }
  return {
    total: countBy().all ?? 0,
    ...Object.fromEntries(facets.map((facet) => [facet, countBy(facet)])),
    ...Object.fromEntries(marks.map((mark) => [mark, countMarked(mark)])),
    day: Object.fromEntries(days.rows.map(({ day, n }) => [day, Number(n)])),
    flag,
  }
}

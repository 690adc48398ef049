import { type SqlBool, sql } from 'kysely'
import type { FormKind } from '../../festival/api'
import { type FlagKind, isFlagKind } from '../../festival/desk/flags'
import { lunchKeys } from '../../festival/desk/lists'
import type { QueueCounts, QueueFilter, QueueRow } from '../../festival/desk/queue'
import type { Ground, ReviewState } from '../../festival/desk/states'
import { type Day, isRealDay, startOf } from '../../festival/slot'
import type { ReviewRow } from '../db/desk-schema'
import { isAmong } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { refuseFields } from '../http/api-error'
import { findShared, listFlagKinds } from './flags'
import { readRecords } from './record'
import { type Condition, searchConditions } from './search'

/** A filter of the queue with the submissions of the bank's group that it names. */
export type AskedFilter = Omit<QueueFilter, 'bank'> & { bank?: readonly string[] }

/** How these submissions stand, in no order. */
export const readReviews = async (db: DbOrTransaction, ids: readonly string[]): Promise<ReviewRow[]> =>
  ids.length === 0 ? [] : db.selectFrom('review').selectAll().where('record_id', 'in', ids).execute()

const dayMs = 86_400_000

/** A day as a stretch of the column that the list is sorted by. */
const isOnDay = (day: string): Condition => {
  if (!isRealDay(day)) return sql<SqlBool>`1 = 0`
  const start = startOf(day as Day)
  const [from, to] = [start, start + dayMs].map((moment) => new Date(moment).toISOString())
  return sql<SqlBool>`(review.created_at >= ${from} and review.created_at < ${to})`
}

/** What a record may have beside how it stands; all but notes stand in one index with what is counted by (`make-tables.ts`). */
const marks = {
  corrected: sql<SqlBool>`review.corrected_at is not null`,
  utr: sql<SqlBool>`(review.lacks_utr = 1 and review.cash_amount is null)`,
  walkin: sql<SqlBool>`review.entered_by is not null`,
  cash: sql<SqlBool>`review.cash_amount is not null`,
  note: sql<SqlBool>`review.record_id in (select record_id from note)`,
  later: sql<SqlBool>`(review.later_at is not null and review.state in ('submitted', 'needs-correction'))`,
}

const standings = {
  accepted: ['submitted', 'needs-correction', 'verified'],
  open: ['submitted', 'needs-correction'],
} as const satisfies Record<string, readonly ReviewState[]>

/** An e-mail that failed, or whose address is refused, as `outcomeOf` tells them. */
const isUnsent = sql<SqlBool>`
  state <> 'sent' and state <> 'cancelled' and (state = 'failed' or refused_at is not null or (state = 'queued' and last_error is not null))
`

const among = (query: ReturnType<typeof sql>) => sql<SqlBool>`review.record_id in (${query})`

/** What each part of a filter asks; words are looked up (`search.ts`). */
const asks: {
  [Name in Exclude<keyof AskedFilter, 'q' | 'college'>]-?: (
    value: NonNullable<AskedFilter[Name]>,
    db: DbOrTransaction,
  ) => Condition
} = {
  kind: (kind) => sql<SqlBool>`review.kind = ${kind}`,
  event: (event) => sql<SqlBool>`review.event = ${event}`,
  state: (state) => sql<SqlBool>`review.state = ${state}`,
  ground: (ground) => sql<SqlBool>`review.ground = ${ground}`,
  day: isOnDay,
  flag: (flag) => among(sql`select record_id from flag ${isFlagKind(flag) ? sql`where kind = ${flag}` : sql``}`),
  group: (group) => among(sql`select record_id from group_member where group_id = ${group}`),
  bank: (ids, db) => isAmong(db, 'review.record_id', ids),
  standing: (standing) => sql<SqlBool>`review.state in (${sql.join(standings[standing])})`,
  night: (night) => among(sql`select id from "Accommodation" where check_in <= ${night} and check_out > ${night}`),
  lunch: (day) => sql<SqlBool>`review.kind = 'registration' and review.event in (${sql.join(['', ...lunchKeys(day)])})`,
  mail: () => among(sql`select record_id from message where ${isUnsent}`),
  picture: () => sql<SqlBool>`review.unread = 1`,
  corrected: () => marks.corrected,
  utr: () => marks.utr,
  walkin: () => marks.walkin,
  cash: () => marks.cash,
  note: () => marks.note,
  later: (later) => (later === 'yes' ? marks.later : sql<SqlBool>`not ${marks.later}`),
  press: (press) => among(sql`select record_id from decision where batch_id = ${press} or id = ${press}`),
}

/** The conditions of everything but a search. */
const filterConditions = (db: DbOrTransaction, filter: AskedFilter): Condition[] => {
  const byName: Readonly<Record<string, (value: never, db: DbOrTransaction) => Condition>> = asks
  return Object.entries(filter).flatMap(([name, value]) => (value && byName[name]?.(value as never, db)) || [])
}

/** What a filter asks of the table `review`. */
export const findConditions = async (db: Db, filter: AskedFilter): Promise<Condition[]> => [
  ...filterConditions(db, filter),
  ...(await searchConditions(db, filter, 'page')),
]

/** All conditions as one, true where there are none. */
export const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** @throws ApiError `invalid` for what no page ended with */
const readCursor = (after: string): readonly [at: string, id: string] => {
  const [, at, id] = /^(\d{4}-[\d:.TZ-]{10,30})_([\w-]{1,40})$/.exec(after) ?? []
  if (at === undefined || id === undefined)
    throw refuseFields([{ path: 'after', message: 'This is not the end of a page.' }])
  return [at, id]
}

/** A page in the order of arrival, from where another page ended, and where it ends itself; null where nothing follows. */
export const listReviews = async (
  db: Db,
  conditions: readonly Condition[],
  { order, after, limit }: { order: 'oldest' | 'newest'; after: string | undefined; limit: number },
): Promise<{ reviews: ReviewRow[]; next: string | null }> => {
  const [direction, sign] = order === 'oldest' ? (['asc', sql`>`] as const) : (['desc', sql`<`] as const)
  const [at, id] = after === undefined ? [] : readCursor(after)
  const since = at && sql<SqlBool>`(review.created_at, review.record_id) ${sign} (${at}, ${id})`
  const rows = await db
    .selectFrom('review')
    .selectAll()
    .where(all(since ? [since, ...conditions] : conditions))
    .orderBy('created_at', direction)
    .orderBy('record_id', direction)
    .limit(limit + 1)
    .execute()
  const reviews = rows.slice(0, limit)
  const last = reviews.at(-1)
  return { reviews, next: rows.length > limit && last ? `${last.created_at}_${last.record_id}` : null }
}

/** The rows of these reviews as the queue lists them, in their order. */
export const listRows = async (db: DbOrTransaction, reviews: readonly ReviewRow[]): Promise<QueueRow[]> => {
  const records = await readRecords(db, reviews)
  const ids = reviews.map(({ record_id }) => record_id)
  const flags = await listFlagKinds(db, ids)
  const shared = await findShared(db, ids)
  const notes = db.selectFrom('note').select('record_id').distinct()
  const noted = ids.length === 0 ? [] : await notes.where('record_id', 'in', ids).execute()
  return reviews.flatMap(({ record_id, state, ground, version, corrected_at, later_at }) => {
    const isWaiting = state === 'submitted' || state === 'needs-correction'
    const record = records.get(record_id)
    if (!record) return []
    const { id, kind, label, name, email, event, eventName, amount, sentAt } = record
    return {
      ...{ id, kind, label, name, email, event, eventName, amount, sentAt, state, ground, version },
      flags: flags.get(id) ?? [],
      ...(corrected_at === null ? {} : { isCorrected: true }),
      ...(later_at !== null && isWaiting ? { isLater: true } : {}),
      ...(noted.some((note) => note.record_id === id) ? { hasNote: true } : {}),
      ...(shared.has(id) ? { isShared: true } : {}),
    }
  })
}

/** How many records have the same of everything that can be counted by, their day aside. */
interface Cell {
  kind: FormKind
  event: string
  state: ReviewState
  ground: Ground | null
  n: number
}

const facets = ['kind', 'event', 'state', 'ground'] as const
type Facet = (typeof facets)[number]

/** Whether a cell is in a filter, one facet left aside. */
const isIn = (cell: Cell, filter: AskedFilter, but?: Facet): boolean =>
  facets.every((facet) => facet === but || filter[facet] === undefined || filter[facet] === cell[facet])

/**
 * How many records there would be with each value of each facet in the place of the filter's own (behaviour 14.14). They are counted
 * once for all facets but the day: with it there would be a cell for almost every record of a small festival, and handing
 * those over costs more than counting.
 */
export const countFacets = async (db: Db, filter: AskedFilter): Promise<QueueCounts> => {
  const { day, flag, ...others } = filter
  const { kind: _kind, event: _event, state: _state, ground: _ground, ...always } = others
  const { later, ...whenever } = filter
  const search = await searchConditions(db, filter, 'all')
  const where = (part: AskedFilter) => all([...filterConditions(db, part), ...search])
  const columns = sql`review.kind, review.event, review.state, review.ground`
  const isWhen = all(filterConditions(db, { later }))
  const [cells, days, flagged, marked] = await Promise.all([
    sql<Cell>`
      select ${columns}, count(*) as n from review where ${where({ ...always, day, flag })} group by ${columns}
    `.execute(db),
    sql<{ day: string; n: number }>`
      select review.day, count(*) as n from review where ${where({ ...others, flag })} group by review.day
    `.execute(db),
    // One of a kind may be there several times, each time with another record.
    sql<{ record_id: string; flag: FlagKind }>`
      select distinct flag.record_id, flag.kind as flag from flag
      join review on review.record_id = flag.record_id where ${where({ ...others, day })}
    `.execute(db),
    // A mark has one value only, so it narrows no count but its own; whether it is for later has two.
    sql<Record<keyof typeof marks | 'now', number>>`
      select
        ${sql.join(
          (['corrected', 'utr', 'walkin', 'cash', 'note'] as const).map(
            (mark) => sql`count(case when ${marks[mark]} and ${isWhen} then 1 end) as ${sql.ref(mark)}`,
          ),
        )},
        count(case when ${marks.later} then 1 end) as later, count(case when not ${marks.later} then 1 end) as now
      from review where ${where(whenever)}
    `.execute(db),
  ])
  const sumBy = <Key extends string>(facet: Facet | undefined, keyOf: (cell: Cell) => Key | null) => {
    const sums: Partial<Record<Key, number>> = {}
    for (const cell of cells.rows) {
      const key = isIn(cell, filter, facet) ? keyOf(cell) : null
      if (key !== null) sums[key] = (sums[key] ?? 0) + Number(cell.n)
    }
    return sums
  }
  const { '': _rooms, ...event } = sumBy('event', ({ event }) => event)
  const flags: QueueCounts['flag'] = {}
  const any = new Set(flagged.rows.map(({ record_id }) => record_id)).size
  if (any > 0) flags.any = any
  for (const { flag } of flagged.rows) flags[flag] = (flags[flag] ?? 0) + 1
  const countOf = (mark: keyof typeof marks | 'now') => Number(marked.rows[0]?.[mark])
  const some = <Value extends string>(value: Value, count: number): Partial<Record<Value, number>> =>
    count > 0 ? ({ [value]: count } as Record<Value, number>) : {}
  return {
    total: sumBy(undefined, () => 'all').all ?? 0,
    kind: sumBy('kind', ({ kind }) => kind),
    event,
    state: sumBy('state', ({ state }) => state),
    day: Object.fromEntries(days.rows.map(({ day, n }) => [day, Number(n)])),
    ground: sumBy('ground', ({ ground }) => ground),
    flag: flags,
    corrected: some('yes', countOf('corrected')),
    utr: some('none', countOf('utr')),
    walkin: some('yes', countOf('walkin')),
    cash: some('yes', countOf('cash')),
    note: some('yes', countOf('note')),
    later: { ...some('yes', countOf('later')), ...some('no', countOf('now')) },
  }
}

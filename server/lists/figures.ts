import { type RawBuilder, sql } from 'kysely'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { compareText } from '../../festival/bank/payments'
import { subjects } from '../../festival/content/catalogue'
import { type Day, dayAt, findMidnight } from '../../festival/content/slot'
import type { Sum } from '../../festival/contract/bank'
import { bankHolder } from '../../festival/contract/cash'
import {
  type Overview,
  type OverviewRow,
  openTasks,
  type Tally,
} from '../../festival/contract/overview'
import type { QueueFilter } from '../../festival/contract/queue'
import { type ReviewState, type Source, sources } from '../../festival/contract/states'
import { findStayDays, listDays } from '../../festival/forms/accommodation'
import type { FormKind } from '../../festival/forms/api'
import { groupBy } from '../../festival/group-by'
import { listKeys } from '../../festival/list-keys'
import { sumBy } from '../../festival/sum-by'
import { sumPaymentsByAllocation } from '../bank/imports'
import type { OpenRows } from '../bank/matches'
import { findNewestBackup } from '../db/audit'
import { isAmong, sumOfMoney } from '../db/engines'
import type { Db, DbOrTransaction } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import {
  acceptedStates,
  all,
  findConditions,
  isAcceptedShort,
  missingPaise,
} from '../entries/queue'
import type { ListHandlers } from './queue'

export const overviewHandlers: ListHandlers<'readOverview'> = ({
  db,
  clock,
  indexer,
  matcher,
  readLowDiskSpace,
}) => ({
  readOverview: async () => {
    await indexer.catchUp()
    const figures = await readFigures(
      db,
      await matcher.listOpenRows(),
      matcher.listCancelled(),
      dayAt(clock().getTime()),
    )
    return {
      ...figures,
      lowDiskSpace: await readLowDiskSpace(),
      backup: await findNewestBackup(db),
    }
  },
})

const awaitAll = async <Values extends Record<string, Promise<unknown>>>(values: Values) => {
  const entries = Object.entries(values).map(async ([key, value]) => [key, await value] as const)
  return Object.fromEntries(await Promise.all(entries)) as {
    [Key in keyof Values]: Awaited<Values[Key]>
  }
}

/** Adds up only the sums by event and state. The database adds up the others. */
const readFigures = async (
  db: Db,
  openRows: OpenRows,
  cancelled: readonly string[],
  today: Day,
): Promise<Overview> => {
  const isCancelled = isAmong(db, 'event', cancelled)
  const isForEvent = sql`(${isCancelled} or (state = 'verified' and waitlist = 'lost'))`
  const read = <Value>(reader: (snapshot: DbOrTransaction) => Promise<Value>) =>
    readSnapshot(db, reader)
  const sum = (query: RawBuilder<Sum>) => read((snapshot) => readSum(snapshot, query))
  const { entryGroups, nights, payments, ...figures } = await awaitAll({
    entryGroups: read((snapshot) => readEntryGroups(snapshot, cancelled)),
    nights: read(readNights),
    payments: read((snapshot) => sumPaymentsByAllocation(snapshot, openRows.reworded)),
    openTasks: read((snapshot) => countOpenTasks(db, snapshot)),
    back: sum(dueRefunds(openRows.notAccepted, isForEvent)),
    unknown: sum(openMoney(isAmong(db, 'id', openRows.unknown))),
    cash: sum(heldCash),
    received: sum(receivedMoney(isAmong(db, 'id', openRows.reworded))),
    short: sum(acceptedShort),
    kept: sum(keptMoney),
    heads: read((snapshot) => countDistinctPeople(snapshot, isCancelled)),
    statementTo: read(findStatementEnd),
  })
  const makeRow = (filter: QueueFilter, isIncluded: (group: EntryGroup) => boolean) =>
    toRow(filter, entryGroups.filter(isIncluded))
  const knownEvents = [...subjects.map(({ key }) => key), ...tiers.map(({ value }) => value)]
  const entryEvents = entryGroups.map(({ event }) => event).filter((event) => event !== '')
  const allEvents = new Set([...knownEvents, ...entryEvents])
  return {
    ...figures,
    unsettled: payments.open,
    organisers: await readWorkSince(db, today),
    all: makeRow({}, () => true),
    sources: tallySources(entryGroups),
    rows: [...allEvents].map((event) => makeRow({ event }, (group) => group.event === event)),
    nights: [makeRow({ kind: 'accommodation' }, ({ kind }) => kind === 'accommodation'), ...nights],
    days: tallyDays(entryGroups),
  }
}

const tallySources = (groups: readonly EntryGroup[]) =>
  Object.fromEntries(
    sources.map((source) => [source, tally(groups.filter((group) => group.source === source))]),
  ) as Overview['sources']

const tallyDays = (groups: readonly EntryGroup[]): Overview['days'] => {
  const accepted = groups.filter(({ state }) => acceptedStates.includes(state))
  const groupsByDay = groupBy(accepted, ({ day }) => [day])
  return [...groupsByDay]
    .map(([day, ofDay]) => ({ day, accepted: tally(ofDay) }))
    .sort((left, right) => compareText(left.day, right.day))
}

/** A group of entries that the overview does not distinguish. */
interface EntryGroup extends Tally {
  kind: FormKind
  event: string
  state: ReviewState
  source: Source | null
  day: Day
}

const sums = sql`count(*) as count, sum(people) as people, ${sumOfMoney(sql`due`)} as sum`

/** PostgreSQL returns sums as text. */
const readTally = ({ count, people, sum }: Tally): Tally => ({
  count: Number(count),
  people: Number(people),
  sum: Number(sum),
})

const readEntryGroups = async (
  db: DbOrTransaction,
  cancelled: readonly string[],
): Promise<EntryGroup[]> => {
  const columns = sql`kind, event, state, source, day`
  const { rows } =
    await sql<EntryGroup>`select ${columns}, ${sums} from review group by ${columns} order by ${columns}`.execute(
      db,
    )
  return rows.map((row) => {
    const { count, people, sum } = readTally(row)
    return { ...row, count, people, sum: cancelled.includes(row.event) ? 0 : sum }
  })
}

const tally = (groups: readonly Tally[]): Tally => ({
  count: sumBy(groups, ({ count }) => count),
  people: sumBy(groups, ({ people }) => people),
  sum: sumBy(groups, ({ sum }) => sum),
})

const toRow = (
  filter: QueueFilter,
  groups: readonly (Tally & Pick<EntryGroup, 'state'>)[],
): OverviewRow => {
  const tallyStates = (...states: ReviewState[]) =>
    tally(groups.filter(({ state }) => states.includes(state)))
  return {
    filter,
    accepted: tallyStates(...acceptedStates),
    verified: tallyStates('verified'),
    open: tallyStates('submitted', 'needs-correction'),
  }
}

const readNights = async (db: DbOrTransaction): Promise<OverviewRow[]> => {
  const columns = sql`check_in, check_out, state`
  const { rows } = await sql<Tally & { check_in: string; check_out: string; state: ReviewState }>`
    select ${columns}, ${sums} from review join "Accommodation" as room on room.id = review.entry_id
    where review.kind = 'accommodation' group by ${columns}
  `.execute(db)
  const stays = rows.map((row) => ({ ...row, ...readTally(row) }))
  const { first, last } = findStayDays(identity)
  return listDays(first, last).flatMap((night) => {
    const ofNight = stays.filter(
      ({ check_in, check_out }) => check_in <= night && check_out > night,
    )
    return ofNight.length > 0 ? [toRow({ night }, ofNight)] : []
  })
}

const notAcceptedMoney = (notAccepted: OpenRows['notAccepted']) => sql`
  union all select column1, amount from (values ${sql.join(notAccepted.map(([entry, row]) => sql`(${entry}, ${row})`))}) as seen
  join bank_row on id = column2 where not exists (select 1 from allocated_row where row_id = id)
`

/** Must find the same refunds as `findDueRefunds`. */
const dueRefunds = (
  notAccepted: OpenRows['notAccepted'],
  /** Whether the whole payment is due back because of the event. */
  isForEvent: ReturnType<typeof sql>,
) => sql<Sum>`
  select count(*) as count, ${sumOfMoney(sql`beyond`)} as sum from (
    select ${sumOfMoney(sql`paise`)} - case when state in ('rejected', 'withdrawn') or ${isForEvent} then 0 else due end as beyond
    from (
      select entry_id, amount as paise from allocation where freed_by is null
      union all select entry_id, cash_amount from review where cash_amount is not null
      union all select entry_id, -amount from refund
      ${notAccepted.length > 0 ? notAcceptedMoney(notAccepted) : sql``}
      union all select entry_id, due from review where state = 'verified' and ${isForEvent} and cash_amount is null
        and entry_id not in (select entry_id from allocation where freed_by is null)
    ) as flow cross join review
    where review.entry_id = flow.entry_id and due > 0 group by flow.entry_id, state, event, due, waitlist
  ) as found where beyond > 0
`

const openMoney = (isUnknown: ReturnType<typeof isAmong>) => sql<Sum>`
  select count(*) as count, ${sumOfMoney(sql`amount`)} as sum from bank_row
  where amount > 0 and ${isUnknown} and not exists (select 1 from allocated_row where row_id = bank_row.id)
`

const receivedMoney = (isReworded: ReturnType<typeof isAmong>) => sql<Sum>`
  select count(case when amount > 0 then 1 end) as count, ${sumOfMoney(sql`amount`)} as sum from bank_row
  where not (${isReworded})
`

/** Counts verified entries that paid less than the amount due. */
const acceptedShort = sql<Sum>`
  select count(*) as count, ${sumOfMoney(missingPaise)} as sum from review
  where ${isAcceptedShort}
`

const keptMoney = sql<Sum>`
  select count(*) as count, ${sumOfMoney(sql`amount`)} as sum from refund where kind = 'kept'
`

/**
 * People are identified by phone (`entries/flag-groups.ts`). Without a phone they count once in
 * each entry.
 */
const countDistinctPeople = async (
  db: DbOrTransaction,
  isCancelled: ReturnType<typeof isAmong>,
): Promise<number> => {
  const accepted = sql`(select entry_id from review where state not in ('rejected', 'withdrawn', 'unconfirmed') and not ${isCancelled})`
  const { rows } = await sql<{ heads: number }>`
    select (select coalesce(sum(people), 0) from review where entry_id in ${accepted}) - count(*) + count(distinct group_id) as heads
    from group_member where group_id like 'phone.%' and entry_id in ${accepted}
  `.execute(db)
  return Number(rows[0]?.heads)
}

const readWorkSince = async (db: DbOrTransaction, day: Day): Promise<Overview['organisers']> => {
  const from = new Date(findMidnight(day)).toISOString()
  const { rows } = await sql<Overview['organisers'][number]>`
    select who, sum(decided) as decided, ${sumOfMoney(sql`cash`)} as cash from (
      select actor as who, count(distinct entry_id) as decided, 0 as cash from decision where decided_at >= ${from} group by actor
      union all select to_holder, 0, ${sumOfMoney(sql`amount`)} from cash_move
        where kind = 'taken' and removed_at is null and at >= ${from} group by to_holder
    ) as done where who is not null group by who order by who
  `.execute(db)
  return rows.map(({ who, decided, cash }) => ({
    who,
    decided: Number(decided),
    cash: Number(cash),
  }))
}

const findStatementEnd = async (db: DbOrTransaction): Promise<Day | undefined> => {
  const { rows } = await sql<{
    day: Day | null
  }>`select max(last_day) as day from bank_import`.execute(db)
  return rows[0]?.day ?? undefined
}

const heldCash = sql<Sum>`
  select count(*) as count, ${sumOfMoney(sql`holds`)} as sum from (
    select ${sumOfMoney(sql`amount`)} as holds from (
      select to_holder as holder, amount from cash_move where removed_at is null
      union all select from_holder, -amount from cash_move where removed_at is null
    ) as flow where holder is not null and holder <> ${bankHolder} group by holder
  ) as held where holds <> 0
`

const readSum = async (db: DbOrTransaction, query: RawBuilder<Sum>): Promise<Sum> => {
  const { rows } = await query.execute(db)
  return { count: Number(rows[0]?.count), sum: Number(rows[0]?.sum) }
}

/** Each count equals the list that its filter finds. */
const countOpenTasks = async (
  db: Db,
  snapshot: DbOrTransaction,
): Promise<Overview['openTasks']> => {
  const counts: Partial<Overview['openTasks']> = {}
  for (const task of listKeys(openTasks)) {
    const conditions = await findConditions(db, openTasks[task].filter)
    const { rows } = await sql<{ count: number; since: string | null }>`
      select count(*) as count, min(created_at) as since from review where ${all(conditions)}
    `.execute(snapshot)
    counts[task] = { count: Number(rows[0]?.count), since: rows[0]?.since ?? null }
  }
  return counts as Overview['openTasks']
}

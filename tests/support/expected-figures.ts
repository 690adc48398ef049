import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Overview, OverviewRow, Tally } from '../../festival/contract/overview'
import { isPostgres } from '../../server/db/engines'
import { bank } from './statements/bank-desk'

/** An entry as the test reads it. Only `state` and `source` come from the overview's table. */
interface ExpectedEntry {
  what: string
  rupees: number | null
  people: number
  /** For room requests, `first` is the arrival day and `last` the departure day. */
  first: string
  last: string
  at: string
  state: string
  source: string | null
}

const readEntries = async (): Promise<ExpectedEntry[]> => {
  const people = isPostgres(bank.db)
    ? 'jsonb_array_length(team_members::jsonb)'
    : 'json_array_length(team_members)'
  const { rows } = await sql<ExpectedEntry>`
    select record.*, state, source from (
      select id, amount as rupees, ${sql.raw(people)} as people, event_id as what, '' as first, '' as last, registration_time as at
      from "EventRegistration"
      union all select id, amount, 1, pass_type, '', '', purchase_time from "DelegatePass"
      union all select id, amount, 1, 'room', check_in, check_out, booking_time from "Accommodation"
    ) as record join review on review.entry_id = record.id
  `.execute(bank.db)
  return rows
}

const tally = (entries: readonly ExpectedEntry[]): Tally => ({
  count: entries.length,
  sum: entries.reduce((sum, { rupees }) => sum + Number(rupees) * 100, 0),
  people: entries.reduce((sum, { people }) => sum + Number(people), 0),
})

const isAccepted = ({ state }: ExpectedEntry) => state !== 'rejected' && state !== 'withdrawn'
const isOpen = ({ state }: ExpectedEntry) => state === 'submitted' || state === 'needs-correction'
const isVerified = ({ state }: ExpectedEntry) => state === 'verified'

const expectRow = ({ filter, ...figures }: OverviewRow, entries: readonly ExpectedEntry[]) =>
  expect(figures, JSON.stringify(filter)).toEqual({
    accepted: tally(entries.filter(isAccepted)),
    verified: tally(entries.filter(isVerified)),
    open: tally(entries.filter(isOpen)),
  })

/** Compares the overview, except the amounts of money, with sums made by the test. */
export const expectFigures = async (): Promise<Overview> => {
  const overview: Overview = await bank.read('overview')
  const entries = await readEntries()
  expectRow(overview.all, entries)
  for (const row of overview.rows) {
    expectRow(
      row,
      entries.filter(({ what }) => what === row.filter.event),
    )
  }
  const [rooms, ...nights] = overview.nights
  if (!rooms) {
    throw new Error('no rooms')
  }
  const booked = entries.filter(({ what }) => what === 'room')
  expectRow(rooms, booked)
  for (const row of nights) {
    const night = row.filter.night ?? ''
    expectRow(
      row,
      booked.filter(({ first, last }) => first <= night && last > night),
    )
  }
  for (const [source, figure] of Object.entries(overview.sources)) {
    expect(figure, source).toEqual(
      tally(entries.filter((entry) => isVerified(entry) && entry.source === source)),
    )
  }
  for (const { day, accepted } of overview.days) {
    const begins = Date.parse(`${day}T00:00:00+05:30`)
    const isOfDay = ({ at }: ExpectedEntry) =>
      Date.parse(at) >= begins && Date.parse(at) < begins + 86_400_000
    expect(accepted, day).toEqual(
      tally(entries.filter((entry) => isAccepted(entry) && isOfDay(entry))),
    )
  }
  const counted = (rows: readonly { accepted: Tally }[]) =>
    rows.reduce((sum, { accepted }) => sum + accepted.count, 0)
  expect(counted(overview.days)).toBe(overview.all.accepted.count)
  expect(counted([...overview.rows, rooms])).toBe(overview.all.accepted.count)
  return overview
}

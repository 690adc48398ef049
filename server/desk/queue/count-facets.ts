import type { QueueCounts } from '../../../festival/desk/queue'
import type { Db } from '../../db/schema'
import { type AskedFilter, type Condition, filterConditions, searchConditions } from '../../reviews/matching'
import { type Cell, countCells, countDays, countReviews, listFlagged } from '../../reviews/queue-queries'

const facets = ['kind', 'event', 'state', 'ground'] as const
type Facet = (typeof facets)[number]

/** Whether a cell is in a filter, one facet left aside. */
const isIn = (cell: Cell, filter: AskedFilter, but?: Facet): boolean =>
  facets.every((facet) => facet === but || filter[facet] === undefined || filter[facet] === cell[facet])

const sumBy = <Key extends string>(cells: readonly Cell[], keyOf: (cell: Cell) => Key | null) => {
  const sums: Partial<Record<Key, number>> = {}
  for (const cell of cells) {
    const key = keyOf(cell)
    if (key !== null) sums[key] = (sums[key] ?? 0) + cell.n
  }
  return sums
}

const countFlags = (flagged: Awaited<ReturnType<typeof listFlagged>>): QueueCounts['flag'] => {
  const counts: QueueCounts['flag'] = {}
  for (const { flag } of flagged) counts[flag] = (counts[flag] ?? 0) + 1
  const any = new Set(flagged.map(({ record_id }) => record_id)).size
  return any > 0 ? { any, ...counts } : counts
}

/** How many records there would be with each value of each facet in the place of the filter's own (behaviour 14.14). */
export const countFacets = async (db: Db, filter: AskedFilter): Promise<QueueCounts> => {
  const { day, flag, q = '', ...others } = filter
  const { kind: _kind, event: _event, state: _state, ground: _ground, ...always } = others
  const search = await searchConditions(db, q, 'all')
  const where = (part: AskedFilter): Condition[] => [...filterConditions(db, part), ...search]
  const [cells, days, flagged, corrected] = await Promise.all([
    countCells(db, where({ ...always, day, flag })),
    countDays(db, where({ ...others, flag })),
    listFlagged(db, where({ ...others, day })),
    countReviews(db, where({ ...others, day, flag, corrected: 'yes' })),
  ])
  const but = (facet: Facet) => cells.filter((cell) => isIn(cell, filter, facet))
  const { '': _rooms, ...event } = sumBy(but('event'), ({ event }) => event)
  return {
    total: cells.filter((cell) => isIn(cell, filter)).reduce((total, { n }) => total + n, 0),
    kind: sumBy(but('kind'), ({ kind }) => kind),
    event,
    state: sumBy(but('state'), ({ state }) => state),
    day: days,
    ground: sumBy(but('ground'), ({ ground }) => ground),
    flag: countFlags(flagged),
    corrected,
  }
}

import type { QueueCounts, QueueFilter } from '../../../festival/desk/queue'
import type { Facet } from '../../reviews/matching'
import type { Cell, FlaggedRow } from '../../reviews/queue-queries'

const facets: readonly Facet[] = ['kind', 'event', 'state', 'day', 'ground']

/** Whether a cell is in a filter, one facet left aside. */
const isIn = (cell: Cell, filter: QueueFilter, but?: Facet): boolean =>
  facets.every((facet) => facet === but || filter[facet] === undefined || filter[facet] === cell[facet])

type FlaggedCell = Cell & FlaggedRow

/** Each flagged record once. */
const eachOnce = (flagged: readonly FlaggedCell[]): FlaggedCell[] => [
  ...new Map(flagged.map((cell) => [cell.record_id, cell])).values(),
]

const sum = (cells: readonly Cell[]) => cells.reduce((total, { n }) => total + n, 0)

const sumBy = <Key extends string, Counted extends Cell>(
  cells: readonly Counted[],
  keyOf: (cell: Counted) => Key | null,
) => {
  const sums: Partial<Record<Key, number>> = {}
  for (const cell of cells) {
    const key = keyOf(cell)
    if (key !== null) sums[key] = (sums[key] ?? 0) + cell.n
  }
  return sums
}

/**
 * How many records there would be with each value of each facet in the place of the filter's own (behaviour 14.14).
 * @param all the cells of what a search finds
 * @param found those of its records that have flags, once with each kind
 */
export const countFacets = (all: readonly Cell[], found: readonly FlaggedRow[], filter: QueueFilter): QueueCounts => {
  const byFlag = found.map((row): FlaggedCell => ({ ...row, n: 1 }))
  const flagged = eachOnce(byFlag)
  const withFlag = filter.flag === 'any' ? flagged : byFlag.filter(({ flag }) => flag === filter.flag)
  const left = filter.flag === undefined ? all : withFlag
  const but = (facet: Facet) => left.filter((cell) => isIn(cell, filter, facet))
  const any = sum(flagged.filter((cell) => isIn(cell, filter)))
  const { '': _rooms, ...event } = sumBy(but('event'), ({ event }) => event)
  return {
    total: sum(left.filter((cell) => isIn(cell, filter))),
    kind: sumBy(but('kind'), ({ kind }) => kind),
    event,
    state: sumBy(but('state'), ({ state }) => state),
    day: { ...sumBy(but('day'), ({ day }) => day) },
    ground: sumBy(but('ground'), ({ ground }) => ground),
    flag: {
      ...(any > 0 ? { any } : {}),
      ...sumBy(
        byFlag.filter((cell) => isIn(cell, filter)),
        ({ flag }) => flag,
      ),
    },
  }
}

import type { QueueCounts, QueueFilter } from '../../../festival/desk/queue'
import type { Facet } from '../../reviews/matching'
import type { Cell } from '../../reviews/queue-queries'

/** Cells of all records that a search finds, of those with any flag, and of those with each kind. */
export interface Cells {
  all: readonly Cell[]
  flagged: readonly Cell[]
  byFlag: readonly Cell[]
}

const facets: readonly Facet[] = ['kind', 'event', 'state', 'day', 'ground']

/** Whether a cell is in a filter, one facet left aside. */
const isIn = (cell: Cell, filter: QueueFilter, but?: Facet): boolean =>
  facets.every((facet) => facet === but || filter[facet] === undefined || filter[facet] === cell[facet])

/** The cells that the filter's flag leaves. */
const cellsOf = ({ all, flagged, byFlag }: Cells, { flag }: QueueFilter): readonly Cell[] => {
  if (flag === undefined) return all
  return flag === 'any' ? flagged : byFlag.filter((cell) => cell.flag === flag)
}

const sum = (cells: readonly Cell[]) => cells.reduce((total, { n }) => total + n, 0)

const sumBy = <Key extends string>(cells: readonly Cell[], keyOf: (cell: Cell) => Key | null | undefined) => {
  const sums: Partial<Record<Key, number>> = {}
  for (const cell of cells) {
    const key = keyOf(cell)
    if (key !== null && key !== undefined) sums[key] = (sums[key] ?? 0) + cell.n
  }
  return sums
}

/** How many records there would be with each value of each facet in the place of the filter's own (behaviour 14.14). */
export const countFacets = (cells: Cells, filter: QueueFilter): QueueCounts => {
  const left = cellsOf(cells, filter)
  const but = (facet: Facet) => left.filter((cell) => isIn(cell, filter, facet))
  const any = sum(cells.flagged.filter((cell) => isIn(cell, filter)))
  const { '': _rooms, ...event } = sumBy(but('event'), (cell) => cell.event)
  return {
    total: sum(left.filter((cell) => isIn(cell, filter))),
    kind: sumBy(but('kind'), (cell) => cell.kind),
    event,
    state: sumBy(but('state'), (cell) => cell.state),
    day: { ...sumBy(but('day'), (cell) => cell.day) },
    ground: sumBy(but('ground'), (cell) => cell.ground),
    flag: {
      ...(any > 0 ? { any } : {}),
      ...sumBy(
        cells.byFlag.filter((cell) => isIn(cell, filter)),
        (cell) => cell.flag,
      ),
    },
  }
}

import { type Direction, type FileRow, readDirection, readMoney, readSide } from './cells'
import { type Columns, maxColumns, type ReadTable } from './columns'

/** What proves whether each amount of a table came in or went out. */
export type DirectionProof =
  | { kind: 'proven' }
  /** The words of each row say so; undefined where they do not, or contradict each other. */
  | { kind: 'by words'; findDirection: (row: FileRow) => Direction | undefined }
  /** Nothing does, except for rows whose amount is marked as a credit. */
  | { kind: 'not proven'; isMarked: (row: FileRow) => boolean }

/** The share of rows that begin with a word for the direction in a column that an app writes; payers type such words only now and then. */
const minWordedShare = 0.8
/** Too short to say anything where all rows have the same: `IN` may be the country. */
const ambiguousSide = /^(?:c|d|in|out)$/i

const readCellDirection = (cell: string) => readDirection(cell) ?? readSide(cell)

/** The columns in which nearly every row says whether its amount came in or went out. */
const findWordColumns = (rows: readonly FileRow[], columns: Columns): number[] => {
  const { day, money, balance, refunds = [] } = columns
  const others = new Set([
    day,
    balance,
    ...refunds,
    ...(money.kind === 'one column' ? [money.amount] : []),
  ])
  return Array.from({ length: maxColumns }, (_none, column) => column).filter((column) => {
    if (others.has(column)) {
      return false
    }
    const cells = rows.map(({ cells }) => cells[column] ?? '')
    const directions = cells.flatMap((cell) => readCellDirection(cell) ?? [])
    const hasBothDirections = new Set(directions).size === 2
    const isShort = cells.some((cell) => ambiguousSide.test(cell.trim()))
    return (
      directions.length > 0 &&
      directions.length >= rows.length * minWordedShare &&
      (hasBothDirections || !isShort)
    )
  })
}

/** Finds what proves the direction of a table's amounts: the balance, columns or words for it, or signs; all of them marked `Cr`, not only some. */
export const findDirectionProof = (
  table: readonly FileRow[],
  { rows, chain }: ReadTable,
  columns: Columns,
): DirectionProof => {
  const { money } = columns
  if (money.kind !== 'one column' || (chain && chain.links > 0)) {
    return { kind: 'proven' }
  }
  const moved = rows.flatMap((row) => (row.kind === 'row' ? (table[row.at] ?? []) : []))
  const findMark = ({ cells }: FileRow) => readMoney(cells[money.amount] ?? '')?.mark
  const isMarked = (row: FileRow) => findMark(row) === 'credit' || findMark(row) === 'plus'
  const marks = new Set(moved.map(findMark))
  if (marks.has('minus') || marks.has('debit') || moved.every(isMarked)) {
    return { kind: 'proven' }
  }
  const wordColumns = findWordColumns(moved, columns)
  if (wordColumns.length === 0) {
    return { kind: 'not proven', isMarked }
  }
  return {
    kind: 'by words',
    findDirection: ({ cells }) => {
      const [direction, ...others] = new Set(
        wordColumns.flatMap((column) => readCellDirection(cells[column] ?? '') ?? []),
      )
      return others.length === 0 ? direction : undefined
    },
  }
}

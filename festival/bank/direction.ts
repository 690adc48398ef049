import { type Direction, type FileRow, readDirection, readMoney, readSide } from './cells'
import { type Columns, maxColumns, type ReadTable } from './columns'

export type DirectionProof =
  | { kind: 'proven' }
  /** Undefined for rows without such words, or with contradicting ones. */
  | { kind: 'by words'; findDirection: (row: FileRow) => Direction | undefined }
  /** Only amounts that are marked as credits are proven. */
  | { kind: 'not proven'; isMarked: (row: FileRow) => boolean }

/** Payers type such words only in some rows; apps write them in nearly all. */
const minWordedShare = 0.8
/** These prove nothing if all rows have the same: `IN` may be the country. */
const ambiguousSide = /^(?:c|d|in|out)$/i

const readCellDirection = (cell: string) => readDirection(cell) ?? readSide(cell)

const findWordColumns = (rows: readonly FileRow[], columns: Columns): number[] => {
  const { day, money, balance, refunds = [] } = columns
  const others = new Set([day, balance, ...refunds])
  if (money.kind === 'one column') {
    others.add(money.amount)
  }
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

/**
 * Proofs are a balance, sides, signs, words, or `Cr` marks on all amounts. Some marks are no proof.
 */
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

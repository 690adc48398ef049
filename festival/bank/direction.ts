import { type Direction, type FileRow, readDirection, readMoney, readSide } from './cells'
import { allColumns, type Columns } from './columns'
import type { ReadTable } from './read-table'

export type DirectionProof =
  | { kind: 'proven' }
  /** `findDirection` returns undefined for rows with no such words or with contradicting ones. */
  | { kind: 'by words'; findDirection: (row: FileRow) => Direction | undefined }
  /** Only amounts that are marked as credits are proven. */
  | { kind: 'not proven'; isMarked: (row: FileRow) => boolean }

/** Apps write direction words in nearly every row, payers in their notes only in some. */
const minWordedShare = 0.8
/** These words prove nothing if all rows have the same one: `IN` may be the country. */
const ambiguousSide = /^(?:c|d|in|out)$/i

const readCellDirection = (cell?: string) => readDirection(cell) ?? readSide(cell)

const findWordColumns = (rows: readonly FileRow[], columns: Columns): number[] => {
  const { day, money, balance, refunds = [] } = columns
  const amount = money.kind === 'one column' ? money.amount : undefined
  const otherColumns = [day, balance, amount, ...refunds]
  return allColumns.filter((column) => {
    if (otherColumns.includes(column)) {
      return false
    }
    const texts = rows.map(({ cells }) => cells[column] ?? '')
    const directions = texts.flatMap((text) => readCellDirection(text) ?? [])
    const hasBothDirections = new Set(directions).size === 2
    const isAmbiguous = texts.some((text) => ambiguousSide.test(text.trim()))
    return (
      directions.length > 0 &&
      directions.length >= rows.length * minWordedShare &&
      (hasBothDirections || !isAmbiguous)
    )
  })
}

/**
 * Balances, sides, signs, words and `Cr` marks on all amounts prove the direction. Marks on some
 * amounts do not.
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
  const paymentRows = rows.flatMap((row) => (row.kind === 'row' ? (table[row.index] ?? []) : []))
  const findMark = ({ cells }: FileRow) => readMoney(cells[money.amount])?.mark
  const isMarked = (row: FileRow) => findMark(row) === 'credit' || findMark(row) === 'plus'
  const marks = new Set(paymentRows.map(findMark))
  if (marks.has('minus') || marks.has('debit') || paymentRows.every(isMarked)) {
    return { kind: 'proven' }
  }
  const wordColumns = findWordColumns(paymentRows, columns)
  if (wordColumns.length === 0) {
    return { kind: 'not proven', isMarked }
  }
  return {
    kind: 'by words',
    findDirection: ({ cells }) => {
      const [direction, ...others] = new Set(
        wordColumns.flatMap((column) => readCellDirection(cells[column]) ?? []),
      )
      return others.length === 0 ? direction : undefined
    },
  }
}

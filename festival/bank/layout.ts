import {
  type FileRow,
  isEmptyCell,
  isTotalLine,
  normaliseName,
  readDay,
  readMoney,
  readSide,
} from './cells'
import { allColumns } from './columns'

export interface TableLayout {
  /** The column names above the first row with a date and an amount; empty if there are none. */
  header: readonly string[]
  /** Date columns, the one with the fewest empty cells first. */
  days: readonly number[]
  money: readonly number[]
  sides: readonly number[]
}

export const isDated = ({ cells }: FileRow, { days }: Pick<TableLayout, 'days'>): boolean =>
  days.some((column) => readDay(cells[column]))

export const sampleSize = 240
const maxHeaderRows = 120

/** Finds the column names and the first row below them. */
const findHeader = (table: readonly FileRow[]) => {
  const firstPayment = table
    .slice(0, maxHeaderRows)
    .findIndex(
      ({ cells }) => cells.some((cell) => readDay(cell)) && cells.some((cell) => readMoney(cell)),
    )
  if (firstPayment < 0) {
    return undefined
  }
  const isHeader = ({ cells }: FileRow) =>
    cells.filter((cell) => /[a-z]/i.test(cell)).length >= 3 &&
    !cells.some((cell) => readMoney(cell))
  const headerIndex = table.slice(0, firstPayment).findLastIndex(isHeader)
  return {
    header: table[headerIndex]?.cells ?? [],
    start: headerIndex < 0 ? firstPayment : headerIndex + 1,
  }
}

/** Returns how many rows have a fitting cell in each column. */
const countByColumn = (rows: readonly FileRow[], fits: (cell: string) => unknown): number[] =>
  allColumns.map((column) => rows.filter(({ cells }) => fits(cells[column] ?? '')).length)

/** Sorted by count, largest first. */
const listFrequentColumns = (
  counts: readonly number[],
  minCount: (column: number) => number,
): number[] => {
  const countOf = (column: number) => counts[column] ?? 0
  return [...counts.keys()]
    .filter((column) => countOf(column) >= Math.max(1, minCount(column)))
    .sort((left, right) => countOf(right) - countOf(left) || left - right)
}

/** A column's only amount may be in a row whose date is unreadable. */
const isUndatedPayment = ({ cells }: FileRow) =>
  cells.filter((cell) => readMoney(cell)).length >= 2 &&
  cells.some((cell) => /[a-z]/i.test(cell)) &&
  !isTotalLine(cells)

export const detectLayout = (table: readonly FileRow[]): TableLayout | undefined => {
  const found = findHeader(table)
  if (!found) {
    return undefined
  }
  const { header, start } = found
  const sample = table.slice(start, start + sampleSize)
  const dayCounts = countByColumn(sample, readDay)
  const days = listFrequentColumns(dayCounts, () => Math.max(...dayCounts) / 2)
  const rows = sample.filter((row) => isDated(row, { days }) || isUndatedPayment(row))
  const filledCounts = countByColumn(rows, (cell) => !isEmptyCell(cell))
  const countHalf = (column: number) => (filledCounts[column] ?? 0) / 2
  return {
    header,
    days,
    money: listFrequentColumns(countByColumn(rows, readMoney), countHalf).filter(
      (column) => !days.includes(column),
    ),
    sides: listFrequentColumns(countByColumn(rows, readSide), countHalf),
  }
}

export const headerPatterns = {
  debit: /debit|withdraw|paidout|moneyout|^dr$/,
  credit: /credit|deposit|paidin|moneyin|^cr$/,
  day: /tran|txn|post|^date$/,
  balance: /balance|^bal/,
  amount: /^(?:transaction|txn|gross|paid)?amount/,
} as const

export const readColumnName = ({ header }: TableLayout, column: number): string =>
  normaliseName(header[column] ?? '')

export const findByName = (
  layout: TableLayout,
  pattern: RegExp,
  candidates: readonly number[],
): number | undefined => candidates.find((column) => pattern.test(readColumnName(layout, column)))

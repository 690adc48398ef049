import type { FileRow } from './cells'
import { countLooseEnds, findJumps } from './chain'
import { type Columns, maxColumns } from './columns'
import {
  findByName,
  headerPatterns,
  isDated,
  readColumnName,
  sampleSize,
  type TableLayout,
} from './layout'
import { findAmountStyle, readRow, readTable, toLink } from './read-table'

export type ColumnChoice =
  | { kind: 'proved'; columns: Columns }
  /** Several assignments are consistent, with different amounts. */
  | { kind: 'several'; columns: readonly Columns[] }
  /** No assignment is consistent. These columns have the fewest breaks. */
  | { kind: 'broken'; columns: Columns }
  | { kind: 'no balance' }

/** A balance column needs a chain of at least three rows, or a name that says "balance". */
export const chooseColumns = (table: readonly FileRow[], layout: TableLayout): ColumnChoice => {
  const sample = table.filter((row) => isDated(row, layout)).slice(0, sampleSize)
  const ratings = [...listAssignments(layout)]
    .filter((columns) => isPlausible(sample, columns))
    .flatMap((columns) => layout.days.map((day) => rateColumns(table, layout, { ...columns, day })))
    .filter(({ hasBalance }) => hasBalance)
  const consistent = ratings.filter(({ breaks }) => breaks === 0).sort(compareConsistent)
  const [best] = consistent
  if (!best) {
    return chooseBroken(ratings, layout)
  }
  const byAmounts = new Map<string, Columns>()
  for (const { score, amounts, columns } of consistent) {
    if (score === best.score && !byAmounts.has(amounts)) {
      byAmounts.set(amounts, columns)
    }
  }
  return byAmounts.size === 1
    ? { kind: 'proved', columns: best.columns }
    : { kind: 'several', columns: [...byAmounts.values()] }
}

const chooseBroken = (ratings: readonly Rating[], layout: TableLayout): ColumnChoice => {
  const [best] = ratings.toSorted(compareBroken)
  const columns = best?.columns ?? findColumnsByName(layout)
  return columns ? { kind: 'broken', columns } : { kind: 'no balance' }
}

/**
 * An assignment is dropped if more than 30 % of its amounts are loose ends, or if fewer than 30 %
 * of its rows have an amount.
 */
const maxLooseShare = 0.3
const minAmountShare = 0.3

const isPlausible = (sample: readonly FileRow[], columns: Columns): boolean => {
  const style = findAmountStyle(sample, columns)
  const rows = sample.map((row) => ({ ...readRow(row, columns, style), line: row.line }))
  const links = rows.flatMap(toLink)
  const amountCount = links.filter(({ amount }) => amount !== 0).length
  const unreadableCount = rows.filter(({ kind }) => kind === 'unreadable').length
  const looseCount = unreadableCount + countLooseEnds(links) - 1
  // Rows without an amount always fit the chain, so they prove nothing.
  return (
    amountCount >= links.length * minAmountShare &&
    looseCount <= Math.max(1, amountCount * maxLooseShare)
  )
}

function* listAssignments({ money, sides, days: [day] }: TableLayout): Generator<Columns> {
  if (day === undefined) {
    return
  }
  for (const balance of money) {
    const others = money.filter((column) => column !== balance)
    // `Dr` after the balance may belong to the balance or to the row.
    const balanceSides = [...sides.filter((column) => column === balance + 1), undefined]
    for (const balanceSide of balanceSides) {
      const assigned: Omit<Columns, 'money'> = { day, balance, states: [] }
      if (balanceSide !== undefined) {
        assigned.balanceSide = balanceSide
      }
      for (const debit of others) {
        for (const credit of others) {
          if (debit !== credit) {
            yield { ...assigned, money: { kind: 'two columns', debit, credit } }
          }
        }
      }
      for (const amount of others) {
        for (const side of sides) {
          if (side !== balanceSide) {
            yield { ...assigned, money: { kind: 'with side', amount, side } }
          }
        }
      }
      // A column of sides is never ignored: only it proves the direction of the first row.
      if (sides.every((side) => side === balanceSide)) {
        for (const amount of others) {
          yield { ...assigned, money: { kind: 'one column', amount } }
        }
      }
    }
  }
}

const findColumnsByName = (layout: TableLayout): Columns | undefined => {
  const { header, money, days, sides } = layout
  const balance = findByName(layout, headerPatterns.balance, money)
  const day = findByName(layout, headerPatterns.day, days) ?? days[0]
  if (balance === undefined || day === undefined) {
    return undefined
  }
  const others = [...header.keys()].filter(
    (column) => column < maxColumns && column !== balance && !days.includes(column),
  )
  const assigned = { day, balance, states: [] }
  const debit = findByName(layout, headerPatterns.debit, others)
  const credit = findByName(layout, headerPatterns.credit, others)
  if (debit !== undefined && credit !== undefined && debit !== credit) {
    return { ...assigned, money: { kind: 'two columns', debit, credit } }
  }
  const amount = findByName(layout, headerPatterns.amount, others)
  const [side] = sides
  if (amount === undefined) {
    return undefined
  }
  if (side === undefined) {
    return { ...assigned, money: { kind: 'one column', amount } }
  }
  return { ...assigned, money: { kind: 'with side', amount, side } }
}

const minChainedRows = 3

interface Rating {
  columns: Columns
  /** Whether the balance column has a name or a chain that says so. */
  hasBalance: boolean
  /** The number of rows that do not follow from the row before. */
  breaks: number
  /** The number of dates that are out of order. */
  jumps: number
  /** From -2 to 2: whether the names of debits and credits fit, or fit the other way round. */
  nameFit: number
  hasDayName: boolean
  /** Of consistent assignments, those with the highest score are compared. */
  score: number
  /** Equal if all rows have the same amounts. */
  amounts: string
}

const compareDays = (left: Rating, right: Rating) =>
  left.jumps - right.jumps || Number(right.hasDayName) - Number(left.hasDayName)

const compareConsistent = (left: Rating, right: Rating) =>
  right.score - left.score || compareDays(left, right)

const compareBroken = (left: Rating, right: Rating) =>
  left.breaks - right.breaks || right.nameFit - left.nameFit || compareDays(left, right)

const rateNames = (layout: TableLayout, { money }: Columns): number => {
  if (money.kind !== 'two columns') {
    return 0
  }
  const { debit, credit } = headerPatterns
  const debitName = readColumnName(layout, money.debit)
  const creditName = readColumnName(layout, money.credit)
  return (
    Number(debit.test(debitName)) -
    Number(credit.test(debitName)) +
    Number(credit.test(creditName)) -
    Number(debit.test(creditName))
  )
}

const rateColumns = (table: readonly FileRow[], layout: TableLayout, columns: Columns): Rating => {
  const { rows, chain } = readTable(table, columns)
  const { order = 'oldest first', links = 0, breaks = [], longest = 0 } = chain ?? {}
  const unchained = rows.filter((row) => row.kind === 'unreadable' && !row.change)
  const days = rows.flatMap((row) => (row.kind === 'row' ? [row.day] : []))
  const jumps = findJumps(days, order, 0).length
  const nameFit = rateNames(layout, columns)
  const hasName = (column: number, pattern: RegExp) => pattern.test(readColumnName(layout, column))
  const hasBalanceName = hasName(columns.balance ?? -1, headerPatterns.balance)
  return {
    columns,
    hasBalance: links > 0 && (hasBalanceName || longest >= minChainedRows),
    breaks: breaks.length + unchained.length,
    jumps,
    nameFit,
    hasDayName: hasName(columns.day, headerPatterns.day),
    score: links * 4 - Math.min(2, jumps) + nameFit,
    amounts: rows.map((row) => (row.kind === 'row' && row.amount !== 0 ? row.amount : '')).join(),
  }
}

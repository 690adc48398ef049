import * as v from 'valibot'
import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import {
  type FileRow,
  isEmptyCell,
  isSumLine,
  maxPaise,
  normaliseName,
  readDay,
  readMoney,
  readSide,
} from './cells'
import { type Chain, checkChain, countLooseEnds, findJumps, type Link } from './chain'
import { readOutcome } from './states'

const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60))

/** Columns are counted from 0. */
export const columnsSchema = v.object({
  day: index,
  money: v.variant('kind', [
    v.object({ kind: v.literal('two columns'), debit: index, credit: index }),
    v.object({ kind: v.literal('with side'), amount: index, side: index }),
    /** One amount with a sign, `Cr` or `Dr`. An amount without any of these is a credit. */
    v.object({ kind: v.literal('one column'), amount: index }),
  ]),
  balance: v.optional(index),
  /** The column that contains `DR` if the account is overdrawn. */
  balanceSide: v.optional(index),
  /**
   * Columns with the payment states of a report, such as "SUCCESS" or "REFUND". Only payments that
   * were clearly received count.
   */
  states: v.optional(v.pipe(v.array(index), v.maxLength(60)), []),
  /**
   * Columns with the refunds of a report. A cell contains an amount, or any word except "no" for a
   * full refund.
   */
  refunds: v.optional(v.pipe(v.array(index), v.maxLength(60))),
  /** An organiser's answer: the word that means "received", and its column. */
  received: v.optional(v.object({ column: index, word: v.pipe(v.string(), v.maxLength(40)) })),
  /** All columns that an organiser was asked about. */
  asked: v.optional(v.pipe(v.array(index), v.maxLength(60))),
  /** Whether the amounts are in paise; undefined if the file makes this clear. */
  isPaise: v.optional(v.boolean()),
  /** The payer's note. Defaults to the unassigned column with the most letters. */
  text: v.optional(index),
})

export type Columns = v.InferOutput<typeof columnsSchema>

export const headerKey = (header: readonly string[]): string =>
  header.map(normaliseName).join(' ').trim()

type Moved = Pick<Link, 'amount' | 'balance'>

export type RowReading =
  /**
   * An amount of 0 is an opening or closing balance. `back` is the part that was refunded according
   * to a report.
   */
  | { kind: 'row'; day: Day; amount: Paise; balance: Paise | undefined; back?: Paise }
  /** The row is not a payment, or has the state `stateText` and was not clearly received. */
  | { kind: 'aside'; stateText?: string; moved?: Moved }
  /** `day` is the text of the date cell if it cannot be read. */
  | { kind: 'unreadable'; why: string; day?: string; moved?: Moved }

type AmountReading = { kind: 'amount'; paise: Paise } | { kind: 'unreadable'; why: string }

const toAmount = (paise: Paise): AmountReading => ({ kind: 'amount', paise })

interface AmountStyle {
  /** True if all withdrawals have a minus sign, which then says nothing about their direction. */
  areDebitsNegative: boolean
  /** True if only credits are marked and the balances prove that unmarked amounts are debits. */
  isUnmarkedDebit: boolean
}

const findAmountStyle = (
  table: readonly FileRow[],
  { day, money, balance }: Columns,
): AmountStyle => {
  const column = money.kind === 'two columns' ? money.debit : money.amount
  const rows = table.filter(({ cells }) => readDay(cells[day] ?? ''))
  const amounts = rows
    .flatMap(({ cells }) => readMoney(cells[column] ?? '') ?? [])
    .filter(({ written }) => written !== 0)
  if (money.kind === 'two columns') {
    return {
      areDebitsNegative: amounts.length > 0 && amounts.every(({ written }) => written < 0),
      isUnmarkedDebit: false,
    }
  }
  const marks = new Set(amounts.map(({ mark }) => mark))
  const areCreditsMarked = marks.has('credit') && !marks.has('debit') && !marks.has('minus')
  return {
    areDebitsNegative: false,
    isUnmarkedDebit:
      money.kind === 'one column' &&
      balance !== undefined &&
      areCreditsMarked &&
      marks.has(undefined),
  }
}

export interface ReadTable {
  /** `at` is the index in the table. */
  rows: readonly (RowReading & { at: number; line: number })[]
  /** Undefined if the file has no balances. */
  chain: Chain | undefined
}

export const readTable = (table: readonly FileRow[], columns: Columns): ReadTable => {
  const style = findAmountStyle(table, columns)
  const top = findHeaderRow(table, columns)
  const read = table.map((row, at) => ({
    ...readRow(row, columns, style, at > top),
    at,
    line: row.line,
  }))
  const rows = columns.balance === undefined ? read : findUndated(read)
  return {
    rows,
    chain: columns.balance === undefined ? undefined : checkChain(rows.flatMap(toLink)),
  }
}

const findHeaderRow = (table: readonly FileRow[], columns: Columns): number => {
  const amounts = amountColumns(columns)
  const isName = (cell = '') => /[a-z]/i.test(cell) && !readMoney(cell)
  const first = table.findIndex(
    ({ cells }) =>
      readDay(cells[columns.day] ?? '') && amounts.some((column) => readMoney(cells[column] ?? '')),
  )
  return table
    .slice(0, Math.max(0, first))
    .findLastIndex(({ cells }) => amounts.every((column) => isName(cells[column])))
}

type PlacedReading = RowReading & { at: number; line: number }

/**
 * Treats a line without date and text as an unreadable payment if its balance follows from a
 * neighbouring line.
 */
const findUndated = (rows: readonly PlacedReading[]): PlacedReading[] => {
  const links = rows.flatMap((row) => toLink(row).map((link) => ({ ...link, at: row.at })))
  return rows.map((row) => {
    if (row.kind !== 'aside' || !row.moved) {
      return row
    }
    const { moved, at, line } = row
    const above = links.findLast((link) => link.at < at)
    const below = links.find((link) => link.at > at)
    const start = moved.balance - moved.amount
    const isNext =
      above?.balance === start ||
      below?.balance === start ||
      (above && above.balance - above.amount === moved.balance) ||
      (below && below.balance - below.amount === moved.balance)
    return isNext ? { ...makeUndatedRow('', moved), at, line } : row
  })
}

const toLink = (row: RowReading & { line: number }): Link[] => {
  const { line } = row
  if (row.kind === 'unreadable' && row.moved) {
    return [{ line, day: undefined, ...row.moved }]
  }
  return row.kind === 'row' && row.balance !== undefined ? [{ ...row, balance: row.balance }] : []
}

export const trimCell = (text: string) => text.trim().slice(0, 40)
const quote = (text: string) => `“${trimCell(text)}”`
const unreadable = (why: string) => ({ kind: 'unreadable', why }) as const
const makeUndatedRow = (text: string, moved: Moved | undefined): RowReading => {
  const why = isEmptyCell(text) ? 'it has no date' : `${quote(text)} is not a date`
  const day = isEmptyCell(text) ? '' : trimCell(text)
  return moved ? { kind: 'unreadable', why, day, moved } : { kind: 'unreadable', why, day }
}

const amountColumns = ({ money }: Columns): number[] =>
  money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]

type ReadCell = (column: number) => string

/**
 * Treats a line without a date as an unreadable payment if it has an amount and a text and is not a
 * total.
 */
const readUndated = (
  cells: readonly string[],
  columns: Columns,
  amount: AmountReading,
): RowReading => {
  const taken = amountColumns(columns)
  const isMoved = taken.filter((column) => readMoney(cells[column] ?? '')?.written).length === 1
  if (!isMoved || isSumLine(cells)) {
    return { kind: 'aside' }
  }
  if (columns.balance !== undefined) {
    taken.push(columns.balance)
  }
  const others = cells.filter((_cell, column) => !taken.includes(column))
  const balance = readBalance((column) => cells[column] ?? '', columns)
  const moved =
    amount.kind === 'amount' && balance?.kind === 'amount'
      ? { amount: amount.paise, balance: balance.paise }
      : undefined
  if (others.some((cell) => /[a-z]{2}|\d[-/]\d|\d{12}/i.test(cell))) {
    return makeUndatedRow(cells[columns.day] ?? '', moved)
  }
  return moved ? { kind: 'aside', moved } : { kind: 'aside' }
}

const readRow = (
  { cells }: FileRow,
  columns: Columns,
  style: AmountStyle,
  isBelowHeader = true,
): RowReading => {
  const cell: ReadCell = (column) => cells[column] ?? ''
  const amount = readAmount(cell, columns, style)
  const day = readDay(cell(columns.day))
  if (!day) {
    return isBelowHeader ? readUndated(cells, columns, amount) : { kind: 'aside' }
  }
  const balance = readBalance(cell, columns)
  if (balance?.kind === 'unreadable') {
    return balance
  }
  const isEmpty = amount.kind === 'amount' && amount.paise === 0
  if (columns.balance !== undefined && balance === undefined) {
    return isEmpty ? { kind: 'aside' } : unreadable('it has no balance')
  }
  if (amount.kind === 'unreadable') {
    return amount
  }
  if (isEmpty) {
    return balance === undefined
      ? unreadable('it has no amount')
      : { kind: 'row', day, balance: balance.paise, amount: 0 }
  }
  if (!Number.isInteger(amount.paise)) {
    return unreadable('its amount is not a whole number of paise')
  }
  if (Math.abs(amount.paise) > maxPaise) {
    return unreadable('its amount is too large for a festival')
  }
  return readReceived(cell, columns, {
    kind: 'row',
    day,
    balance: balance?.paise,
    amount: amount.paise,
  })
}

const readBalance = (
  cell: ReadCell,
  { balance, balanceSide }: Columns,
): AmountReading | undefined => {
  if (balance === undefined) {
    return undefined
  }
  const money = readMoney(cell(balance))
  if (!money) {
    return isEmptyCell(cell(balance))
      ? undefined
      : unreadable(`${quote(cell(balance))} is not a balance`)
  }
  const isOwed = balanceSide !== undefined && readSide(cell(balanceSide)) === 'debit'
  return toAmount(isOwed ? -Math.abs(money.written) : money.paise)
}

const readReceived = (
  cell: ReadCell,
  columns: Columns,
  row: RowReading & { kind: 'row' },
): RowReading => {
  const { states, received, refunds = [] } = columns
  const size = Math.abs(row.amount)
  const stateText =
    [...states, ...refunds].map(cell).map(trimCell).filter(Boolean).join(', ') || 'nothing'
  if (received && trimCell(cell(received.column)) !== received.word) {
    return { kind: 'aside', stateText }
  }
  const others = states.filter((column) => column !== received?.column)
  const outcome = readOutcome(others.map(cell), refunds.map(cell), size, columns.isPaise ? 100 : 1)
  if (outcome.kind === 'unclear') {
    return { kind: 'aside', stateText }
  }
  if (outcome.kind === 'debit' || row.amount < 0) {
    return { ...row, amount: -size }
  }
  return outcome.back > 0 ? { ...row, back: outcome.back } : row
}

/** Returns the amount of a row, or 0 if its cells are empty. */
const readAmount = (cell: ReadCell, columns: Columns, style: AmountStyle): AmountReading => {
  const { money } = columns
  const written =
    money.kind === 'two columns'
      ? readTwoColumns(readSize(cell(money.credit)), readSize(cell(money.debit)), columns, style)
      : readOneColumn(cell, money, style)
  return written.kind === 'amount' && columns.isPaise ? toAmount(written.paise / 100) : written
}

const readTwoColumns = (
  credit: AmountReading,
  debit: AmountReading,
  { balance }: Columns,
  { areDebitsNegative }: AmountStyle,
): AmountReading => {
  if (debit.kind === 'unreadable') {
    return debit
  }
  if (credit.kind === 'unreadable') {
    return credit
  }
  if (debit.paise !== 0 && credit.paise !== 0) {
    return unreadable('it has an amount on both sides')
  }
  if (debit.paise >= 0) {
    return toAmount(credit.paise - debit.paise)
  }
  if (areDebitsNegative) {
    return debit
  }
  // If the file has balances, the chain proves whether the money was returned.
  return balance === undefined
    ? unreadable('a minus sign in a column of withdrawals may be money that was returned')
    : toAmount(-debit.paise)
}

const readOneColumn = (
  cell: ReadCell,
  money: Exclude<Columns['money'], { kind: 'two columns' }>,
  { isUnmarkedDebit }: AmountStyle,
): AmountReading => {
  const read = readMoney(cell(money.amount))
  if (!read || read.written === 0) {
    return readSize(cell(money.amount))
  }
  if (money.kind === 'one column') {
    return toAmount(isUnmarkedDebit && read.mark === undefined ? -read.paise : read.paise)
  }
  const side = readSide(cell(money.side))
  if (!side) {
    return unreadable(`${quote(cell(money.side))} is neither credit nor debit`)
  }
  return toAmount(side === 'debit' ? -Math.abs(read.written) : read.written)
}

const readSize = (text: string): AmountReading => {
  const money = readMoney(text)
  if (!money) {
    return isEmptyCell(text) ? toAmount(0) : unreadable(`${quote(text)} is not an amount`)
  }
  return toAmount(money.written)
}

export interface TableLayout {
  /** The column names above the first row with a date and an amount; empty if there are none. */
  header: readonly string[]
  /** Date columns, the one with the fewest empty cells first. */
  days: readonly number[]
  money: readonly number[]
  sides: readonly number[]
}

const sampleSize = 240
const maxHeaderRows = 120
export const maxColumns = 60

export const detectLayout = (table: readonly FileRow[]): TableLayout | undefined => {
  const first = table
    .slice(0, maxHeaderRows)
    .findIndex(
      ({ cells }) => cells.some((cell) => readDay(cell)) && cells.some((cell) => readMoney(cell)),
    )
  if (first < 0) {
    return undefined
  }
  const isNamed = ({ cells }: FileRow) =>
    cells.filter((cell) => /[a-z]/i.test(cell)).length >= 3 &&
    !cells.some((cell) => readMoney(cell))
  const top = table.slice(0, first).findLastIndex(isNamed)
  const start = top < 0 ? first : top + 1
  const body = table.slice(start, start + sampleSize)
  const countBy = (rows: readonly FileRow[], fits: (cell: string) => unknown): number[] =>
    Array.from(
      { length: maxColumns },
      (_none, column) => rows.filter(({ cells }) => fits(cells[column] ?? '')).length,
    )
  const columnsWith = (counts: readonly number[], minCount: (column: number) => number): number[] =>
    [...counts.keys()]
      .filter((column) => (counts[column] ?? 0) >= Math.max(1, minCount(column)))
      .sort((left, right) => (counts[right] ?? 0) - (counts[left] ?? 0) || left - right)
  const dated = countBy(body, readDay)
  const days = columnsWith(dated, () => Math.max(...dated) / 2)
  // A column's only amount may be in a row whose date is unreadable.
  const isUndated = ({ cells }: FileRow) =>
    cells.filter((cell) => readMoney(cell)).length >= 2 &&
    cells.some((cell) => /[a-z]/i.test(cell)) &&
    !isSumLine(cells)
  const rows = body.filter(
    (row) => days.some((column) => readDay(row.cells[column] ?? '')) || isUndated(row),
  )
  const filled = countBy(rows, (cell) => !isEmptyCell(cell))
  const half = (column: number) => (filled[column] ?? 0) / 2
  return {
    header: table[top]?.cells ?? [],
    days,
    money: columnsWith(countBy(rows, readMoney), half).filter((column) => !days.includes(column)),
    sides: columnsWith(countBy(rows, readSide), half),
  }
}

export type ColumnChoice =
  | { kind: 'proved'; columns: Columns }
  /** Several assignments are consistent, with different amounts. */
  | { kind: 'several'; columns: readonly Columns[] }
  /** No assignment is consistent. These columns have the fewest breaks. */
  | { kind: 'broken'; columns: Columns }
  | { kind: 'no balance' }

/**
 * An assignment is dropped if more than 30 % of its amounts are loose ends, or if fewer than 30 %
 * of its rows have an amount.
 */
const maxLooseShare = 0.3
const minMovedShare = 0.3

/** A balance column needs a chain of at least three rows, or a name that says "balance". */
export const chooseColumns = (table: readonly FileRow[], layout: TableLayout): ColumnChoice => {
  const isDated = ({ cells }: FileRow) => layout.days.some((column) => readDay(cells[column] ?? ''))
  const sample = table.filter(isDated).slice(0, sampleSize)
  const isPlausible = (columns: Columns) => {
    const style = findAmountStyle(sample, columns)
    const rows = sample.map((row) => ({ ...readRow(row, columns, style), line: row.line }))
    const links = rows.flatMap(toLink)
    const moved = links.filter(({ amount }) => amount !== 0).length
    const loose =
      rows.filter(({ kind }) => kind === 'unreadable').length + countLooseEnds(links) - 1
    // Rows without an amount always fit the chain, so they prove nothing.
    return moved >= links.length * minMovedShare && loose <= Math.max(1, moved * maxLooseShare)
  }
  const rated = [...listAssignments(layout)]
    .filter(isPlausible)
    .flatMap((columns) => layout.days.map((day) => rateColumns(table, layout, { ...columns, day })))
    .filter(({ isBalance }) => isBalance)
  const consistent = rated.filter(({ breaks }) => breaks === 0)
  consistent.sort(
    (left, right) =>
      right.score - left.score || left.jumps - right.jumps || right.named - left.named,
  )
  const [best] = consistent
  if (!best) {
    return findBroken(rated, layout)
  }
  const different = new Map<string, Columns>()
  for (const { score, amounts, columns } of consistent) {
    if (score === best.score && !different.has(amounts)) {
      different.set(amounts, columns)
    }
  }
  return different.size === 1
    ? { kind: 'proved', columns: best.columns }
    : { kind: 'several', columns: [...different.values()] }
}

const findBroken = (rated: ReturnType<typeof rateColumns>[], layout: TableLayout): ColumnChoice => {
  rated.sort(
    (left, right) =>
      left.breaks - right.breaks ||
      right.agreement - left.agreement ||
      left.jumps - right.jumps ||
      right.named - left.named,
  )
  const columns = rated[0]?.columns ?? readNamedColumns(layout)
  return columns?.balance === undefined ? { kind: 'no balance' } : { kind: 'broken', columns }
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
      const known: Pick<Columns, 'day' | 'balance' | 'balanceSide' | 'states'> = {
        day,
        balance,
        states: [],
      }
      if (balanceSide !== undefined) {
        known.balanceSide = balanceSide
      }
      for (const debit of others) {
        for (const credit of others) {
          if (debit !== credit) {
            yield { ...known, money: { kind: 'two columns', debit, credit } }
          }
        }
      }
      for (const amount of others) {
        for (const side of sides) {
          if (side !== balanceSide) {
            yield { ...known, money: { kind: 'with side', amount, side } }
          }
        }
      }
      // A column of sides is never ignored: only it proves the direction of the first row.
      if (sides.every((side) => side === balanceSide)) {
        for (const amount of others) {
          yield { ...known, money: { kind: 'one column', amount } }
        }
      }
    }
  }
}

export const headerPatterns = {
  debit: /debit|withdraw|paidout|moneyout|^dr$/,
  credit: /credit|deposit|paidin|moneyin|^cr$/,
  day: /tran|txn|post|^date$/,
  balance: /balance|^bal/,
  amount: /^(?:transaction|txn|gross|paid)?amount/,
} as const

export const findNamed = (
  { header }: TableLayout,
  pattern: RegExp,
  candidates: readonly number[],
): number | undefined =>
  candidates.find((column) => pattern.test(normaliseName(header[column] ?? '')))

const readNamedColumns = (layout: TableLayout): Columns | undefined => {
  const { header, money, days, sides } = layout
  const balance = findNamed(layout, headerPatterns.balance, money)
  const day = findNamed(layout, headerPatterns.day, days) ?? days[0]
  if (balance === undefined || day === undefined) {
    return undefined
  }
  const others = [...header.keys()].filter(
    (column) => column < maxColumns && column !== balance && !days.includes(column),
  )
  const debit = findNamed(layout, headerPatterns.debit, others)
  const credit = findNamed(layout, headerPatterns.credit, others)
  if (debit !== undefined && credit !== undefined && debit !== credit) {
    return { day, balance, states: [], money: { kind: 'two columns', debit, credit } }
  }
  const amount = findNamed(layout, headerPatterns.amount, others)
  const [side] = sides
  if (amount === undefined) {
    return undefined
  }
  if (side === undefined) {
    return { day, balance, states: [], money: { kind: 'one column', amount } }
  }
  return { day, balance, states: [], money: { kind: 'with side', amount, side } }
}

const minChainedRows = 3

/** Decides between consistent assignments only. */
const rateColumns = (table: readonly FileRow[], { header }: TableLayout, columns: Columns) => {
  const { rows, chain } = readTable(table, columns)
  const readName = (column: number) => normaliseName(header[column] ?? '')
  const says = (name: string, right: RegExp, wrong: RegExp) =>
    Number(right.test(name)) - Number(wrong.test(name))
  const { money, balance = -1 } = columns
  const agreement =
    money.kind === 'two columns'
      ? says(readName(money.debit), headerPatterns.debit, headerPatterns.credit) +
        says(readName(money.credit), headerPatterns.credit, headerPatterns.debit)
      : 0
  const { order = 'oldest first', links = 0, breaks = [], longest = 0 } = chain ?? {}
  const unread = rows.filter((row) => row.kind === 'unreadable' && !row.moved).length
  const days = rows.flatMap((row) => (row.kind === 'row' ? [row.day] : []))
  const jumps = findJumps(days, order, 0).length
  const isNamed = headerPatterns.balance.test(readName(balance))
  return {
    columns,
    isBalance: links > 0 && (isNamed || longest >= minChainedRows),
    breaks: links === 0 ? Number.POSITIVE_INFINITY : breaks.length + unread,
    jumps,
    agreement,
    named: Number(headerPatterns.day.test(readName(columns.day))),
    score: links * 4 - Math.min(2, jumps) + agreement,
    amounts: rows.map((row) => (row.kind === 'row' && row.amount !== 0 ? row.amount : '')).join(),
  }
}

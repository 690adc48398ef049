import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import {
  type FileRow,
  isEmptyCell,
  isTotalLine,
  maxPaise,
  readDay,
  readMoney,
  readSide,
} from './cells'
import { balanceBefore, type Chain, checkChain, type Link } from './chain'
import { type Columns, listAmountColumns } from './columns'
import { readOutcome } from './states'

type BalanceChange = Pick<Link, 'amount' | 'balance'>

export type RowReading =
  /**
   * An amount of 0 is an opening or closing balance. `refunded` is the part that was refunded
   * according to a report.
   */
  | { kind: 'row'; day: Day; amount: Paise; balance: Paise | undefined; refunded?: Paise }
  /** The row is not a payment, or has the state `stateText` and was not clearly received. */
  | { kind: 'ignored'; stateText?: string }
  /** `day` is the text of the date cell if it cannot be read. */
  | { kind: 'unreadable'; why: string; day?: string; change?: BalanceChange }

/** `undecided`: neighbouring balances will show whether it is a payment without date and text. */
type FirstReading = RowReading | { kind: 'undecided'; change: BalanceChange }

/** `index` is the position in the table. */
type TableRow<Reading = RowReading> = Reading & { index: number; line: number }

type AmountReading = { kind: 'amount'; paise: Paise } | { kind: 'unreadable'; why: string }

const toAmount = (paise: Paise): AmountReading => ({ kind: 'amount', paise })
const unreadable = (why: string) => ({ kind: 'unreadable', why }) as const

export const trimCell = (text = '') => text.trim().slice(0, 40)
const quote = (text?: string) => `“${trimCell(text)}”`

interface AmountStyle {
  /** True if all withdrawals have a minus sign, which then says nothing about their direction. */
  areDebitsNegative: boolean
  /** True if only credits are marked and the balances prove that unmarked amounts are debits. */
  isUnmarkedDebit: boolean
}

export const findAmountStyle = (
  table: readonly FileRow[],
  { day, money, balance }: Columns,
): AmountStyle => {
  const column = money.kind === 'two columns' ? money.debit : money.amount
  const amounts = table
    .filter(({ cells }) => readDay(cells[day]))
    .flatMap(({ cells }) => readMoney(cells[column]) ?? [])
    .filter(({ written }) => written !== 0)
  const marks = new Set(amounts.map(({ mark }) => mark))
  const areOnlyCreditsMarked =
    marks.has('credit') && marks.has(undefined) && !marks.has('debit') && !marks.has('minus')
  return {
    areDebitsNegative:
      money.kind === 'two columns' &&
      amounts.length > 0 &&
      amounts.every(({ written }) => written < 0),
    isUnmarkedDebit: money.kind === 'one column' && balance !== undefined && areOnlyCreditsMarked,
  }
}

export interface ReadTable {
  rows: readonly TableRow[]
  /** Undefined if the file has no balances. */
  chain: Chain | undefined
}

export const readTable = (table: readonly FileRow[], columns: Columns): ReadTable => {
  const style = findAmountStyle(table, columns)
  const headerIndex = findHeaderIndex(table, columns)
  const firstReadings = table.map((row, index): TableRow<FirstReading> => {
    const reading = readRow(row, columns, style, index > headerIndex)
    return { ...reading, index, line: row.line }
  })
  const rows = decideUndated(firstReadings)
  return {
    rows,
    chain: columns.balance === undefined ? undefined : checkChain(rows.flatMap(toLink)),
  }
}

/** Returns -1 if there is no header row. */
const findHeaderIndex = (table: readonly FileRow[], columns: Columns): number => {
  const amountColumns = listAmountColumns(columns)
  const isName = (cell = '') => /[a-z]/i.test(cell) && !readMoney(cell)
  const firstPayment = table.findIndex(
    ({ cells }) =>
      readDay(cells[columns.day]) && amountColumns.some((column) => readMoney(cells[column])),
  )
  return table
    .slice(0, Math.max(0, firstPayment))
    .findLastIndex(({ cells }) => amountColumns.every((column) => isName(cells[column])))
}

/**
 * Treats an undecided line as an unreadable payment if its balance follows from a neighbouring
 * line, and ignores it otherwise.
 */
const decideUndated = (rows: readonly TableRow<FirstReading>[]): TableRow[] => {
  const links = rows.flatMap((row) => toLink(row).map((link) => ({ ...link, index: row.index })))
  return rows.map((row) => {
    if (row.kind !== 'undecided') {
      return row
    }
    const { change, index, line } = row
    const neighbours = [
      links.findLast((link) => link.index < index),
      links.find((link) => link.index > index),
    ]
    const isInChain = neighbours.some(
      (link) =>
        link && (link.balance === balanceBefore(change) || balanceBefore(link) === change.balance),
    )
    const reading: RowReading = isInChain ? makeUndatedRow('', change) : { kind: 'ignored' }
    return { ...reading, index, line }
  })
}

export const toLink = (row: FirstReading & { line: number }): Link[] => {
  const { line } = row
  if (row.kind === 'unreadable' && row.change) {
    return [{ line, day: undefined, ...row.change }]
  }
  return row.kind === 'row' && row.balance !== undefined ? [{ ...row, balance: row.balance }] : []
}

const makeUndatedRow = (dayText: string, change: BalanceChange | undefined): RowReading => {
  const isEmpty = isEmptyCell(dayText)
  const row: RowReading = {
    kind: 'unreadable',
    why: isEmpty ? 'it has no date' : `${quote(dayText)} is not a date`,
    day: isEmpty ? '' : trimCell(dayText),
  }
  if (change) {
    row.change = change
  }
  return row
}

type ReadCell = (column: number) => string

export const readRow = (
  { cells }: FileRow,
  columns: Columns,
  style: AmountStyle,
  isBelowHeader = true,
): FirstReading => {
  const readCell: ReadCell = (column) => cells[column] ?? ''
  const amount = readAmount(readCell, columns, style)
  const balance = readBalance(readCell, columns)
  const day = readDay(readCell(columns.day))
  if (!day) {
    return isBelowHeader ? readUndatedRow(cells, columns, amount, balance) : { kind: 'ignored' }
  }
  if (balance?.kind === 'unreadable') {
    return balance
  }
  const isEmpty = amount.kind === 'amount' && amount.paise === 0
  if (columns.balance !== undefined && balance === undefined) {
    return isEmpty ? { kind: 'ignored' } : unreadable('it has no balance')
  }
  if (amount.kind === 'unreadable') {
    return amount
  }
  if (isEmpty && balance === undefined) {
    return unreadable('it has no amount')
  }
  if (!Number.isInteger(amount.paise)) {
    return unreadable('its amount is not a whole number of paise')
  }
  if (Math.abs(amount.paise) > maxPaise) {
    return unreadable('its amount is too large for a festival: are the amounts in another column?')
  }
  const row = { kind: 'row', day, balance: balance?.paise, amount: amount.paise } as const
  return isEmpty ? row : applyState(row, readCell, columns)
}

/**
 * Treats a line without a date as an unreadable payment if it has an amount and a text and is not a
 * total.
 */
const readUndatedRow = (
  cells: readonly string[],
  columns: Columns,
  amount: AmountReading,
  balance: AmountReading | undefined,
): FirstReading => {
  const amountColumns = listAmountColumns(columns)
  const amounts = amountColumns.filter((column) => readMoney(cells[column])?.written)
  if (amounts.length !== 1 || isTotalLine(cells)) {
    return { kind: 'ignored' }
  }
  const change =
    amount.kind === 'amount' && balance?.kind === 'amount'
      ? { amount: amount.paise, balance: balance.paise }
      : undefined
  const hasText = cells.some(
    (cell, column) =>
      !amountColumns.includes(column) &&
      column !== columns.balance &&
      /[a-z]{2}|\d[-/]\d|\d{12}/i.test(cell),
  )
  if (hasText) {
    return makeUndatedRow(cells[columns.day] ?? '', change)
  }
  return change ? { kind: 'undecided', change } : { kind: 'ignored' }
}

const readBalance = (
  readCell: ReadCell,
  { balance, balanceSide }: Columns,
): AmountReading | undefined => {
  if (balance === undefined) {
    return undefined
  }
  const text = readCell(balance)
  const money = readMoney(text)
  if (!money) {
    return isEmptyCell(text) ? undefined : unreadable(`${quote(text)} is not a balance`)
  }
  const isOverdrawn = balanceSide !== undefined && readSide(readCell(balanceSide)) === 'debit'
  return toAmount(isOverdrawn ? -Math.abs(money.written) : money.paise)
}

/** Applies the payment state of a report. */
const applyState = (
  row: RowReading & { kind: 'row' },
  readCell: ReadCell,
  { states, received, refunds = [], isPaise }: Columns,
): RowReading => {
  const stateText =
    [...states, ...refunds].map(readCell).map(trimCell).filter(Boolean).join(', ') || 'nothing'
  const ignored: RowReading = { kind: 'ignored', stateText }
  if (received && trimCell(readCell(received.column)) !== received.word) {
    return ignored
  }
  const size = Math.abs(row.amount)
  const outcome = readOutcome(
    states.filter((column) => column !== received?.column).map(readCell),
    refunds.map(readCell),
    size,
    isPaise ? 100 : 1,
  )
  if (outcome.kind === 'unclear') {
    return ignored
  }
  if (outcome.kind === 'debit' || row.amount < 0) {
    return { ...row, amount: -size }
  }
  return outcome.refunded > 0 ? { ...row, refunded: outcome.refunded } : row
}

/** Returns the amount of a row, or 0 if its cells are empty. */
const readAmount = (readCell: ReadCell, columns: Columns, style: AmountStyle): AmountReading => {
  const { money, isPaise } = columns
  const amount =
    money.kind === 'two columns'
      ? readTwoColumns(
          readSize(readCell(money.credit)),
          readSize(readCell(money.debit)),
          columns,
          style,
        )
      : readOneColumn(readCell, money, style)
  return amount.kind === 'amount' && isPaise ? toAmount(amount.paise / 100) : amount
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
  readCell: ReadCell,
  money: Exclude<Columns['money'], { kind: 'two columns' }>,
  { isUnmarkedDebit }: AmountStyle,
): AmountReading => {
  const text = readCell(money.amount)
  const amount = readMoney(text)
  if (!amount || amount.written === 0) {
    return readSize(text)
  }
  if (money.kind === 'one column') {
    const isDebit = isUnmarkedDebit && amount.mark === undefined
    return toAmount(isDebit ? -amount.paise : amount.paise)
  }
  const sideText = readCell(money.side)
  const side = readSide(sideText)
  if (!side) {
    return unreadable(`${quote(sideText)} is neither credit nor debit`)
  }
  return toAmount(side === 'debit' ? -Math.abs(amount.written) : amount.written)
}

const readSize = (text: string): AmountReading => {
  const money = readMoney(text)
  if (!money) {
    return isEmptyCell(text) ? toAmount(0) : unreadable(`${quote(text)} is not an amount`)
  }
  return toAmount(money.written)
}

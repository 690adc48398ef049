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

/** Which column of a file is which, counted from 0. */
export const columnsSchema = v.object({
  day: index,
  money: v.variant('kind', [
    /** A column for what goes and one for what comes. */
    v.object({ kind: v.literal('two columns'), debit: index, credit: index }),
    /** One amount, and a column that says `CR` or `DR`. */
    v.object({ kind: v.literal('with side'), amount: index, side: index }),
    /** One amount, whose sign or `Cr` and `Dr` tell; without either it came. */
    v.object({ kind: v.literal('one column'), amount: index }),
  ]),
  balance: v.optional(index),
  /** Says `DR` where the balance is owed. */
  balanceSide: v.optional(index),
  /** What a report says of each payment ("SUCCESS", "REFUND"): only what was clearly received counts. */
  states: v.optional(v.pipe(v.array(index), v.maxLength(60)), []),
  /** What a report says of money that went back: how much of the payment, or any word but "no". */
  refunds: v.optional(v.pipe(v.array(index), v.maxLength(60))),
  /** The column of states of which an organiser says by which word money came, whatever its words; and all that were asked about so. */
  received: v.optional(v.object({ column: index, word: v.pipe(v.string(), v.maxLength(40)) })),
  asked: v.optional(v.pipe(v.array(index), v.maxLength(60))),
  /** Whether its amounts are paise; left out where nobody had to be asked. */
  isPaise: v.optional(v.boolean()),
  /** Where the payer's note stands; left out, the column with most letters that is nothing else. */
  text: v.optional(index),
})

export type Columns = v.InferOutput<typeof columnsSchema>

/** What a choice of columns is remembered by: the header row's names in their order. */
export const headerKey = (header: readonly string[]): string =>
  header.map(normaliseName).join(' ').trim()

type Moved = Pick<Link, 'amount' | 'balance'>

/** What a row says by some columns. */
export type RowReading =
  /** An amount of 0 is an opening or closing balance; `back` is how much of it a report says was refunded. */
  | { kind: 'row'; day: Day; amount: Paise; balance: Paise | undefined; back?: Paise }
  /**
   * Letterhead, rulers, sums below the table; `said` is what a report calls a payment that was not clearly received, and `moved` what a
   * line without date and text has in its columns.
   */
  | { kind: 'aside'; stateText?: string; moved?: Moved }
  /** `day` is the cell of the date, where that is what cannot be read; then `moved` is its amount and balance. */
  | { kind: 'unreadable'; why: string; day?: string; moved?: Moved }

/** How a table writes its amounts, beyond what each cell says. */
interface AmountStyle {
  /** All amounts in the column of withdrawals have a minus: it only repeats that they went out. */
  areDebitsNegative: boolean
  /** Only credits are marked `Cr`, and there is a balance to prove it: an amount without a mark went out. */
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

/** A table as some columns read it: its rows, each with its place in the table (`at`), and the proof where there is a balance. */
export interface ReadTable {
  rows: readonly (RowReading & { at: number; line: number })[]
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

/** The row that names the columns; -1 where none does. */
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

/** Among lines without date and text, those whose balance follows from a neighbour are payments that cannot be read. */
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

/** A payment whose date cannot be read has its place among the balances, too. */
const toLink = (row: RowReading & { line: number }): Link[] => {
  const { line } = row
  if (row.kind === 'unreadable' && row.moved) {
    return [{ line, day: undefined, ...row.moved }]
  }
  return row.kind === 'row' && row.balance !== undefined ? [{ ...row, balance: row.balance }] : []
}

/** A cell as it is quoted. */
export const trimCell = (text: string) => text.trim().slice(0, 40)
const quote = (text: string) => `“${trimCell(text)}”`
const unreadable = (why: string): RowReading => ({ kind: 'unreadable', why })
const makeUndatedRow = (text: string, moved: Moved | undefined): RowReading => {
  const why = isEmptyCell(text) ? 'it has no date' : `${quote(text)} is not a date`
  const day = isEmptyCell(text) ? '' : trimCell(text)
  return moved ? { kind: 'unreadable', why, day, moved } : { kind: 'unreadable', why, day }
}

/** The columns of amounts. */
const amountColumns = ({ money }: Columns): number[] =>
  money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]

type ReadCell = (column: number) => string

/** What a line without a date is: a payment that cannot be read, if it has an amount and a text and is no sum. */
const readUndated = (
  cells: readonly string[],
  columns: Columns,
  amount: Paise | string,
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
    typeof amount === 'number' && typeof balance === 'number' ? { amount, balance } : undefined
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
  const unit = columns.isPaise ? 100 : 1
  const written = readAmount(cell, columns, style)
  const amount = typeof written === 'string' ? written : written / unit
  const day = readDay(cell(columns.day))
  if (!day) {
    return isBelowHeader ? readUndated(cells, columns, amount) : { kind: 'aside' }
  }
  const balance = readBalance(cell, columns)
  if (typeof balance === 'string') {
    return unreadable(balance)
  }
  if (columns.balance !== undefined && balance === undefined) {
    return amount === 0 ? { kind: 'aside' } : unreadable('it has no balance')
  }
  if (typeof amount === 'string') {
    return unreadable(amount)
  }
  if (amount === 0) {
    return balance === undefined
      ? unreadable('it has no amount')
      : { kind: 'row', day, balance, amount }
  }
  if (!Number.isInteger(amount)) {
    return unreadable('its amount is not a whole number of paise')
  }
  if (Math.abs(amount) > maxPaise) {
    return unreadable('its amount is too large for a festival: are the amounts in another column?')
  }
  return readReceived(cell, columns, { kind: 'row', day, balance, amount })
}

/** The balance after a row, undefined where there is none, or why it cannot be read. */
const readBalance = (
  cell: ReadCell,
  { balance, balanceSide }: Columns,
): Paise | string | undefined => {
  if (balance === undefined) {
    return undefined
  }
  const money = readMoney(cell(balance))
  if (!money) {
    return isEmptyCell(cell(balance)) ? undefined : `${quote(cell(balance))} is not a balance`
  }
  const isOwed = balanceSide !== undefined && readSide(cell(balanceSide)) === 'debit'
  return isOwed ? -Math.abs(money.written) : money.paise
}

/** What a report's columns of states and refunds make of a row. */
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
  if (outcome === undefined) {
    return { kind: 'aside', stateText }
  }
  if (outcome === 'out' || row.amount < 0) {
    return { ...row, amount: -size }
  }
  return outcome > 0 ? { ...row, back: outcome } : row
}

/** The amount that moved (0 if none did), or why it cannot be read. */
const readAmount = (
  cell: ReadCell,
  { money, balance }: Columns,
  style: AmountStyle,
): Paise | string => {
  if (money.kind === 'two columns') {
    const credit = readSize(cell(money.credit))
    const debit = readSize(cell(money.debit))
    if (typeof debit === 'string') {
      return debit
    }
    if (typeof credit === 'string') {
      return credit
    }
    if (debit !== 0 && credit !== 0) {
      return 'it has an amount on both sides'
    }
    if (debit >= 0) {
      return credit - debit
    }
    if (style.areDebitsNegative) {
      return debit
    }
    // If there is a balance, its chain proves that the money came back.
    return balance === undefined
      ? 'a minus in a column of withdrawals may be money that came back'
      : -debit
  }
  const read = readMoney(cell(money.amount))
  if (!read) {
    return isEmptyCell(cell(money.amount)) ? 0 : `${quote(cell(money.amount))} is not an amount`
  }
  if (read.written === 0) {
    return 0
  }
  if (money.kind === 'one column') {
    return style.isUnmarkedDebit && read.mark === undefined ? -read.paise : read.paise
  }
  const side = readSide(cell(money.side))
  if (!side) {
    return `${quote(cell(money.side))} is neither credit nor debit`
  }
  return side === 'debit' ? -Math.abs(read.written) : read.written
}

const readSize = (text: string): Paise | string => {
  const money = readMoney(text)
  if (!money) {
    return isEmptyCell(text) ? 0 : `${quote(text)} is not an amount`
  }
  return money.written
}

/** A table as its cells look, before anybody knows what its columns are. */
export interface TableLayout {
  /** The row of names above the first row with a date and money; empty where there is none. */
  header: readonly string[]
  /** Columns with dates, with money, with `CR` and `DR`; those with the most first. */
  days: readonly number[]
  money: readonly number[]
  sides: readonly number[]
}

/** Rows by which columns are known, rows below which nobody writes a header, and columns that are looked at. */
const [sampleSize, maxHeaderRows] = [240, 120]
export const maxColumns = 60

/** Looks at a table's cells; `undefined` where no row has a date and money. */
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
      .sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0) || one - other)
  const dated = countBy(body, readDay)
  const days = columnsWith(dated, () => Math.max(...dated) / 2)
  // A payment whose date cannot be read may be the only one with an amount in its column.
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

/** What the balance chain says of a table's columns. */
export type ColumnChoice =
  | { kind: 'proved'; columns: Columns }
  /** Two assignments hold and give other amounts. */
  | { kind: 'several'; columns: readonly Columns[] }
  /** None holds; the nearest names the line at which it breaks. */
  | { kind: 'broken'; columns: Columns }
  /** Nothing looks like a balance. */
  | { kind: 'no balance' }

/** The share of loose ends above which, and of rows with an amount below which, a sample is not worth reading on. */
const maxLooseShare = 0.3
const minMovedShare = 0.3

/**
 * Tries every assignment of columns that the cells allow and keeps the one by which all balances follow from each other. A column is a
 * balance only if at least three rows of it follow from each other, or if it is called so.
 */
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
    // Rows without an amount follow from anything: a column of numbers beside a nearly empty one proves nothing.
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

/** No assignment holds: the nearest one, or the one that the names give where too many amounts cannot be read. */
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

/** Every assignment of the money and the balance, with the first column of days. */
function* listAssignments({ money, sides, days: [day] }: TableLayout): Generator<Columns> {
  if (day === undefined) {
    return
  }
  for (const balance of money) {
    const others = money.filter((column) => column !== balance)
    // `Dr` behind the balance may be the balance's or the row's.
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
      // A word for the side is not passed over: the first row's direction is proved by nothing else.
      if (sides.every((side) => side === balanceSide)) {
        for (const amount of others) {
          yield { ...known, money: { kind: 'one column', amount } }
        }
      }
    }
  }
}

/** What a column's name says, where it says something. */
export const headerPatterns = {
  debit: /debit|withdraw|paidout|moneyout|^dr$/,
  credit: /credit|deposit|paidin|moneyin|^cr$/,
  day: /tran|txn|post|^date$/,
  balance: /balance|^bal/,
  amount: /^(?:transaction|txn|gross|paid)?amount/,
} as const

/** The first of the columns whose name matches. */
export const findNamed = (
  { header }: TableLayout,
  pattern: RegExp,
  candidates: readonly number[],
): number | undefined =>
  candidates.find((column) => pattern.test(normaliseName(header[column] ?? '')))

/** The day, the amounts and the balance that a header row names; undefined where it does not name all three. */
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

/** Rows whose balances must follow from each other before an unnamed column is a balance. */
const minChainedRows = 3

/** How well the whole table reads by some columns. Names decide nothing; between two that both hold they are a reason to prefer one. */
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
    /** 0 where the chain holds from the first row to the last. */
    breaks: links === 0 ? Number.POSITIVE_INFINITY : breaks.length + unread,
    jumps,
    agreement,
    named: headerPatterns.day.test(readName(columns.day)) ? 1 : 0,
    score: links * 4 - Math.min(2, jumps) + agreement,
    amounts: rows.map((row) => (row.kind === 'row' && row.amount !== 0 ? row.amount : '')).join(),
  }
}

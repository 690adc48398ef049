import * as v from 'valibot'
import { type Day, isRealDay } from '../content/slot'
import type { Paise } from '../payment/money'
import { type FileRow, isEmptyCell, maxBalance, maxPaise, readDay, readMoney } from './cells'
import type { Chain } from './chain'
import {
  type Columns,
  headerKey,
  type ReadTable,
  type RowReading,
  readTable,
  type TableLayout,
} from './columns'
import { type DirectionProof, findDirectionProof } from './direction'
import { mobilePrefix, readNarration } from './narration'
import { findStateWords, findUnchosenColumn, guessColumns, mayBePaise } from './report'
import { type AnalysedTable, analyseSheets } from './sheets'

export const daySchema = v.pipe(
  v.string(),
  v.check((text) => isRealDay(text) && text.startsWith('20'), 'Enter a date such as 2025-10-01.'),
  v.transform((text) => text as Day),
)

export const paymentSchema = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  day: daySchema,
  /** In paise; debits are negative. */
  amount: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(-maxPaise),
    v.maxValue(maxPaise),
    v.notValue(0),
  ),
  narration: v.pipe(v.string(), v.maxLength(1000)),
  /** The row's other texts that contain numbers, one per line. */
  reference: v.pipe(v.string(), v.maxLength(100)),
  /** Undefined for reports of merchant apps, which have no balances. */
  balance: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(-maxBalance), v.maxValue(maxBalance)),
  ),
})

export type Payment = v.InferOutput<typeof paymentSchema>

/** A line that looks like a payment but is unreadable. Its amount is never assumed to be 0. */
export interface UnreadableRow {
  line: number
  text: string
  why: string
  /** The text of the date cell if it cannot be read. */
  day?: string
  /** Set if another line has the same content. */
  isTwin?: true
}

/**
 * A row that was not counted. It may be the return of a payment with the same number and amount.
 */
export interface UncountedRow {
  line: number
  narration: string
  reference: string
  /** Every amount that the row's cells may contain. */
  sizes: readonly Paise[]
}

export interface Statement {
  columns: Columns
  rows: readonly Payment[]
  unreadable: readonly UnreadableRow[]
  /** Undefined for reports without balances. */
  chain: Chain | undefined
  /** Maps each uncounted payment state to its number of rows. */
  uncounted: ReadonlyMap<string, number>
  /** Number of the last line, if the file is cut off there. */
  cutAt: number | undefined
  days: { first: Day; last: Day } | undefined
  uncountedRows: readonly UncountedRow[]
  /** Rows counted as credits although nothing proves their direction. */
  unproven: readonly Payment[]
}

export interface KnownColumns {
  /** The `headerKey` of the header row. */
  key: string
  columns: Columns
}

export type OpenedStatement =
  | (AnalysedTable & { kind: 'read'; statement: Statement })
  | (AnalysedTable & { kind: 'asks'; why: string; likely: Partial<Columns> })
  /** One choice may combine several sheets. */
  | { kind: 'asks sheets'; choices: readonly number[][] }
  | { kind: 'no table' }

/**
 * Includes the payment number if there is no balance to distinguish two equal transfers on one day.
 */
export const identifyRow = (row: Omit<Payment, 'line'>): string => {
  const distinguisher = row.balance === undefined ? row.reference.trim() : String(row.balance)
  return [row.day, row.amount, distinguisher, row.narration.replace(/\s+/g, '').toUpperCase()].join(
    '|',
  )
}

const maxContinuationLines = 12

const amountColumns = ({ money, balance }: Columns): number[] => {
  const columns = money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]
  return balance === undefined ? columns : [...columns, balance]
}

/** Sorts by number of letters, because the column with most letters is probably the narration. */
const textColumns = (rows: readonly FileRow[], columns: Columns, layout: TableLayout): number[] => {
  const { states, refunds = [] } = columns
  const taken = new Set([
    ...layout.days,
    ...layout.sides,
    ...states,
    ...refunds,
    ...amountColumns(columns),
  ])
  const [first, ...others] = rows.slice(0, 400)
  const countLetters = (column: number) =>
    rows
      .slice(0, 400)
      .reduce((sum, { cells }) => sum + (cells[column] ?? '').replace(/[^a-z]+/gi, '').length, 0)
  // A text that is the same in every row says nothing about a payment.
  const isDistinctive = (column: number) =>
    rows.length < 3 || others.some(({ cells }) => cells[column] !== first?.cells[column])
  return Array.from(
    { length: Math.max(0, ...rows.map(({ cells }) => cells.length)) },
    (_none, column) => column,
  )
    .filter((column) => !taken.has(column) && isDistinctive(column))
    .map((column) => ({ column, letters: countLetters(column) }))
    .sort((left, right) => right.letters - left.letters)
    .map(({ column }) => column)
}

/** SBI breaks long words with a newline and a space. */
const joinBrokenWords = (text: string) => text.replaceAll('\n ', '').trim()

const readNumbers = ({ narration, reference }: Payment) =>
  readNarration(narration, reference).numbers.filter((number) => !mobilePrefix.test(number))

const hasNumber = (cell: string) => /\d[\d\s]{7,}\d|\d(?:\.\d+)?E\+1[01]/i.test(cell)

const isContinuation = ({ cells }: FileRow, columns: Columns): boolean =>
  [columns.day, ...amountColumns(columns)].every((column) => isEmptyCell(cells[column] ?? '')) &&
  cells.some((cell) => /[a-z0-9]/i.test(cell))

const formatLine = ({ cells }: FileRow) =>
  cells.map(joinBrokenWords).filter(Boolean).join(' · ').slice(0, 200)

const formatTexts = ({ cells }: FileRow, columns: Columns): string => {
  const others = [columns.day, ...amountColumns(columns)]
  return cells
    .filter((_cell, column) => !others.includes(column))
    .map(joinBrokenWords)
    .filter(Boolean)
    .join(' · ')
    .slice(0, 200)
}

const noDirection = 'it does not say whether the money came in or went out'
const noNumber = 'part of it was refunded, and it has no payment number'
const describeTwin = (line: number) =>
  `it is the same as line ${line} in every column, so it may be a second payment or the same row twice`

interface Moved {
  /** Index in the table. */
  at: number
  payment: Payment
  /** The part that was refunded according to a report. */
  back: Paise
  row: FileRow
}

/** Joins the texts of a row with those that continue on the lines below. */
const makeTextReader =
  (table: readonly FileRow[], { rows }: ReadTable, columns: Columns) =>
  (at: number) => {
    const parts = table.slice(at, at + 1)
    for (let below = at + 1; below <= at + maxContinuationLines; below += 1) {
      const next = table[below]
      if (!next || rows[below]?.kind !== 'aside' || !isContinuation(next, columns)) {
        break
      }
      parts.push(next)
    }
    return (column: number) => {
      const texts = parts.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean)
      return joinBrokenWords(texts.join('\n'))
    }
  }

const collectMoved = (
  table: readonly FileRow[],
  read: ReadTable,
  columns: Columns,
  layout: TableLayout,
): Moved[] => {
  const rows = read.rows.flatMap((row) => (row.kind === 'row' && row.amount !== 0 ? row : []))
  const texts = textColumns(
    rows.flatMap(({ at }) => table[at] ?? []),
    columns,
    layout,
  )
  const [first = -1] = texts
  const text = columns.text ?? first
  const others = texts.filter((column) => column !== text)
  const readTexts = makeTextReader(table, read, columns)
  return rows.flatMap(({ at, line, day, amount, balance, back = 0 }) => {
    const row = table[at]
    if (!row) {
      return []
    }
    const readText = readTexts(at)
    // The payer's name, address and note may be in separate columns.
    const further = others.map(readText).filter((cell) => /[a-z]/i.test(cell))
    const narration = [readText(text), ...further].join(' / ').slice(0, 1000)
    const reference = others.map(readText).filter(hasNumber).join('\n').slice(0, 100)
    const payment: Payment = { line, day, amount, narration, reference }
    if (balance !== undefined) {
      payment.balance = balance
    }
    return [{ at, payment, back, row }]
  })
}

const listSizes = ({ cells }: FileRow, columns: Columns): Paise[] => {
  const unit = columns.isPaise ? 100 : 1
  const digits = amountColumns(columns).flatMap(
    (column) => /\d[\d,]*(?:\.\d{1,2})?/.exec(cells[column] ?? '') ?? [],
  )
  return [...cells, ...digits].flatMap((text) => {
    const money = readMoney(text)
    return money ? [Math.abs(money.written) / unit] : []
  })
}

/**
 * Moves each refund that a report shows beside its payment to its own row, as in a bank statement.
 */
const splitRefunds = (moved: readonly Moved[], hasBalance: boolean): Payment[] => {
  // The report may already list the payment in a separate row.
  const paid = new Set(
    moved.flatMap(({ payment, back }) =>
      hasBalance || back > 0 || payment.amount < 0 ? [] : readNumbers(payment),
    ),
  )
  return moved.flatMap(({ payment, back }) => {
    if (back === 0) {
      return [payment]
    }
    const refund = { ...payment, amount: -back }
    return readNumbers(payment).some((number) => paid.has(number)) ? [refund] : [payment, refund]
  })
}

const findCutOff = (
  table: readonly FileRow[],
  { balance = 0, day }: Columns,
): number | undefined => {
  const last = table.findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const isCut = last && last.cells.length <= balance && last.cells.length > day + 1
  return isCut && readDay(last.cells[day] ?? '') ? last.line : undefined
}

/** No money moved in rows with these states, so they are not returns. */
const neverMoved = /^\s*(?:failed|failure|declined|expired|cancelled|canceled|timed? ?out)\b/i

type Verdict =
  | { kind: 'counted'; moved: Moved; isUnproven: boolean }
  | { kind: 'refused'; why: string }
  | { kind: 'twin'; why: string }

const judgeRow = (moved: Moved, twinLine: number | undefined, proof: DirectionProof): Verdict => {
  const { payment, back, row } = moved
  if (back > 0 && readNumbers(payment).length === 0) {
    return { kind: 'refused', why: noNumber }
  }
  if (twinLine !== undefined) {
    return { kind: 'twin', why: describeTwin(twinLine) }
  }
  const isCredit = payment.amount > 0
  // A refund beside a payment proves that the payment was received.
  if (proof.kind === 'by words' && isCredit && back === 0) {
    const direction = proof.findDirection(row)
    if (direction === undefined) {
      return { kind: 'refused', why: noDirection }
    }
    const amount = direction === 'debit' ? -payment.amount : payment.amount
    return {
      kind: 'counted',
      moved: { ...moved, payment: { ...payment, amount } },
      isUnproven: false,
    }
  }
  const isUnproven = proof.kind === 'not proven' && isCredit && !proof.isMarked(row)
  return { kind: 'counted', moved, isUnproven }
}

/** Maps each repeated row to the line of its first copy. */
const findTwins = (rows: readonly Moved[]): Map<Moved, number> => {
  const linesById = new Map<string, number>()
  const twins = new Map<Moved, number>()
  for (const moved of rows) {
    const id = identifyRow(moved.payment)
    const line = linesById.get(id)
    if (line === undefined) {
      linesById.set(id, moved.payment.line)
    } else {
      twins.set(moved, line)
    }
  }
  return twins
}

const makeUncountedReader = (table: readonly FileRow[], read: ReadTable, columns: Columns) => {
  const readTexts = makeTextReader(table, read, columns)
  return (row: FileRow, at: number): UncountedRow => {
    const readText = readTexts(at)
    const texts = row.cells.map((_cell, column) => readText(column))
    return {
      line: row.line,
      narration: texts.join(' / '),
      reference: texts.join('\n'),
      sizes: listSizes(row, columns),
    }
  }
}

const collectUnreadable = (table: readonly FileRow[], { rows }: ReadTable): UnreadableRow[] =>
  rows.flatMap((row) => {
    const written = table[row.at]
    if (row.kind !== 'unreadable' || !written) {
      return []
    }
    const unreadable: UnreadableRow = { line: row.line, text: formatLine(written), why: row.why }
    if (row.day !== undefined) {
      unreadable.day = row.day
    }
    return [unreadable]
  })

const countStates = ({ rows }: ReadTable): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    if (row.kind === 'aside' && row.stateText) {
      counts.set(row.stateText, (counts.get(row.stateText) ?? 0) + 1)
    }
  }
  return counts
}

const mayBeReturn = (row: RowReading): boolean => {
  if (row.kind === 'aside') {
    return row.stateText !== undefined && !neverMoved.test(row.stateText)
  }
  return row.kind === 'unreadable'
}

const findDays = (rows: readonly Payment[]): Statement['days'] => {
  const days = rows.map(({ day }) => day).sort()
  const first = days[0]
  const last = days.at(-1)
  return first && last ? { first, last } : undefined
}

export const readStatement = (
  table: readonly FileRow[],
  columns: Columns,
  layout: TableLayout,
): Statement => {
  const read = readTable(table, columns)
  const proof = findDirectionProof(table, read, columns)
  const readUncounted = makeUncountedReader(table, read, columns)
  const unreadable = collectUnreadable(table, read)
  const uncountedRows = read.rows.flatMap((row) => {
    const written = table[row.at]
    return written && mayBeReturn(row) ? [readUncounted(written, row.at)] : []
  })
  const counted: Moved[] = []
  const unproven: Payment[] = []
  const candidates = collectMoved(table, read, columns, layout)
  const twins = findTwins(candidates)
  for (const moved of candidates) {
    const { at, payment, row } = moved
    const verdict = judgeRow(moved, twins.get(moved), proof)
    if (verdict.kind === 'counted') {
      counted.push(verdict.moved)
      if (verdict.isUnproven) {
        unproven.push({ ...payment, narration: formatTexts(row, columns) })
      }
      continue
    }
    const unread: UnreadableRow = { line: payment.line, text: formatLine(row), why: verdict.why }
    if (verdict.kind === 'twin') {
      unread.isTwin = true
    } else {
      uncountedRows.push(readUncounted(row, at))
    }
    unreadable.push(unread)
  }
  const rows = splitRefunds(counted, read.chain !== undefined)
  return {
    columns,
    rows,
    unreadable: unreadable.sort((left, right) => left.line - right.line),
    chain: read.chain,
    uncounted: countStates(read),
    uncountedRows,
    cutAt: findCutOff(table, columns),
    days: findDays(rows),
    unproven,
  }
}

/** Returns the question that an organiser must answer before these columns can be used. */
const findOpenQuestion = (table: readonly FileRow[], columns: Columns, layout: TableLayout) => {
  const { column = 0, stateText, line, likely } = findUnchosenColumn(table, layout, columns) ?? {}
  const name = layout.header[column]?.trim() || `Column ${column + 1}`
  const why = `Line ${line} says “${stateText}” in the column “${name}”, but would count as received. Choose that column too.`
  if (likely) {
    return { why, likely }
  }
  if (
    findStateWords(table, layout, columns).some((word) => !columns.asked?.includes(word.column))
  ) {
    return {
      why: 'Some columns contain only a few different words. Do any of these words mean “received”?',
      likely: columns,
    }
  }
  return columns.isPaise === undefined && mayBePaise(table, columns)
    ? { why: 'All amounts are large whole numbers. Are they in rupees or paise?', likely: columns }
    : undefined
}

const noBalance =
  'No column in this file is a running balance, so the file may be a report from an app. Say which column is which. You only need to do this once.'
const severalHold =
  'The balances in this file add up in more than one way. Say which column is which, including the balance column.'

const hasFraction = (table: readonly FileRow[], columns: Columns) =>
  table.some(({ cells }) =>
    amountColumns(columns).some((column) => /\d\.\d/.test(cells[column] ?? '')),
  )

/** Ignores earlier choices that omit a balance. */
const findKnownColumns = (
  { table, layout, choice }: AnalysedTable,
  known: readonly KnownColumns[],
): Columns | undefined =>
  known
    .filter(({ key }) => key === headerKey(layout.header))
    .map(({ columns }) => columns)
    .filter((columns) => columns.balance !== undefined || choice.kind === 'no balance')
    .find((columns) => !(columns.isPaise && hasFraction(table, columns)))

/**
 * Prefers the current choice of columns, then columns that the balances prove, then earlier
 * choices. Reads a file with inconsistent balances anyway, so that the refusal can name the line.
 */
export const openStatement = (
  tables: readonly (readonly FileRow[])[],
  known: readonly KnownColumns[],
  chosen?: KnownColumns,
  sheets = [...tables.keys()],
): OpenedStatement => {
  const seen = analyseSheets(tables, sheets)
  if (seen.length > 1) {
    return { kind: 'asks sheets', choices: seen.map((table) => table.sheets) }
  }
  const [only] = seen
  if (!only) {
    return { kind: 'no table' }
  }
  const { table, layout, choice } = only
  const read = (columns: Columns): OpenedStatement => {
    const open =
      columns.balance === undefined ? findOpenQuestion(table, columns, layout) : undefined
    if (open) {
      return { kind: 'asks', ...only, ...open }
    }
    return { kind: 'read', ...only, statement: readStatement(table, columns, layout) }
  }
  if (chosen) {
    return read(chosen.columns)
  }
  if (choice.kind === 'proved') {
    return read(choice.columns)
  }
  const remembered = findKnownColumns(only, known)
  if (remembered) {
    return read(remembered)
  }
  if (choice.kind === 'broken') {
    return read(choice.columns)
  }
  if (choice.kind === 'several') {
    return { kind: 'asks', ...only, why: severalHold, likely: choice.columns[0] ?? {} }
  }
  return { kind: 'asks', ...only, why: noBalance, likely: guessColumns(table, layout) }
}

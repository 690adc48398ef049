import * as v from 'valibot'
import { type Day, isRealDay } from '../content/slot'
import type { Paise } from '../payment/money'
import { type FileRow, isEmptyCell, maxBalance, maxPaise, readDay, readMoney } from './cells'
import type { Chain } from './chain'
import { type Columns, headerKey, listAmountColumns } from './columns'
import { type DirectionProof, findDirectionProof } from './direction'
import type { TableLayout } from './layout'
import { mobilePrefix, readNarration } from './narration'
import { type ReadTable, type RowReading, readTable } from './read-table'
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
  cutOffLine: number | undefined
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
/** Enough rows to tell the columns of texts apart. */
const maxComparedRows = 400

const listNumberColumns = (columns: Columns): number[] =>
  columns.balance === undefined
    ? listAmountColumns(columns)
    : [...listAmountColumns(columns), columns.balance]

/** Sorts by number of letters, because the column with most letters is probably the narration. */
const listTextColumns = (
  rows: readonly FileRow[],
  columns: Columns,
  { days, sides }: TableLayout,
): number[] => {
  const { states, refunds = [] } = columns
  const otherColumns = [...days, ...sides, ...states, ...refunds, ...listNumberColumns(columns)]
  const columnCount = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const sample = rows.slice(0, maxComparedRows)
  const readTexts = (column: number) => sample.map(({ cells }) => cells[column] ?? '')
  // A text that is the same in every row says nothing about a payment.
  const isDistinctive = (texts: readonly string[]) => rows.length < 3 || new Set(texts).size > 1
  return [...Array(columnCount).keys()]
    .filter((column) => !otherColumns.includes(column) && isDistinctive(readTexts(column)))
    .map((column) => ({
      column,
      letters: readTexts(column)
        .join('')
        .replace(/[^a-z]+/gi, '').length,
    }))
    .sort((left, right) => right.letters - left.letters)
    .map(({ column }) => column)
}

/** SBI breaks long words with a newline and a space. */
const joinBrokenWords = (text: string) => text.replaceAll('\n ', '').trim()

const readNumbers = ({ narration, reference }: Payment) =>
  readNarration(narration, reference).numbers.filter((number) => !mobilePrefix.test(number))

const hasNumber = (cell: string) => /\d[\d\s]{7,}\d|\d(?:\.\d+)?E\+1[01]/i.test(cell)

const isContinuation = ({ cells }: FileRow, columns: Columns): boolean =>
  [columns.day, ...listNumberColumns(columns)].every((column) => isEmptyCell(cells[column])) &&
  cells.some((cell) => /[a-z0-9]/i.test(cell))

const formatCells = (cells: readonly string[]): string =>
  cells.map(joinBrokenWords).filter(Boolean).join(' · ').slice(0, 200)

const noDirection = 'it does not say whether the money came in or went out'
const noNumber = 'part of it was refunded, and it has no payment number'
const describeTwin = (line: number) =>
  `it is the same as line ${line} in every column, so it may be a second payment or the same row twice`

/** A row that moves money, before it is judged. */
interface Candidate {
  /** In the table. */
  index: number
  row: FileRow
  payment: Payment
  /** The part that was refunded according to a report. */
  refunded: Paise
}

/** Joins the texts of a row with those that continue on the lines below. */
const makeTextReader =
  (table: readonly FileRow[], { rows }: ReadTable, columns: Columns) =>
  (index: number) => {
    const parts = table.slice(index, index + 1)
    for (let below = index + 1; below <= index + maxContinuationLines; below += 1) {
      const next = table[below]
      if (!next || rows[below]?.kind !== 'ignored' || !isContinuation(next, columns)) {
        break
      }
      parts.push(next)
    }
    return (column: number) => {
      const texts = parts.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean)
      return joinBrokenWords(texts.join('\n'))
    }
  }

const collectCandidates = (
  table: readonly FileRow[],
  read: ReadTable,
  columns: Columns,
  layout: TableLayout,
): Candidate[] => {
  const paymentRows = read.rows.flatMap((reading) => {
    const row = table[reading.index]
    return row && reading.kind === 'row' && reading.amount !== 0 ? [{ ...reading, row }] : []
  })
  const textColumns = listTextColumns(
    paymentRows.map(({ row }) => row),
    columns,
    layout,
  )
  const { text = textColumns[0] ?? -1 } = columns
  const otherColumns = textColumns.filter((column) => column !== text)
  const readTexts = makeTextReader(table, read, columns)
  return paymentRows.map(({ index, row, line, day, amount, balance, refunded = 0 }) => {
    const readText = readTexts(index)
    const otherTexts = otherColumns.map(readText)
    // The payer's name, address and note may be in separate columns.
    const notes = otherTexts.filter((other) => /[a-z]/i.test(other))
    const payment: Payment = {
      line,
      day,
      amount,
      narration: [readText(text), ...notes].join(' / ').slice(0, 1000),
      reference: otherTexts.filter(hasNumber).join('\n').slice(0, 100),
    }
    if (balance !== undefined) {
      payment.balance = balance
    }
    return { index, row, payment, refunded }
  })
}

const listSizes = ({ cells }: FileRow, columns: Columns): Paise[] => {
  const unit = columns.isPaise ? 100 : 1
  const digits = listNumberColumns(columns).flatMap(
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
const splitRefunds = (
  counted: readonly Pick<Candidate, 'payment' | 'refunded'>[],
  hasBalance: boolean,
): Payment[] => {
  // The report may already list the payment in a separate row.
  const listedNumbers = new Set(
    counted
      .filter(({ payment, refunded }) => !hasBalance && refunded === 0 && payment.amount > 0)
      .flatMap(({ payment }) => readNumbers(payment)),
  )
  return counted.flatMap(({ payment, refunded }) => {
    if (refunded === 0) {
      return [payment]
    }
    const refund = { ...payment, amount: -refunded }
    const isListed = readNumbers(payment).some((number) => listedNumbers.has(number))
    return isListed ? [refund] : [payment, refund]
  })
}

const findCutOffLine = (
  table: readonly FileRow[],
  { balance = 0, day }: Columns,
): number | undefined => {
  const last = table.findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const isCut = last && last.cells.length <= balance && last.cells.length > day + 1
  return isCut && readDay(last.cells[day]) ? last.line : undefined
}

/** No money moved in rows with these states, so they are not returns. */
const neverMoved = /^\s*(?:failed|failure|declined|expired|cancelled|canceled|timed? ?out)\b/i

type Verdict = Candidate &
  (
    | { kind: 'counted'; isUnproven: boolean }
    | { kind: 'unclear'; why: string }
    | { kind: 'twin'; why: string }
  )

const judgeCandidate = (
  candidate: Candidate,
  twinLine: number | undefined,
  proof: DirectionProof,
): Verdict => {
  const { payment, refunded, row } = candidate
  if (refunded > 0 && readNumbers(payment).length === 0) {
    return { ...candidate, kind: 'unclear', why: noNumber }
  }
  if (twinLine !== undefined) {
    return { ...candidate, kind: 'twin', why: describeTwin(twinLine) }
  }
  const isCredit = payment.amount > 0
  // A refund beside a payment proves that the payment was received.
  if (proof.kind === 'by words' && isCredit && refunded === 0) {
    const direction = proof.findDirection(row)
    if (direction === undefined) {
      return { ...candidate, kind: 'unclear', why: noDirection }
    }
    const amount = direction === 'debit' ? -payment.amount : payment.amount
    return { ...candidate, payment: { ...payment, amount }, kind: 'counted', isUnproven: false }
  }
  const isUnproven = proof.kind === 'not proven' && isCredit && !proof.isMarked(row)
  return { ...candidate, kind: 'counted', isUnproven }
}

const judgeCandidates = (candidates: readonly Candidate[], proof: DirectionProof): Verdict[] => {
  const firstLines = new Map<string, number>()
  return candidates.map((candidate) => {
    const id = identifyRow(candidate.payment)
    const twinLine = firstLines.get(id)
    firstLines.set(id, twinLine ?? candidate.payment.line)
    return judgeCandidate(candidate, twinLine, proof)
  })
}

const listUnreadableRows = (table: readonly FileRow[], { rows }: ReadTable): UnreadableRow[] =>
  rows.flatMap((row) => {
    if (row.kind !== 'unreadable') {
      return []
    }
    const { index, line, why, day } = row
    const unreadable: UnreadableRow = { line, text: formatCells(table[index]?.cells ?? []), why }
    if (day !== undefined) {
      unreadable.day = day
    }
    return [unreadable]
  })

const toUnreadableRow = ({ payment, row, kind, why }: Exclude<Verdict, { kind: 'counted' }>) => {
  const unreadable: UnreadableRow = { line: payment.line, text: formatCells(row.cells), why }
  if (kind === 'twin') {
    unreadable.isTwin = true
  }
  return unreadable
}

const toUnproven = ({ payment, row }: Candidate, columns: Columns): Payment => {
  const numberColumns = [columns.day, ...listNumberColumns(columns)]
  const texts = row.cells.filter((_cell, column) => !numberColumns.includes(column))
  return { ...payment, narration: formatCells(texts) }
}

const countUncountedStates = ({ rows }: ReadTable): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    if (row.kind === 'ignored' && row.stateText) {
      counts.set(row.stateText, (counts.get(row.stateText) ?? 0) + 1)
    }
  }
  return counts
}

const mayBeReturn = (row: RowReading): boolean => {
  if (row.kind === 'ignored') {
    return row.stateText !== undefined && !neverMoved.test(row.stateText)
  }
  return row.kind === 'unreadable'
}

const makeUncountedReader = (table: readonly FileRow[], read: ReadTable, columns: Columns) => {
  const readTexts = makeTextReader(table, read, columns)
  return ({ index }: { index: number }): UncountedRow[] => {
    const row = table[index]
    if (!row) {
      return []
    }
    const readText = readTexts(index)
    const texts = row.cells.map((_cell, column) => readText(column))
    return [
      {
        line: row.line,
        narration: texts.join(' / '),
        reference: texts.join('\n'),
        sizes: listSizes(row, columns),
      },
    ]
  }
}

const findDays = (rows: readonly Payment[]): Statement['days'] => {
  const days = rows.map(({ day }) => day).sort()
  const first = days[0]
  const last = days.at(-1)
  return first && last ? { first, last } : undefined
}

const readStatement = (
  table: readonly FileRow[],
  columns: Columns,
  layout: TableLayout,
): Statement => {
  const read = readTable(table, columns)
  const candidates = collectCandidates(table, read, columns, layout)
  const verdicts = judgeCandidates(candidates, findDirectionProof(table, read, columns))
  const counted = verdicts.filter((verdict) => verdict.kind === 'counted')
  const notCounted = verdicts.filter((verdict) => verdict.kind !== 'counted')
  const unclear = notCounted.filter(({ kind }) => kind === 'unclear')
  const readUncounted = makeUncountedReader(table, read, columns)
  const rows = splitRefunds(counted, read.chain !== undefined)
  const unreadable = [...listUnreadableRows(table, read), ...notCounted.map(toUnreadableRow)]
  return {
    columns,
    rows,
    unreadable: unreadable.sort((left, right) => left.line - right.line),
    chain: read.chain,
    uncounted: countUncountedStates(read),
    uncountedRows: [...read.rows.filter(mayBeReturn), ...unclear].flatMap(readUncounted),
    cutOffLine: findCutOffLine(table, columns),
    days: findDays(rows),
    unproven: counted
      .filter(({ isUnproven }) => isUnproven)
      .map((verdict) => toUnproven(verdict, columns)),
  }
}

/** Returns the question that an organiser must answer before these columns can be used. */
const findOpenQuestion = (table: readonly FileRow[], columns: Columns, layout: TableLayout) => {
  const unchosen = findUnchosenColumn(table, layout, columns)
  if (unchosen) {
    const { column, stateText, line, likely } = unchosen
    const name = layout.header[column]?.trim() || `Column ${column + 1}`
    const why = `Line ${line} says “${stateText}” in the column “${name}”, but would count as received. Choose that column too.`
    return { why, likely }
  }
  const stateWords = findStateWords(table, layout, columns)
  if (stateWords.some(({ column }) => !columns.asked?.includes(column))) {
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
    listNumberColumns(columns).some((column) => /\d\.\d/.test(cells[column] ?? '')),
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
 * choices. Columns with breaks come last, so that the refusal can name the line.
 */
const decideColumns = (
  analysed: AnalysedTable,
  known: readonly KnownColumns[],
  chosen: KnownColumns | undefined,
): Columns | undefined => {
  const { choice } = analysed
  if (chosen) {
    return chosen.columns
  }
  if (choice.kind === 'proved') {
    return choice.columns
  }
  const broken = choice.kind === 'broken' ? choice.columns : undefined
  return findKnownColumns(analysed, known) ?? broken
}

export const openStatement = (
  tables: readonly (readonly FileRow[])[],
  known: readonly KnownColumns[],
  chosen?: KnownColumns,
  sheets = [...tables.keys()],
): OpenedStatement => {
  const [analysed, ...others] = analyseSheets(tables, sheets)
  if (!analysed) {
    return { kind: 'no table' }
  }
  if (others.length > 0) {
    return { kind: 'asks sheets', choices: [analysed, ...others].map((each) => each.sheets) }
  }
  const { table, layout, choice } = analysed
  const columns = decideColumns(analysed, known, chosen)
  if (columns) {
    const question =
      columns.balance === undefined ? findOpenQuestion(table, columns, layout) : undefined
    return question
      ? { kind: 'asks', ...analysed, ...question }
      : { kind: 'read', ...analysed, statement: readStatement(table, columns, layout) }
  }
  return choice.kind === 'several'
    ? { kind: 'asks', ...analysed, why: severalHold, likely: choice.columns[0] ?? {} }
    : { kind: 'asks', ...analysed, why: noBalance, likely: guessColumns(table, layout) }
}

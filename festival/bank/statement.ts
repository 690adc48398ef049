import * as v from 'valibot'
import { type Day, isRealDay } from '../content/slot'
import type { Paise } from '../payment/money'
import { type FileRow, isEmptyCell, maxBalance, maxPaise, readDay, readMoney } from './cells'
import type { Chain } from './chain'
import { type Columns, headerKey, type ReadTable, readTable, type TableLayout } from './columns'
import { findDirectionProof } from './direction'
import { mobilePrefix, readNarration } from './narration'
import { findStateWords, findUnchosenColumn, guessColumns, mayBePaise } from './report'
import { type AnalysedTable, analyseSheets } from './sheets'

export const daySchema = v.pipe(
  v.string(),
  v.check((text) => isRealDay(text) && text.startsWith('20'), 'Write the day like 2025-10-01.'),
  v.transform((text) => text as Day),
)

/** A movement of money that a statement shows, as it leaves the browser. */
export const paymentSchema = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  day: daySchema,
  /** Paise that came (above 0) or went (below 0). */
  amount: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(-maxPaise),
    v.maxValue(maxPaise),
    v.notValue(0),
  ),
  narration: v.pipe(v.string(), v.maxLength(1000)),
  /** The row's other texts with a number in them, one a line. */
  reference: v.pipe(v.string(), v.maxLength(100)),
  /** What the account held after it; a merchant app's report has none. */
  balance: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(-maxBalance), v.maxValue(maxBalance)),
  ),
})

export type Payment = v.InferOutput<typeof paymentSchema>

/** A line that means to be a movement of money and cannot be read whole; shown with its reason, never taken for a 0. */
export interface UnreadableRow {
  line: number
  /** As it stands in the file. */
  text: string
  why: string
  /** The cell of its date, where that is what cannot be read; empty where there is none. */
  day?: string
  /** It is read, and the same as another line. */
  isTwin?: true
}

/** A row that counts for nothing. It may be the return of a payment whose number and amount it shows. */
export interface UncountedRow {
  line: number
  narration: string
  reference: string
  /** Every amount that one of its cells may be, in paise. */
  sizes: readonly Paise[]
}

/** A statement that was read: its rows as the file has them, and what in it could not be read. */
export interface Statement {
  columns: Columns
  rows: readonly Payment[]
  unreadable: readonly UnreadableRow[]
  /** The proof of the reading; a merchant app's report has no balances and so none. */
  chain: Chain | undefined
  /** What a report's words of state were that count for nothing, with how many rows say so. */
  uncounted: ReadonlyMap<string, number>
  /** The last line, where it has a day and ends before its amount: the file was cut off. */
  cutAt: number | undefined
  /** The first and last day of its rows, where there is one. */
  days: { first: Day; last: Day } | undefined
  uncountedRows: readonly UncountedRow[]
  /** Rows counted as received although nothing proves that they did not go out; the narration of each has all words of its row. */
  unproven: readonly Payment[]
}

/** Columns that an organiser chose for files with this header row. */
export interface KnownColumns {
  /** `headerKey` of it. */
  key: string
  columns: Columns
}

export type OpenedStatement =
  | (AnalysedTable & { kind: 'read'; statement: Statement })
  /** Nothing proves which column is which: why, and what is most likely. */
  | (AnalysedTable & { kind: 'asks'; why: string; likely: Partial<Columns> })
  /** Several sheets, or sheets that are one, may be the statement. */
  | { kind: 'asks sheets'; choices: readonly number[][] }
  /** No row has a date and an amount. */
  | { kind: 'no table' }

/**
 * The identity of a row: day, amount, narration and balance, blanks and case aside. Two equal transfers of one day differ in the balance
 * after them, or in their payment numbers where there is none (behaviour 15.10).
 */
export const identifyRow = (row: Omit<Payment, 'line'>): string => {
  const distinguisher = row.balance === undefined ? row.reference.trim() : String(row.balance)
  return [row.day, row.amount, distinguisher, row.narration.replace(/\s+/g, '').toUpperCase()].join(
    '|',
  )
}

/** Lines below a row that its narration may run over. */
const maxContinuationLines = 12

/** The columns of amounts and the balance. */
const amountColumns = ({ money, balance }: Columns): number[] => {
  const columns = money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]
  return balance === undefined ? columns : [...columns, balance]
}

/** The columns with texts: the one with most letters first, for a narration has some. */
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

/** SBI breaks a word with a newline and a blank. */
const joinBrokenWords = (text: string) => text.replaceAll('\n ', '').trim()

const readNumbers = ({ narration, reference }: Payment) =>
  readNarration(narration, reference).numbers.filter((number) => !mobilePrefix.test(number))

const hasNumber = (cell: string) => /\d[\d\s]{7,}\d|\d(?:\.\d+)?E\+1[01]/i.test(cell)

/** A line that only goes on with the texts of the row above. */
const isContinuation = ({ cells }: FileRow, columns: Columns): boolean =>
  [columns.day, ...amountColumns(columns)].every((column) => isEmptyCell(cells[column] ?? '')) &&
  cells.some((cell) => /[a-z0-9]/i.test(cell))

const formatLine = ({ cells }: FileRow) =>
  cells.map(joinBrokenWords).filter(Boolean).join(' · ').slice(0, 200)

/** All texts of a row except its day and its amounts. */
const formatTexts = ({ cells }: FileRow, columns: Columns): string => {
  const others = [columns.day, ...amountColumns(columns)]
  return cells
    .filter((_cell, column) => !others.includes(column))
    .map(joinBrokenWords)
    .filter(Boolean)
    .join(' · ')
    .slice(0, 200)
}

const noDirection = 'nothing says whether it came in or went out'
const noNumber = 'a part of it was refunded, and it has no number'
const describeTwin = (line: number) =>
  `it is the same as line ${line} in every column, so it may be a second payment or the same row twice`

/** A row with an amount, with its texts joined, and how much of it a report says was refunded. */
interface Moved {
  /** Its place in the table. */
  at: number
  payment: Payment
  back: Paise
  row: FileRow
}

/** Joins the texts of a row with those of the lines below that only go on with them. */
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

/** The rows with an amount, in the order of the file. */
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
    // The payer's name, address and note may have a column each.
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

/** The amounts that a row may show: whatever is money, and the digits in the columns of amounts. */
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

/** Writes a refund that a report tells beside its payment as a bank would: a row that takes it back by its number. */
const splitRefunds = (moved: readonly Moved[], hasBalance: boolean): Payment[] => {
  // The report may also have a separate row for the payment.
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

/** The last line, where it has a day and ends before its amount. */
const findCutOff = (
  table: readonly FileRow[],
  { balance = 0, day }: Columns,
): number | undefined => {
  const last = table.findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const isCut = last && last.cells.length <= balance && last.cells.length > day + 1
  return isCut && readDay(last.cells[day] ?? '') ? last.line : undefined
}

/** States of an attempt that moved no money: such a row is not a return of the payment that succeeded. */
const neverMoved = /^\s*(?:failed|failure|declined|expired|cancelled|canceled|timed? ?out)\b/i

export const readStatement = (
  table: readonly FileRow[],
  columns: Columns,
  layout: TableLayout,
): Statement => {
  const read = readTable(table, columns)
  const proof = findDirectionProof(table, read, columns)
  const moved: Moved[] = []
  const unproven: Payment[] = []
  const unreadable: UnreadableRow[] = []
  const uncounted = new Map<string, number>()
  const uncountedRows: UncountedRow[] = []
  const readTexts = makeTextReader(table, read, columns)
  const addUncounted = (written: FileRow, at: number) => {
    const readText = readTexts(at)
    const texts = written.cells.map((_cell, column) => readText(column))
    const sizes = listSizes(written, columns)
    uncountedRows.push({
      line: written.line,
      narration: texts.join(' / '),
      reference: texts.join('\n'),
      sizes,
    })
  }
  for (const row of read.rows) {
    const written = table[row.at]
    const mayBeReturn =
      row.kind === 'unreadable' ||
      (row.kind === 'aside' && row.stateText && !neverMoved.test(row.stateText))
    if (written && mayBeReturn) {
      addUncounted(written, row.at)
    }
    if (row.kind === 'unreadable' && written) {
      const unread: UnreadableRow = { line: row.line, text: formatLine(written), why: row.why }
      if (row.day !== undefined) {
        unread.day = row.day
      }
      unreadable.push(unread)
    }
    if (row.kind === 'aside' && row.stateText) {
      uncounted.set(row.stateText, (uncounted.get(row.stateText) ?? 0) + 1)
    }
  }
  const linesById = new Map<string, number>()
  for (const { at, payment, back, row } of collectMoved(table, read, columns, layout)) {
    const { line } = payment
    const id = identifyRow(payment)
    const twin = linesById.get(id)
    linesById.set(id, twin ?? line)
    const refuse = (why: string) => {
      unreadable.push({ line, text: formatLine(row), why })
      addUncounted(row, at)
    }
    if (back > 0 && readNumbers(payment).length === 0) {
      refuse(noNumber)
    } else if (twin !== undefined) {
      unreadable.push({ line, text: formatLine(row), why: describeTwin(twin), isTwin: true })
    }
    // If a payment was fully or partly refunded, the report itself shows that it had come in.
    else if (proof.kind === 'by words' && payment.amount > 0 && back === 0) {
      const direction = proof.findDirection(row)
      if (direction === 'debit') {
        moved.push({ at, payment: { ...payment, amount: -payment.amount }, back, row })
      } else if (direction === 'credit') {
        moved.push({ at, payment, back, row })
      } else {
        refuse(noDirection)
      }
    } else {
      moved.push({ at, payment, back, row })
      if (proof.kind === 'not proven' && payment.amount > 0 && !proof.isMarked(row)) {
        unproven.push({ ...payment, narration: formatTexts(row, columns) })
      }
    }
  }
  const rows = splitRefunds(moved, read.chain !== undefined)
  const days = rows.map(({ day }) => day).sort()
  const first = days[0]
  const last = days.at(-1)
  return {
    columns,
    rows,
    unreadable: unreadable.sort((left, right) => left.line - right.line),
    chain: read.chain,
    uncounted,
    uncountedRows,
    cutAt: findCutOff(table, columns),
    days: first && last ? { first, last } : undefined,
    unproven,
  }
}

/** Why a report is not read yet by the columns that were chosen. */
const findOpenQuestion = (table: readonly FileRow[], columns: Columns, layout: TableLayout) => {
  const { column = 0, stateText, line, likely } = findUnchosenColumn(table, layout, columns) ?? {}
  const name = layout.header[column]?.trim() || `Column ${column + 1}`
  const why = `Line ${line} says “${stateText}” under “${name}”, and would count as received. Choose that column, too.`
  if (likely) {
    return { why, likely }
  }
  if (
    findStateWords(table, layout, columns).some((word) => !columns.asked?.includes(word.column))
  ) {
    return {
      why: 'Some columns have only a few different words. Do any of these mean “received”?',
      likely: columns,
    }
  }
  return columns.isPaise === undefined && mayBePaise(table, columns)
    ? { why: 'All amounts are large whole numbers. Are they rupees or paise?', likely: columns }
    : undefined
}

const noBalance =
  'No column of this file works as a running balance: it may be an app’s report. Say which column is which. You are asked only once.'
const severalHold =
  'The balances of this file add up in more than one way. Say which column is which, including the balance.'

const hasFraction = (table: readonly FileRow[], columns: Columns) =>
  table.some(({ cells }) =>
    amountColumns(columns).some((column) => /\d\.\d/.test(cells[column] ?? '')),
  )

/** The columns that organisers chose for this header row before, unless the file has a balance that they leave out. */
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
 * Opens the sheets that were chosen, or the only one that may be a statement. Columns that were chosen just now win; then those that its
 * balances prove, or that an organiser chose for its header row before; else it asks. A file whose balances do not hold is read anyway,
 * for its refusal names the line.
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

import * as v from 'valibot'
import type { Paise } from '../money'
import { type Day, isRealDay } from '../slot'
import { type FileRow, isEmptyCell, mostBalance, mostPaise, readDay } from './cells'
import type { Chain } from './chain'
import { type Columns, headerKey, type Looks, readTable } from './columns'
import { mobile, readNarration } from './narration'
import { findUnchosen, findWords, guessColumns, mayBePaise } from './report'
import { type SeenTable, seeSheets } from './sheets'

export const daySchema = v.pipe(
  v.string(),
  v.check((text) => isRealDay(text) && text.startsWith('20'), 'A day is written 2025-10-01.'),
  v.transform((text) => text as Day),
)

/** A movement of money that a statement shows, as it leaves the browser. */
export const paymentSchema = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000_000)),
  day: daySchema,
  /** Paise that came (above 0) or went (below 0). */
  amount: v.pipe(v.number(), v.integer(), v.minValue(-mostPaise), v.maxValue(mostPaise), v.notValue(0)),
  narration: v.pipe(v.string(), v.maxLength(1000)),
  /** The row's other texts with a number in them, one a line. */
  reference: v.pipe(v.string(), v.maxLength(100)),
  /** What the account held after it; a merchant app's report has none. */
  balance: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-mostBalance), v.maxValue(mostBalance))),
})

export type Payment = v.InferOutput<typeof paymentSchema>

/** A line that means to be a movement of money and cannot be read whole; shown with its reason, never taken for a 0. */
export interface UnreadableRow {
  line: number
  /** As it stands in the file. */
  text: string
  why: string
  /** It is read, and the same as another line. */
  isTwin?: true
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
  /** The first and last day that a row stands on, where there is one. */
  days: { first: Day; last: Day } | undefined
}

/** Columns that an organiser chose for files with this header row. */
export interface KnownColumns {
  /** `headerKey` of it. */
  key: string
  columns: Columns
}

export type OpenedStatement =
  | (SeenTable & { kind: 'read'; statement: Statement })
  /** Nothing proves which column is which: why, and what is most likely. */
  | (SeenTable & { kind: 'asks'; why: string; likely: Partial<Columns> })
  /** Several sheets, or sheets that are one, may be the statement. */
  | { kind: 'asks sheets'; choices: readonly number[][] }
  /** No row has a date and an amount. */
  | { kind: 'no table' }

/**
 * The identity of a row: day, amount, narration and balance, blanks and case aside. Two equal transfers of one day differ in the balance
 * after them, or in their payment numbers where there is none (behaviour 15.10).
 */
export const identifyRow = (row: Omit<Payment, 'line'>): string => {
  const told = row.balance === undefined ? row.reference.trim() : String(row.balance)
  return [row.day, row.amount, told, row.narration.replace(/\s+/g, '').toUpperCase()].join('|')
}

/** Lines below a row that its narration may run over. */
const mostContinued = 12

/** The columns in which what moved and what was left stands. */
const amountColumns = ({ money, balance }: Columns): number[] => [
  ...(money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]),
  ...(balance === undefined ? [] : [balance]),
]

/** The columns with texts: the one with most letters first, for a narration has some. */
const textColumns = (rows: readonly FileRow[], columns: Columns, looks: Looks): number[] => {
  const { states, refunds = [] } = columns
  const taken = new Set([...looks.days, ...looks.sides, ...states, ...refunds, ...amountColumns(columns)])
  const [first, ...others] = rows.slice(0, 400)
  const countLetters = (column: number) =>
    rows.slice(0, 400).reduce((sum, { cells }) => sum + (cells[column] ?? '').replace(/[^a-z]+/gi, '').length, 0)
  // What every row has tells nothing of a payment.
  const isTelling = (column: number) =>
    rows.length < 3 || others.some(({ cells }) => cells[column] !== first?.cells[column])
  return Array.from({ length: Math.max(0, ...rows.map(({ cells }) => cells.length)) }, (_none, column) => column)
    .filter((column) => !taken.has(column) && isTelling(column))
    .map((column) => ({ column, letters: countLetters(column) }))
    .sort((one, other) => other.letters - one.letters)
    .map(({ column }) => column)
}

/** SBI breaks a word with a newline and a blank. */
const joinBroken = (text: string) => text.replaceAll('\n ', '').trim()

const readNumbers = ({ narration, reference }: Payment) =>
  readNarration(narration, reference).numbers.filter((number) => !mobile.test(number))

const tellsNumber = (cell: string) => /\d[\d\s]{7,}\d|\d(?:\.\d+)?E\+1[01]/i.test(cell)

/** A line that only goes on with the texts of the row above. */
const isContinued = ({ cells }: FileRow, columns: Columns): boolean =>
  [columns.day, ...amountColumns(columns)].every((column) => isEmptyCell(cells[column] ?? '')) &&
  cells.some((cell) => /[a-z0-9]/i.test(cell))

const twinWords = (line: number) =>
  `it is the same as line ${line} in every column, so it may be a second payment or the same row twice`

export const readStatement = (table: readonly FileRow[], columns: Columns, looks: Looks): Statement => {
  const { rows: read, chain } = readTable(table, columns)
  const moving = read.flatMap((row) => (row.kind === 'row' && row.amount !== 0 ? (table[row.at] ?? []) : []))
  const texts = textColumns(moving, columns, looks)
  const text = columns.text ?? texts[0] ?? -1
  const others = texts.filter((column) => column !== text)
  const moved: { one: Payment; back: Paise }[] = []
  const unreadable: UnreadableRow[] = []
  const lines = new Map<string, number>()
  const uncounted = new Map<string, number>()
  for (const row of read) {
    const { line } = row
    const { cells = [] } = table[row.at] ?? {}
    const written = () => cells.map(joinBroken).filter(Boolean).join(' · ').slice(0, 200)
    if (row.kind === 'unreadable') unreadable.push({ line, text: written(), why: row.why })
    if (row.kind === 'aside' && row.said) uncounted.set(row.said, (uncounted.get(row.said) ?? 0) + 1)
    if (row.kind !== 'row' || row.amount === 0) continue
    const own = [cells]
    for (let below = row.at + 1; below <= row.at + mostContinued; below += 1) {
      const next = table[below]
      if (!next || read[below]?.kind !== 'aside' || !isContinued(next, columns)) break
      own.push(next.cells)
    }
    const joined = (column: number) =>
      joinBroken(
        own
          .map((part) => part[column]?.trim() ?? '')
          .filter(Boolean)
          .join('\n'),
      )
    const one: Payment = {
      line,
      day: row.day,
      amount: row.amount,
      // A report has a column for each of the payer's name, address and note.
      narration: [text, ...(columns.balance === undefined ? others : [])]
        .map(joined)
        .filter((cell, at) => at === 0 || /[a-z]/i.test(cell))
        .join(' / ')
        .slice(0, 1000),
      reference: others.map(joined).filter(tellsNumber).join('\n').slice(0, 100),
      ...(row.balance === undefined ? {} : { balance: row.balance }),
    }
    const id = identifyRow(one)
    const twin = lines.get(id)
    if (row.back && readNumbers(one).length === 0)
      unreadable.push({ line, text: written(), why: 'money of it was refunded, and it has no number' })
    else if (twin === undefined) moved.push({ one, back: row.back ?? 0 })
    else unreadable.push({ line, text: written(), why: twinWords(twin), isTwin: true })
    lines.set(id, twin ?? line)
  }
  // What was refunded takes it from its payment by their number, as a bank's own row would; a report may have a row for each.
  const paid = new Set(moved.flatMap(({ one, back }) => (chain || back || one.amount < 0 ? [] : readNumbers(one))))
  const rows = moved.flatMap(({ one, back }): Payment[] => {
    const isPaid = back > 0 && readNumbers(one).some((number) => paid.has(number))
    return [...(isPaid ? [] : [one]), ...(back > 0 ? [{ ...one, amount: -back }] : [])]
  })
  const days = rows.map(({ day }) => day).sort()
  const end = table.findLast(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const isCut = end && end.cells.length <= (columns.balance ?? 0) && end.cells.length > columns.day + 1
  const [first, last] = [days[0], days.at(-1)]
  return {
    columns,
    rows,
    unreadable,
    chain,
    uncounted,
    cutAt: isCut && readDay(end.cells[columns.day] ?? '') ? end.line : undefined,
    days: first && last ? { first, last } : undefined,
  }
}

/** Why a report is not read yet by the columns that were chosen. */
const findOpen = (table: readonly FileRow[], columns: Columns, looks: Looks) => {
  const { column = 0, said, line, likely } = findUnchosen(table, looks, columns) ?? {}
  const name = looks.header[column]?.trim() || `Column ${column + 1}`
  const why = `Line ${line} says “${said}” under “${name}”, and would count as received. Choose that column, too.`
  if (likely) return { why, likely }
  if (findWords(table, looks, columns).some((word) => !columns.asked?.includes(word.column)))
    return {
      why: 'Some columns have only a few different words. Do any of these mean that the money came?',
      likely: columns,
    }
  return columns.isPaise === undefined && mayBePaise(table, columns)
    ? { why: 'All amounts are large whole numbers. Are they rupees or paise?', likely: columns }
    : undefined
}

/** Why the columns are asked. */
const [noBalance, severalHold] = [
  'No column of this file works as a running balance: it may be an app’s report. Say which column is which. You are asked only once.',
  'The balances of this file follow from each other in more than one way. Say which column is which, including the balance.',
]

/**
 * Opens the sheets that were chosen, or the only one that may be a statement, by the columns that were chosen just now, that its balances
 * prove, or that an organiser chose for its header row before; else it asks (behaviour 15.3). A choice without the balance that a file has
 * is passed over. A file whose balances do not hold is read all the same, for its refusal names the line.
 */
export const openStatement = (
  tables: readonly (readonly FileRow[])[],
  known: readonly KnownColumns[],
  chosen?: KnownColumns,
  sheets = [...tables.keys()],
): OpenedStatement => {
  const seen = seeSheets(tables, sheets)
  if (seen.length > 1) return { kind: 'asks sheets', choices: seen.map((table) => table.sheets) }
  const [one] = seen
  if (!one) return { kind: 'no table' }
  const { table, looks, choice } = one
  const read = (columns: Columns): OpenedStatement => {
    const open = columns.balance === undefined ? findOpen(table, columns, looks) : undefined
    return open
      ? { kind: 'asks', ...one, ...open }
      : { kind: 'read', ...one, statement: readStatement(table, columns, looks) }
  }
  const isLayout = ({ key, columns }: KnownColumns) =>
    key === headerKey(looks.header) && (columns.balance !== undefined || choice.kind === 'no balance')
  if (chosen && isLayout(chosen)) return read(chosen.columns)
  if (choice.kind === 'proved') return read(choice.columns)
  const hasFraction = (columns: Columns) =>
    table.some(({ cells }) => amountColumns(columns).some((column) => /\d\.\d/.test(cells[column] ?? '')))
  const mine = known.find((one) => isLayout(one) && !(one.columns.isPaise && hasFraction(one.columns)))
  if (mine) return read(mine.columns)
  if (choice.kind === 'broken') return read(choice.columns)
  const [why, guess] =
    choice.kind === 'several' ? [severalHold, choice.columns[0]] : [noBalance, guessColumns(table, looks)]
  return { kind: 'asks', ...one, why, likely: chosen?.columns ?? guess ?? {} }
}

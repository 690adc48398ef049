import * as v from 'valibot'
import { type Day, isRealDay } from '../slot'
import { type FileRow, isEmptyCell, mostBalance, mostPaise, readDay } from './cells'
import type { Chain } from './chain'
import {
  type Choice,
  type Columns,
  chooseColumns,
  guessColumns,
  headerKey,
  type Looks,
  lookAt,
  readTable,
} from './columns'

export const daySchema = v.pipe(
  v.string(),
  v.check((text) => isRealDay(text), 'A day is written 2025-10-01.'),
  v.transform((text) => text as Day),
)

/** A movement of money that a statement shows, as it leaves the browser. */
export const paymentSchema = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
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

/** A file's table, how its cells look, and what its balances say of its columns. */
interface SeenTable {
  table: readonly FileRow[]
  looks: Looks
  choice: Choice
}

export type OpenedStatement =
  | (SeenTable & { kind: 'read'; statement: Statement })
  /** Nothing proves which column is which: why, and what is most likely. */
  | (SeenTable & { kind: 'asks'; why: string; likely: Partial<Columns> })
  /** No row has a date and an amount. */
  | { kind: 'no table' }

/**
 * The identity of a row: day, amount, narration and balance, blanks and case aside. Two equal transfers of one day differ
 * in the balance after them, so overlapping downloads find the same row twice and never two rows as one. Without a
 * balance the payment number takes its place (behaviour 15.10).
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
  const taken = new Set([...looks.days, ...looks.sides, ...columns.states, ...amountColumns(columns)])
  const [first, ...others] = rows.slice(0, 400)
  const lettersOf = (column: number) =>
    rows.slice(0, 400).reduce((sum, { cells }) => sum + (cells[column] ?? '').replace(/[^a-z]+/gi, '').length, 0)
  // What every row has tells nothing of a payment.
  const isTelling = (column: number) =>
    rows.length < 3 || others.some(({ cells }) => cells[column] !== first?.cells[column])
  return Array.from({ length: Math.max(0, ...rows.map(({ cells }) => cells.length)) }, (_none, column) => column)
    .filter((column) => !taken.has(column) && isTelling(column))
    .map((column) => ({ column, letters: lettersOf(column) }))
    .sort((one, other) => other.letters - one.letters)
    .map(({ column }) => column)
}

/** SBI breaks a word with a newline and a blank. */
const joinBroken = (text: string) => text.replaceAll('\n ', '').trim()

const tellsNumber = (cell: string) => /\d[\d\s]{7,}\d|\d(?:\.\d+)?E\+1[01]/i.test(cell)

/** A line that only goes on with the texts of the row above. */
const isContinued = ({ cells }: FileRow, columns: Columns): boolean =>
  [columns.day, ...amountColumns(columns)].every((column) => isEmptyCell(cells[column] ?? '')) &&
  cells.some((cell) => /[a-z0-9]/i.test(cell))

const twinWords = (line: number) =>
  `it is the same as line ${line} in every column, so that nothing tells a second payment from a row that stands twice`

/** Reads a table by columns that were proved or chosen. */
export const readStatement = (table: readonly FileRow[], columns: Columns, looks: Looks): Statement => {
  const { rows: read, chain } = readTable(table, columns)
  const moving = read.flatMap((row) => (row.kind === 'row' && row.amount !== 0 ? (table[row.at] ?? []) : []))
  const texts = textColumns(moving, columns, looks)
  const text = columns.text ?? texts[0] ?? -1
  const others = texts.filter((column) => column !== text)
  const rows: Payment[] = []
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
    if (twin === undefined) rows.push(one)
    else unreadable.push({ line, text: written(), why: twinWords(twin), isTwin: true })
    lines.set(id, twin ?? line)
  }
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

const asks = {
  'no balance':
    'No column of this file proves itself as the balance: it may be an app’s report. Say which column is which; it is asked once.',
  several:
    'The balances of this file follow from each other in more than one way. Say which column is which, the balance among them.',
} as const

/**
 * Opens what a file's reader found: the first table for which columns were chosen just now, that its balances prove, or whose header
 * row an organiser has chosen columns for before; else it asks (behaviour 15.3). A choice without the balance that a file has is passed
 * over. A file whose balances do not hold is read all the same, for its refusal names the line.
 */
export const openStatement = (
  tables: readonly (readonly FileRow[])[],
  known: readonly KnownColumns[],
  chosen?: KnownColumns,
): OpenedStatement => {
  const seen = tables.flatMap((table): SeenTable[] => {
    const looks = lookAt(table)
    return looks ? [{ table, looks, choice: chooseColumns(table, looks) }] : []
  })
  const read = (one: SeenTable, columns: Columns): OpenedStatement => ({
    kind: 'read',
    ...one,
    statement: readStatement(one.table, columns, one.looks),
  })
  const isOf =
    ({ looks, choice }: SeenTable) =>
    ({ key, columns }: KnownColumns) =>
      key === headerKey(looks.header) && (columns.balance !== undefined || choice.kind === 'no balance')
  for (const one of seen) if (chosen && isOf(one)(chosen)) return read(one, chosen.columns)
  for (const one of seen) if (one.choice.kind === 'proved') return read(one, one.choice.columns)
  for (const one of seen) {
    const mine = known.find(isOf(one))
    if (mine) return read(one, mine.columns)
  }
  for (const one of seen) if (one.choice.kind === 'broken') return read(one, one.choice.columns)
  const [first] = seen
  if (!first) return { kind: 'no table' }
  const { choice, looks } = first
  return {
    kind: 'asks',
    ...first,
    why: asks[choice.kind === 'several' ? 'several' : 'no balance'],
    likely: choice.kind === 'several' ? (choice.columns[0] ?? {}) : guessColumns(looks),
  }
}

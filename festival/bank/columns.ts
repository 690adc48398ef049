import * as v from 'valibot'
import type { Day } from '../slot'
import {
  type FileRow,
  isEmptyCell,
  looksLikeDay,
  type Money,
  mostPaise,
  type Paise,
  plainName,
  readDay,
  readMoney,
  readSide,
  signed,
} from './cells'
import { type Chain, checkChain, type Link } from './chain'

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
  states: v.optional(v.pipe(v.array(index), v.maxLength(4)), []),
  /** Where the payer's note stands; left out, the column with most letters that is nothing else. */
  text: v.optional(index),
})

export type Columns = v.InferOutput<typeof columnsSchema>

/** The names of a header row as they are compared; the second of two equal names gets a 2: Kotak has `Dr / Cr` twice. */
const plainNames = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return cells.map((cell) => {
    const plain = plainName(cell)
    const count = (seen.get(plain) ?? 0) + 1
    seen.set(plain, count)
    return plain === '' || count === 1 ? plain : `${plain}${count}`
  })
}

/** What a choice of columns is remembered by: the header row's names in their order. */
export const headerKey = (header: readonly string[]): string => plainNames(header).join(' ').trim()

/** What a row says by some columns. */
export type RowReading =
  | { kind: 'row'; day: Day; amount: Paise; balance: Paise | undefined }
  /** An opening or closing balance: it moves nothing. */
  | { kind: 'balance'; day: Day; balance: Paise }
  /** Letterhead, rulers, sums below the table; `said` is what a report calls a payment that was not clearly received. */
  | { kind: 'aside'; said?: string }
  | { kind: 'unreadable'; why: string }

type Amount = { paise: Paise } | { why: string } | 'empty'

const tidy = (text: string) => text.trim().slice(0, 40)
const quote = (text: string) => `“${tidy(text)}”`
const notMoney = (text: string) => ({ why: `${quote(text)} is not an amount` })

const sizeOf = ({ size, isMinus }: Money): Paise => (isMinus && size > 0 ? -size : size)

const readTwo = (debit: string, credit: string): Amount => {
  const [gone, come] = [readMoney(debit), readMoney(credit)]
  if (!gone && !isEmptyCell(debit)) return notMoney(debit)
  if (!come && !isEmptyCell(credit)) return notMoney(credit)
  const [out, into] = [gone ? sizeOf(gone) : 0, come ? sizeOf(come) : 0]
  if (out !== 0 && into !== 0) return { why: 'it has an amount on both sides' }
  return out === 0 && into === 0 ? 'empty' : { paise: into - out }
}

const readAmountCell = (text: string, side: string | undefined): Amount => {
  if (isEmptyCell(text)) return 'empty'
  const money = readMoney(text)
  if (!money) return notMoney(text)
  if (money.size === 0) return 'empty'
  if (side === undefined) return { paise: signed(money) }
  const told = readSide(side)
  if (!told) return { why: `${quote(side)} tells neither credit nor debit` }
  return { paise: told === 'debit' || money.isMinus ? -money.size : money.size }
}

/** The state words of merchant apps for money that came, and for money that went back; anything else counts for nothing. */
const received =
  /^(?:txn )?(?:success(?:ful)?|succeeded|completed?|captured|settled|processed|credit(?:ed)?|cr|received|paid|payment(?: received)?|money received|collect(?:ed)?|acquiring|sale|ok)$/
const returned = /refund|revers|return|charge ?back|debit(?:ed)?\b|^dr$/

/** What a report's own words say of a row: came, went back, or neither for certain. */
const readStates = (cells: readonly string[]): 'received' | 'returned' | 'neither' => {
  const words = cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  )
  if (words.every((word) => received.test(word))) return 'received'
  return words.every((word) => received.test(word) || returned.test(word)) ? 'returned' : 'neither'
}

/** Reads one row by some columns. */
export const readRow = ({ cells }: FileRow, columns: Columns): RowReading => {
  const { day, money, balance, balanceSide, states } = columns
  const cell = (column: number) => cells[column] ?? ''
  const amount =
    money.kind === 'two columns'
      ? readTwo(cell(money.debit), cell(money.credit))
      : readAmountCell(cell(money.amount), money.kind === 'with side' ? cell(money.side) : undefined)
  const left = balance === undefined ? undefined : readMoney(cell(balance))
  const on = readDay(cell(day))
  if (!on) {
    if (amount === 'empty' || 'why' in amount || !looksLikeDay(cell(day))) return { kind: 'aside' }
    return { kind: 'unreadable', why: `${quote(cell(day))} is not a date` }
  }
  const isOwed = balanceSide !== undefined && readSide(cell(balanceSide)) === 'debit'
  const after = left && (isOwed ? -left.size : signed(left))
  if (balance !== undefined && after === undefined) {
    if (amount === 'empty' && isEmptyCell(cell(balance))) return { kind: 'aside' }
    const why = isEmptyCell(cell(balance)) ? 'it has no balance' : `${quote(cell(balance))} is not a balance`
    return { kind: 'unreadable', why }
  }
  if (amount === 'empty')
    return after === undefined
      ? { kind: 'unreadable', why: 'it has no amount' }
      : { kind: 'balance', day: on, balance: after }
  if ('why' in amount) return { kind: 'unreadable', ...amount }
  if (Math.abs(amount.paise) > mostPaise)
    return { kind: 'unreadable', why: 'its amount is too much for a festival: is the column of amounts another one?' }
  const said = states.length > 0 ? readStates(states.map(cell)) : 'received'
  if (said === 'neither') return { kind: 'aside', said: states.map(cell).map(tidy).filter(Boolean).join(', ') }
  return { kind: 'row', day: on, amount: said === 'returned' ? -Math.abs(amount.paise) : amount.paise, balance: after }
}

/** What some columns come to in a table. */
export interface Reading {
  columns: Columns
  /** One for each row that was asked for, in the file's order. */
  rows: readonly (RowReading & { at: number })[]
}

export const linksOf = (table: readonly FileRow[], rows: Reading['rows']): Link[] =>
  rows.flatMap((row) => {
    const line = table[row.at]?.line ?? 0
    if (row.kind === 'balance') return [{ line, day: row.day, amount: 0, balance: row.balance }]
    return row.kind === 'row' && row.balance !== undefined
      ? [{ line, day: row.day, amount: row.amount, balance: row.balance }]
      : []
  })

export const readRows = (table: readonly FileRow[], at: readonly number[], columns: Columns): Reading['rows'] =>
  at.flatMap((position) => {
    const row = table[position]
    return row ? [{ at: position, ...readRow(row, columns) }] : []
  })

/** The whole table read by some columns, with the proof where there is a balance. */
export const readTable = (table: readonly FileRow[], columns: Columns): Reading & { chain: Chain | undefined } => {
  const rows = readRows(table, [...table.keys()], columns)
  return { columns, rows, chain: columns.balance === undefined ? undefined : checkChain(linksOf(table, rows)) }
}

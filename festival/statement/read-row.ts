import type { Link } from './balance-chain'
import type { Columns } from './find-header'
import { isEmptyAmount, readAmount } from './read-amount'
import { looksLikeDay, readDay } from './read-day'
import { type FileRow, mostBalance, mostPaise, type Paise, type StatementRow } from './row'
import { writePaise } from './write-paise'

/** A line that means to be a movement of money and cannot be read whole; shown with its reason, never taken for a 0. */
export interface UnreadableRow {
  line: number
  /** As it stands in the file. */
  text: string
  why: string
  /** What could be read all the same, for the balance chain. */
  amount?: Paise
  balance?: Paise
}

export type ReadRow =
  | { kind: 'row'; row: StatementRow; isGivenBack: boolean }
  /** `isDated`: its date cell means to be a date; without one it may be the sums that some banks write below the table. */
  | { kind: 'unreadable'; row: UnreadableRow; isDated: boolean }
  /** An opening or closing balance, written as a row of its own: a link of the chain that moves nothing. */
  | { kind: 'balance'; link: Link }
  /** Letterhead, a ruler of asterisks, a footer, a heading that is repeated, a payment that failed. */
  | { kind: 'aside' }

type Amount = { paise: Paise } | { why: string }

const quote = (text: string) => `“${text.trim().slice(0, 40)}”`

/** SBI breaks a word with a newline and a blank; elsewhere a newline stands for a blank. */
const joinLines = (text: string) => text.replaceAll('\n ', '').replaceAll('\n', ' ').trim()

const readTwoColumns = (debit: string, credit: string): Amount => {
  const [gone, come] = [debit, credit].map((text) => (isEmptyAmount(text) ? 0 : readAmount(text)))
  if (gone === undefined) return { why: `${quote(debit)} is not an amount` }
  if (come === undefined) return { why: `${quote(credit)} is not an amount` }
  if (gone !== 0 && come !== 0) return { why: 'it has an amount on both sides' }
  if (gone === 0 && come === 0) return { why: 'it has no amount' }
  return { paise: come - gone }
}

const readDirected = (text: string, direction: string): Amount => {
  const paise = isEmptyAmount(text) ? undefined : readAmount(text)
  if (paise === undefined) return { why: isEmptyAmount(text) ? 'it has no amount' : `${quote(text)} is not an amount` }
  if (paise === 0) return { why: 'it has no amount' }
  const side = direction
    .trim()
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  if (/^(cr|c|credit)$/.test(side)) return { paise: Math.abs(paise) }
  if (/^(dr|d|debit)$/.test(side)) return { paise: -Math.abs(paise) }
  return { why: `${quote(direction)} tells neither credit nor debit` }
}

const givenBack = /refund|revers|chargeback/i

const readMoney = (money: Columns['money'], cell: (column: number) => string): Amount => {
  if (money.kind === 'two columns') return readTwoColumns(cell(money.debit), cell(money.credit))
  if (money.kind === 'with direction') return readDirected(cell(money.amount), cell(money.direction))
  return readDirected(
    cell(money.amount),
    money.type !== undefined && givenBack.test(cell(money.type)) ? 'debit' : 'credit',
  )
}

const readBalance = (columns: Columns, cell: (column: number) => string): Amount | undefined => {
  if (columns.balance === undefined) return undefined
  const text = cell(columns.balance)
  const paise = readAmount(text)
  if (paise === undefined) return { why: text.trim() === '' ? 'it has no balance' : `${quote(text)} is not a balance` }
  const isOwed = columns.balanceDirection !== undefined && /^dr?$/i.test(cell(columns.balanceDirection).trim())
  return { paise: isOwed ? -Math.abs(paise) : paise }
}

const balanceRow =
  /^\W*(?:opening balance|closing balance|balance (?:b\/f|c\/f)|b\/f|c\/f|(?:brought|carried) forward)/i

/** Most often a column of payment numbers that was taken for one of money (behaviour 15.46). */
const tooMuch = 'is too much for a festival: is the column of amounts another one?'

const isEmpty = (text: string) => /^[\s*=_-]*$/.test(text)

/** Whether a line is none of the table's: nothing in its date cell, and no date or money anywhere it would stand. */
const isAside = (columns: Columns, cell: (column: number) => string, cells: readonly string[]): boolean => {
  if (cells.every(isEmpty)) return true
  if (looksLikeDay(cell(columns.day))) return false
  const { money } = columns
  const amounts = money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]
  return !amounts.some((column) => (readAmount(cell(column)) ?? 0) !== 0) || isEmpty(cell(columns.narration))
}

/** Reads one line below the header row. */
export const readRow = ({ line, cells }: FileRow, columns: Columns): ReadRow => {
  const cell = (column: number) => cells[column] ?? ''
  if (isAside(columns, cell, cells)) return { kind: 'aside' }
  const status = columns.only && cell(columns.only.column).trim().toUpperCase()
  if (columns.only && !columns.only.words.includes(status ?? '')) return { kind: 'aside' }
  const day = readDay(cell(columns.day))
  const amount = readMoney(columns.money, cell)
  const balance = readBalance(columns, cell)
  if (balanceRow.test(cell(columns.narration)) && 'why' in amount)
    return balance && 'paise' in balance
      ? { kind: 'balance', link: { line, amount: 0, balance: balance.paise } }
      : { kind: 'aside' }
  const known = {
    ...('paise' in amount ? { amount: amount.paise } : {}),
    ...(balance && 'paise' in balance ? { balance: balance.paise } : {}),
  }
  const fail = (why: string): ReadRow => ({
    kind: 'unreadable',
    isDated: looksLikeDay(cell(columns.day)),
    row: { line, text: cells.map(joinLines).filter(Boolean).join(' · ').slice(0, 200), why, ...known },
  })
  if (cells.slice(columns.count).some((text) => !isEmpty(text)))
    return fail(`it has ${cells.length} cells below ${columns.count} names`)
  if (!day) return fail(isEmpty(cell(columns.day)) ? 'it has no date' : `${quote(cell(columns.day))} is not a date`)
  if ('why' in amount) return fail(amount.why)
  if (balance && 'why' in balance) return fail(balance.why)
  if (Math.abs(amount.paise) > mostPaise) return fail(`${writePaise(amount.paise)} ${tooMuch}`)
  if (balance && Math.abs(balance.paise) > mostBalance) return fail(`${writePaise(balance.paise)} ${tooMuch}`)
  const row: StatementRow = {
    line,
    day,
    amount: amount.paise,
    narration: joinLines(cell(columns.narration)),
    reference: columns.reference === undefined ? '' : cell(columns.reference).trim(),
    ...(balance ? { balance: balance.paise } : {}),
  }
  return { kind: 'row', row, isGivenBack: columns.money.kind === 'received' && amount.paise < 0 }
}

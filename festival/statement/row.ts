import type { Day } from '../slot'

/** A row of a file as the organiser's browser read it: its line, counted from 1, and its cells as text. */
export interface FileRow {
  line: number
  cells: readonly string[]
}

/** Money in paise, always a whole number; no amount is ever a fraction of a rupee in a float. */
export type Paise = number

/** ₹10,00,00,000: no payment to a festival is above it, and the sum of all rows of a file stays a whole number (behaviour 15.46). */
export const mostPaise: Paise = 10_000_000_000

/** ₹1,00,000 crore: an account may belong to a university. */
export const mostBalance: Paise = 100_000_000_000_000

/** A movement of money that a statement shows, read whole. */
export interface StatementRow {
  line: number
  day: Day
  /** What came (above 0) or went (below 0). */
  amount: Paise
  narration: string
  /** What stands in the column of payment numbers, where the layout has one. */
  reference: string
  /** What the account held after it; a merchant app's report has none. */
  balance?: Paise
}

/**
 * The identity of a row: day, amount, narration and balance, blanks and case aside. Two equal transfers of one day differ
 * in the balance after them, so overlapping downloads find the same row twice and never two rows as one. Without a
 * balance the payment number takes its place (behaviour 15.10).
 */
export const identifyRow = (row: Omit<StatementRow, 'line' | 'balance'> & { balance?: Paise | undefined }): string => {
  const told = row.balance === undefined ? row.reference.trim() : String(row.balance)
  return [row.day, row.amount, told, row.narration.replace(/\s+/g, '').toUpperCase()].join('|')
}

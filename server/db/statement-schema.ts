import type { MoneyOutcome } from '../../festival/desk/states'
import type { Day } from '../../festival/slot'

/** The tables of the bank's statement; written as the others are (`schema.ts`). Amounts are whole paise. */
export interface StatementTables {
  bank_import: BankImportRow
  bank_row: BankRow
  bank_spending: BankSpendingRow
  bank_match: BankMatchRow
  bank_layout: BankLayoutRow
  bank_refund: BankRefundRow
}

/** A file that somebody imported. */
export interface BankImportRow {
  id: string
  at: string
  actor: string
  /** The id of the layout that it was read by. */
  layout: string
  /** The first and last day of the file itself. */
  first_day: Day
  last_day: Day
  /** How many rows it brought, known ones included. */
  rows: number
  /** A hash of what it brought; null for one of an earlier version. */
  content: string | null
}

/** A payment, or (below 0) what took one back; once, however many files it stands in. */
export interface BankRow {
  /** A hash of what tells it from others (`identifyRow`). */
  id: string
  /** The first file that it stood in. */
  import_id: string
  line: number
  day: Day
  amount: number
  /** Empty once the person was forgotten. */
  narration: string
  reference: string
  balance: number | null
}

/** A row that is allocated: its key is what lets that happen once. */
export interface BankSpendingRow {
  row_id: string
  /** One press about one payment; its allocations name it. */
  spending_id: string
}

/** Whom a row is allocated to: a record, or several that one payment was for. */
export interface BankMatchRow {
  id: string
  row_id: string
  record_id: string
  spending_id: string
  /** The share of this record; 0 of a row that words a payment of another file anew. */
  amount: number
  actor: string
  at: string
  /** Why it is theirs, or why a difference was accepted; empty where the match says it all. */
  reason: string
  /** The decision that verified the record by it; an id of its own where it was verified already. */
  decision_id: string | null
  /** The decision or the import that took it back; null while it holds. */
  freed_by: string | null
  /** 1: the bank took the payment back. */
  is_reversed: number
}

/** Columns that an organiser chose; its id is a hash of their header row. */
export interface BankLayoutRow {
  id: string
  /** JSON: `KnownColumns`. */
  layout: string
  actor: string
  at: string
}

/** Money that was given back, or is kept. */
export interface BankRefundRow {
  id: string
  record_id: string
  amount: number
  kind: MoneyOutcome
  /** How it was given back, or why it is kept. */
  note: string
  actor: string
  at: string
}

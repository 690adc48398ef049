import type { MoneyOutcome } from '../../festival/desk/states'
import type { ProposalState } from '../../festival/matching/proposal'
import type { Day } from '../../festival/slot'

/** The tables of the bank's statement; written as the others are (`schema.ts`). Amounts are whole paise. */
export interface StatementTables {
  bank_import: BankImportRow
  bank_import_row: CarriedRow
  bank_row: BankRow
  bank_spending: BankSpendingRow
  bank_match: BankMatchRow
  bank_finding: BankFindingRow
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
  /** 1: it noted all rows that it carried; 0 for one of an earlier version, which cannot be taken back. */
  lists_rows: number
  /** When and by whom it was taken back; its rows count for nothing then. */
  dropped_at: string | null
  dropped_by: string | null
}

/** That a file carried a row; of those that were not taken back. */
export interface CarriedRow {
  /** A hash of the two. */
  id: string
  import_id: string
  row_id: string
}

/** A payment, or (below 0) what took one back; once, however many files it stands in. */
export interface BankRow {
  /** A hash of what tells it from others (`identifyRow`). */
  id: string
  /** The first file that it stood in, of those that were not taken back. Of one that was, only rows stay that were spent before. */
  import_id: string
  line: number
  day: Day
  amount: number
  /** Empty once the person was forgotten. */
  narration: string
  reference: string
  balance: number | null
}

/** A row that was spent: its key is what lets that happen once. */
export interface BankSpendingRow {
  row_id: string
  /** One press about one proposal; its matches name it. */
  spending_id: string
}

/** What a row was spent on: a record, or several that one payment was for. */
export interface BankMatchRow {
  id: string
  row_id: string
  record_id: string
  spending_id: string
  /** The share of this record. */
  amount: number
  actor: string
  at: string
  /** Why a difference was accepted; else empty. */
  reason: string
  /** The decision that verified the record by it; an id of its own where it was verified already. */
  decision_id: string | null
  /** The decision or the import that took it back; null while it holds. */
  freed_by: string | null
  /** 1: the bank took the payment back. */
  is_reversed: number
}

/** What the newest import proposes of a record: for the record's page and its flags. */
export interface BankFindingRow {
  id: string
  record_id: string
  row_id: string
  state: ProposalState
}

/** A layout that an organiser made; its id is a hash of its columns' names. */
export interface BankLayoutRow {
  id: string
  /** JSON: a `Layout`. */
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

import type { Generated } from 'kysely'
import type { Day } from '../../festival/content/slot'
import type { MoneyOutcome } from '../../festival/contract/states'
import type { Paise } from '../../festival/payment/money'
import {
  column,
  integer,
  key,
  paise,
  type RowOf,
  text,
  textColumn,
  textOrEmpty,
  textOrNull,
} from './column'

/** The tables of the bank's statement; written as the others are (`schema.ts`). */
export const statementTables = {
  bank_import: {
    id: key,
    at: text,
    actor: text,
    /** The id of the layout that it was read by. */
    layout: text,
    /** The first and last day of the file itself. */
    first_day: textColumn<Day>(),
    last_day: textColumn<Day>(),
    rows: integer,
    /** A hash of what it brought; null for one of an earlier version. */
    content: textOrNull,
  },
  /** A payment, or (below 0) what took one back; once, however many files it stands in. */
  bank_row: {
    /** A hash of what tells it from others (`identifyRow`). */
    id: key,
    /** The first file that it stood in. */
    import_id: text,
    day: textColumn<Day>(),
    /** Empty once the person was forgotten. */
    narration: text,
    reference: text,
    line: integer,
    amount: paise,
    balance: column<Paise | null>('bigint'),
  },
  /** A row that is allocated: its key is what lets that happen once. */
  allocated_row: {
    row_id: key,
    /** One command about one payment; its allocations name it. */
    command_id: text,
  },
  /** Whom a row is allocated to: a record, or several that one payment was for. */
  allocation: {
    id: key,
    row_id: text,
    entry_id: text,
    command_id: text,
    actor: text,
    at: text,
    /** Why it is theirs, or why a difference was accepted; empty where the match says it all. */
    reason: text,
    /** The share of this record; 0 of a row that words a payment of another file anew. */
    amount: paise,
    /** The decision that verified the record by it; an id of its own where it was verified already. */
    decision_id: textOrNull,
    /** The decision or the import that took it back; null while it holds. */
    freed_by: textOrNull,
    /** 1: the bank took the payment back. */
    is_reversed: column<Generated<number>>('integer not null default 0'),
  },
  /** Columns that an organiser chose, as JSON (`KnownColumns`); the id is a hash of their header row. */
  bank_layout: { id: key, layout: text, actor: text, at: text },
  /** Money that was given back, or is kept. */
  refund: {
    id: key,
    entry_id: text,
    actor: text,
    at: text,
    amount: paise,
    kind: column<MoneyOutcome>("text not null default 'returned'"),
    /** How it was given back, or why it is kept. */
    note: textOrEmpty,
  },
}

export type BankImportRow = RowOf<typeof statementTables.bank_import>
export type StatementRow = RowOf<typeof statementTables.bank_row>
export type AllocationRow = RowOf<typeof statementTables.allocation>
export type RefundRow = RowOf<typeof statementTables.refund>

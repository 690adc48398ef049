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

/** Tables of bank statements, with the conventions of `schema.ts`. */
export const statementTables = {
  bank_import: {
    id: key,
    at: text,
    actor: text,
    /** The id of the column layout. */
    layout: text,
    /** The first and last day in the file. */
    first_day: textColumn<Day>(),
    last_day: textColumn<Day>(),
    rows: integer,
    /** A hash of its content. Null in rows of earlier versions. */
    content: textOrNull,
  },
  /**
   * A payment, or a reversal if `amount` is below 0. Stored once even if several files contain it.
   */
  bank_row: {
    /** A hash that identifies the row (`identifyRow`). */
    id: key,
    /** The first file that contained it. */
    import_id: text,
    day: textColumn<Day>(),
    /** Empty after the person was forgotten. */
    narration: text,
    reference: text,
    line: integer,
    amount: paise,
    balance: column<Paise | null>('bigint'),
  },
  /** The key makes sure that a row is allocated only once. */
  allocated_row: {
    row_id: key,
    /** The command that allocated the payment, also named by its allocations. */
    command_id: text,
  },
  /** The entry that a row is allocated to. One payment can be for several entries. */
  allocation: {
    id: key,
    row_id: text,
    entry_id: text,
    command_id: text,
    actor: text,
    at: text,
    /**
     * Why the payment belongs to the entry, or why a difference was accepted. Empty for a clear
     * match.
     */
    reason: text,
    /** The entry's share. 0 if the row repeats a payment of another file in different words. */
    amount: paise,
    /**
     * The decision that verified the entry by this payment. If the entry was already verified, an
     * unrelated id.
     */
    decision_id: textOrNull,
    /** The decision or import that freed it. Null while it is in force. */
    freed_by: textOrNull,
    /** 1: the bank reversed the payment. */
    is_reversed: column<Generated<number>>('integer not null default 0'),
  },
  /**
   * Columns chosen by an organiser, as JSON (`KnownColumns`). The id is a hash of the header row.
   */
  bank_layout: { id: key, layout: text, actor: text, at: text },
  /** Money that was returned, or kept instead of returned. */
  refund: {
    id: key,
    entry_id: text,
    actor: text,
    at: text,
    amount: paise,
    kind: column<MoneyOutcome>("text not null default 'returned'"),
    /** How it was returned, or why it is kept. */
    note: textOrEmpty,
  },
}

export type BankImportRow = RowOf<typeof statementTables.bank_import>
export type StatementRow = RowOf<typeof statementTables.bank_row>
export type AllocationRow = RowOf<typeof statementTables.allocation>
export type RefundRow = RowOf<typeof statementTables.refund>

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

export const statementTables = {
  bank_import: {
    id: key,
    at: text,
    actor: text,
    layout: text,
    first_day: textColumn<Day>(),
    last_day: textColumn<Day>(),
    rows: integer,
    /** A hash of the command. Null in earlier rows. */
    content: textOrNull,
  },
  /** A reversal if `amount` is negative. A row is stored once even if several files contain it. */
  bank_row: {
    /** Computed by `identifyRow`. */
    id: key,
    /** The first file that contained the row. */
    import_id: text,
    day: textColumn<Day>(),
    /** Emptied when the person's details are erased. */
    narration: text,
    reference: text,
    line: integer,
    amount: paise,
    balance: column<Paise | null>('bigint'),
  },
  /** Ensures that a row is allocated only once. */
  allocated_row: {
    row_id: key,
    command_id: text,
  },
  /** One payment can cover several entries. */
  allocation: {
    id: key,
    row_id: text,
    entry_id: text,
    command_id: text,
    actor: text,
    at: text,
    reason: text,
    /** The share of this entry. 0 if the row repeats a payment from another file. */
    amount: paise,
    /** No decision has this id if the entry was already verified. */
    decision_id: textOrNull,
    /** Null while the allocation is in force. */
    freed_by: textOrNull,
    /** 1: the bank has reversed the payment. */
    is_reversed: column<Generated<number>>('integer not null default 0'),
  },
  /** `layout` is JSON of `KnownColumns`. The id is a hash of the header row. */
  bank_layout: { id: key, layout: text, actor: text, at: text },
  refund: {
    id: key,
    entry_id: text,
    actor: text,
    at: text,
    amount: paise,
    kind: column<MoneyOutcome>("text not null default 'returned'"),
    note: textOrEmpty,
  },
  /** Where the participant wants the refund, in lower case. */
  refund_upi_id: { entry_id: key, upi_id: text, at: text },
}

export type BankImportRow = RowOf<typeof statementTables.bank_import>
export type StatementRow = RowOf<typeof statementTables.bank_row>
export type AllocationRow = RowOf<typeof statementTables.allocation>
export type RefundRow = RowOf<typeof statementTables.refund>

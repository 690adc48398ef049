import * as v from 'valibot'
import { maxPaise } from '../bank/cells'
import { columnsSchema } from '../bank/columns'
import type { ExpectedPayment, Match } from '../bank/match'
import { daySchema, type KnownColumns, type Payment, paymentSchema } from '../bank/statement'
import type { PaymentWindow } from '../bank/verdict'
import type { Paise } from '../payment/money'
import { hasVisibleText, uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { entryVersion, skipWords } from './decision'
import type { QueueRow } from './queue'
import { type MoneyChoice, type MoneyOutcome, moneyOutcomes, type ReviewStatus } from './states'

export const bankBounds = { rows: 20_000, bytes: 8 * 1024 * 1024, settledAtOnce: 200 } as const

/** The limit applies to payments and reversals together. */
export const tooManyRows = `A call brings at most ${bankBounds.rows} rows.`

const isPayment = v.check(({ amount }: Payment) => amount > 0, 'A payment is above 0.')
const isReversal = v.check(({ amount }: Payment) => amount < 0, 'A reversal is below 0.')

/**
 * The part of a file that leaves the browser: the rows that `choosePayments` selects, and its first
 * and last day.
 */
const file = {
  days: v.pipe(
    v.object({ first: daySchema, last: daySchema }),
    v.check(({ first, last }) => first <= last, 'The first day comes first.'),
  ),
  payments: v.array(v.pipe(paymentSchema, isPayment)),
  reversals: v.array(v.pipe(paymentSchema, isReversal)),
}

/** Compares a file with all stored rows. Stores nothing. */
export const previewFileSchema = v.object(file)
export type BankFile = v.InferOutput<typeof previewFileSchema>

export interface ShownExpected
  extends Omit<ExpectedPayment, 'paymentStatus'>,
    ReviewStatus,
    Pick<QueueRow, 'kind' | 'label' | 'eventName' | 'flags' | 'isShared'> {
  /** The flags have not been computed yet. */
  isUnindexed?: true
}

export const findPaymentsSchema = v.object({ q: v.pipe(v.string(), v.maxLength(100)) })

export interface ShownRow extends Omit<Payment, 'balance'> {
  /** Identifies the match in `settle`. A previewed row keeps it after the import. */
  id: string
  /** The same payment as other files word it. */
  otherNarrations?: string[]
  allocatedTo: { id: string; label: string }[]
}

/** A match with its rows and entries instead of their ids. */
export interface ShownMatch extends Omit<Match, 'expected' | 'rows' | 'reversal'> {
  expected: ShownExpected[]
  rows: ShownRow[]
  reversal?: ShownRow
}

interface NamedEntry extends Pick<QueueRow, 'label' | 'name'> {
  entryId: string
}

export interface Sum {
  count: number
  sum: Paise
}

export interface BankView {
  /** Sent rows whose payments are in no earlier file. */
  fresh: Sum
  /** Rows that are in an earlier file. */
  known: number
  /** Rows with a different text for a payment of an earlier file. */
  reworded: number
  /**
   * The days that this file and adjoining files cover. Payments outside them are not reported as
   * missing.
   */
  days: BankFile['days'] | null
  /**
   * Almost no payment names a participant: probably a different account or a wrong column. Shown
   * before anything else.
   */
  isLikelyWrongFile: boolean
  /** The total due for refund. */
  refunds: Sum
  matches: ShownMatch[]
}

/** `id` is made by the device once per command, so that a retry gets the same answer. */
export const importFileSchema = v.object({ id: uuid, ...file })

export interface FileImported {
  id: string
  fresh: Sum
  known: number
  /** Entries that lost their payment to a reversal. Verified ones now have a flag. */
  reversedAllocations: (Pick<QueueRow, 'id' | 'label' | 'name'> & { amount: Paise })[]
}

/** Enough for twenty rows of the largest amount. */
const maxDifference = 20 * maxPaise

const item = v.object({
  /** With the versions that the organiser saw. Several if one payment covers several entries. */
  expected: v.pipe(v.array(entryVersion), v.minLength(1), v.maxLength(20)),
  rows: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(60))),
    v.minLength(1),
    v.maxLength(20),
    v.check((rows) => new Set(rows).size === rows.length, 'A row is named once.'),
  ),
  /**
   * The amount received minus the amount due, as the organiser saw it. If it is not 0, a reason is
   * required, unless the server's own match has this difference.
   */
  difference: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-maxDifference), v.maxValue(maxDifference)),
    0,
  ),
  /** Required if no signal connects them; a weak signal is enough. */
  reason: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.minLength(3, 'Say why.'), v.maxLength(300)),
  ),
  /** The organiser has read the flags. A reason implies it. */
  hasSeenFlags: v.optional(v.boolean(), false),
})

/**
 * Allocates payments and verifies their entries, at most 200 a call. Further calls use the same
 * `id`, which undoes all of them. Items that an earlier attempt settled count as settled.
 */
export const settleSchema = v.object({
  id: uuid,
  items: v.pipe(v.array(item), v.minLength(1), v.maxLength(bankBounds.settledAtOnce)),
})
export type Settle = v.InferInput<typeof settleSchema>
export type SettleItem = v.InferOutput<typeof item>

export const settleSkipWords = {
  ...skipWords,
  allocated: 'Somebody has used this payment meanwhile',
  reversed: 'The bank took this payment back',
  gone: 'No file has this payment any more',
  difference: 'The amounts differ: accept the difference and say why',
  reason: 'Nothing links them: give a reason',
  unindexed: 'Its flags are not known yet: try again in a moment',
} as const
export type SettleSkip = keyof typeof settleSkipWords

export interface Settled {
  id: string
  /** `decision` undoes this item alone. Null if the payment was added to a verified entry. */
  settled: { entryId: string; version: number; decision: string | null }[]
  skipped: (NamedEntry & { why: SettleSkip })[]
  /** Until then, `undo` is possible and e-mails wait. */
  undoUntil: string
}

/** The columns that an organiser chose for files with this header row. */
export const saveColumnsSchema = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
  columns: columnsSchema,
})

export interface Bank {
  /** Newest first. */
  known: KnownColumns[]
  /** The days on which payments are expected. Only rows of these days leave the browser. */
  window: PaymentWindow
  imports: {
    id: string
    at: string
    by: string
    days: BankFile['days']
    fresh: number
    known: number
    reversals: number
    sum: Paise
    /**
     * `undoImport` works for a minute, as long as no newer file exists and no payment of the file
     * is allocated.
     */
    undoUntil?: string
  }[]
  payments: { allocated: Sum; open: Sum }
}

export interface EntryRow extends ShownRow {
  /** `allocated`: the payment that verified this entry. Otherwise it only names the entry. */
  paymentStatus: 'allocated' | 'names-it' | 'reversed'
  importedBy: string
  /** Why a difference was accepted, or why they belong together. */
  reason?: string
}

export const refundWords = {
  'too-much': 'Paid too much',
  'not-accepted': 'Paid, but rejected or withdrawn',
  cancelled: 'The event is cancelled',
} as const

/**
 * Money to refund: an overpayment, or a payment for an entry that was rejected, withdrawn or
 * cancelled.
 */
export interface Refund extends NamedEntry {
  email: string
  phone: string
  why: keyof typeof refundWords
  received: Paise
  /** Neither bank nor cash confirms it. `received` is the amount due. */
  isUnseen: boolean
  /** The part paid in cash. */
  cash: Paise
  due: Paise
  /** The amounts refunded and kept until now. */
  returned: Paise
  kept: Paise
  /** The rest that must be refunded or kept. */
  amount: Paise
  /** What the rejection e-mail says about the money. */
  moneyChoice: MoneyChoice | null
  rows: ShownRow[]
}

export interface NotedRefund extends NamedEntry {
  id: string
  outcome: MoneyOutcome
  amount: Paise
  /** How it was refunded, or why it is kept. */
  note: string
  by: string
  at: string
}

export interface Refunds {
  refunds: Refund[]
  /** Newest first, at most 500. */
  recorded: NotedRefund[]
  sums: { due: Paise } & Record<MoneyOutcome, Paise>
}

/** Records a refund or a kept payment. `id` is made by the device, once per command. */
export const noteRefundSchema = v.object({
  id: uuid,
  entryId: uuid,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxPaise)),
  outcome: v.optional(v.picklist(moneyOutcomes), 'returned'),
  /** Paid from the cash that the organiser holds. */
  isCash: v.optional(v.boolean(), false),
  note: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.maxLength(300), refusePayees),
    '',
  ),
})

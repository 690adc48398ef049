import * as v from 'valibot'
import { maxPaise } from '../bank/cells'
import type { PaymentWindow } from '../bank/choose-payments'
import { columnsSchema } from '../bank/columns'
import type { ExpectedPayment, Match } from '../bank/match'
import { daySchema, type KnownColumns, type Payment, paymentSchema } from '../bank/statement'
import type { Paise } from '../payment/money'
import { uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { acceptanceReason, entryVersion, skipWords, visibleText } from './decision'
import type { QueueRow } from './queue'
import { type MoneyChoice, type MoneyOutcome, moneyOutcomes, type ReviewStatus } from './states'

export const bankBounds = {
  rows: 20_000,
  bytes: 8 * 1024 * 1024,
  settledAtOnce: 200,
  refundedAtOnce: 200,
} as const

/** The limit applies to payments and reversals together. */
export const tooManyRows = `At most ${bankBounds.rows} rows can be sent in one request.`

const isPayment = v.check(
  ({ amount }: Payment) => amount > 0,
  'The amount of a payment must be above 0.',
)
const isReversal = v.check(
  ({ amount }: Payment) => amount < 0,
  'The amount of a reversal must be below 0.',
)

/**
 * The rows that `choosePayments` selects, and the first and last day. Nothing else leaves the
 * browser.
 */
const file = {
  days: v.pipe(
    v.object({ first: daySchema, last: daySchema }),
    v.check(({ first, last }) => first <= last, 'The first day must not be after the last.'),
  ),
  payments: v.array(v.pipe(paymentSchema, isPayment)),
  reversals: v.array(v.pipe(paymentSchema, isReversal)),
}

export const previewFileSchema = v.object(file)
export type BankFile = v.InferOutput<typeof previewFileSchema>

export interface ExpectedView
  extends Omit<ExpectedPayment, 'paymentStatus'>,
    ReviewStatus,
    Pick<QueueRow, 'kind' | 'label' | 'eventName' | 'flags' | 'isShared'> {
  isUnindexed?: true
}

export const findPaymentsSchema = v.object({ q: v.pipe(v.string(), v.maxLength(100)) })

export interface RowView extends Omit<Payment, 'balance'> {
  /** For `settle`. A row has the same id in the preview and after the import. */
  id: string
  otherNarrations?: string[]
  allocatedTo: { id: string; label: string }[]
}

export interface MatchView extends Omit<Match, 'expected' | 'rows' | 'reversal'> {
  expected: ExpectedView[]
  rows: RowView[]
  reversal?: RowView
}

interface NamedEntry extends Pick<QueueRow, 'label' | 'name'> {
  entryId: string
}

export interface Sum {
  count: number
  sum: Paise
}

export interface BankView {
  /** Payments that no earlier file contains. */
  fresh: Sum
  known: number
  /** Number of payments that an earlier file contains with a different text. */
  reworded: number
  /**
   * The days that this file and adjoining ones cover. Entries of other days are not reported as
   * missing.
   */
  days: BankFile['days'] | null
  /**
   * Set if almost no payment names a participant, perhaps because of another account or a wrong
   * column.
   */
  isLikelyWrongFile: boolean
  refunds: Sum
  matches: MatchView[]
}

export const importFileSchema = v.object({ id: uuid, ...file })

export interface FileImported {
  id: string
  fresh: Sum
  known: number
  /** Entries whose payment was reversed. */
  reversedAllocations: (Pick<QueueRow, 'id' | 'label' | 'name'> & { amount: Paise })[]
}

/** Twenty rows of the largest amount. */
const maxDifference = 20 * maxPaise

const item = v.object({
  /** Several entries if one payment covers them. */
  expected: v.pipe(v.array(entryVersion), v.minLength(1), v.maxLength(20)),
  rows: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(60))),
    v.minLength(1),
    v.maxLength(20),
    v.check((rows) => new Set(rows).size === rows.length, 'Include each row only once.'),
  ),
  /**
   * Received minus due in paise, as the organiser saw it. Needs a reason, unless the server
   * computed the same difference for this match.
   */
  difference: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-maxDifference), v.maxValue(maxDifference)),
    0,
  ),
  /** Required if no signal connects the rows and the entries. */
  reason: v.optional(acceptanceReason),
  /** Whether the organiser has read the flags. Giving a reason implies that they have. */
  hasSeenFlags: v.optional(v.boolean(), false),
})

/** At most 200 items per call. Calls with the same `id` are undone together. */
export const settleSchema = v.object({
  id: uuid,
  items: v.pipe(v.array(item), v.minLength(1), v.maxLength(bankBounds.settledAtOnce)),
})
export type Settle = v.InferInput<typeof settleSchema>
export type SettleItem = v.InferOutput<typeof item>

export const settleSkipWords = {
  ...skipWords,
  allocated: 'This payment has since been used for another entry',
  reversed: 'The bank reversed this payment',
  gone: 'This payment is no longer in any imported file',
  difference: 'The amounts differ: accept the difference and say why',
  reason: 'Nothing links the payment to the entry: give a reason',
  unindexed: 'The flags are not ready yet: try again in a moment',
} as const
export type SettleSkip = keyof typeof settleSkipWords

export interface Settled {
  id: string
  /** `decision` is the id to undo this item alone, or null if its entry was already verified. */
  settled: { entryId: string; version: number; decision: string | null }[]
  skipped: (NamedEntry & { why: SettleSkip })[]
  /** E-mails about the decisions are delayed until then. */
  undoUntil: string
}

/** The columns apply to all files with this header row. */
export const saveColumnsSchema = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
  columns: columnsSchema,
})

export interface Bank {
  known: KnownColumns[]
  /** Rows outside these days do not leave the browser. */
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
    /** Missing once a newer file has been imported or a payment of this file is allocated. */
    undoUntil?: string
  }[]
  payments: { allocated: Sum; open: Sum }
}

export interface EntryRow extends RowView {
  /** `allocated` if the payment verified this entry, `names-it` if it only names the entry. */
  paymentStatus: 'allocated' | 'names-it' | 'reversed'
  importedBy: string
  reason?: string
}

export const refundWords = {
  'too-much': 'Paid too much',
  'not-accepted': 'Paid, but rejected or withdrawn',
  cancelled: 'The event is cancelled',
  'no-place': 'No place before the event started',
} as const

/**
 * A refund is due for an overpayment, or a payment for a rejected, withdrawn or cancelled entry.
 */
export interface Refund extends NamedEntry, Pick<QueueRow, 'eventName'> {
  email: string
  phone: string
  why: keyof typeof refundWords
  received: Paise
  /** True if neither bank nor cash proves the payment. `received` is then the amount due. */
  isUnseen: boolean
  cash: Paise
  due: Paise
  returned: Paise
  kept: Paise
  /** The amount that has not been refunded or kept yet. */
  amount: Paise
  moneyChoice: MoneyChoice | null
  rows: RowView[]
  /** Empty until the participant enters it. */
  upiId: string
  /** The number of other entries that gave the same UPI ID. */
  sameUpiId: number
}

interface RecordedRefund extends NamedEntry {
  id: string
  outcome: MoneyOutcome
  amount: Paise
  note: string
  by: string
  at: string
}

export interface Refunds {
  refunds: Refund[]
  /** Newest first, at most 500. */
  recorded: RecordedRefund[]
  sums: { due: Paise } & Record<MoneyOutcome, Paise>
}

const refundSchema = v.object({
  id: uuid,
  entryId: uuid,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxPaise)),
})

/** Refunds that were sent together by the same payment method. */
export const recordRefundsSchema = v.object({
  refunds: v.pipe(
    v.array(refundSchema),
    v.maxLength(
      bankBounds.refundedAtOnce,
      `At most ${bankBounds.refundedAtOnce} refunds can be recorded at once.`,
    ),
  ),
  outcome: v.optional(v.picklist(moneyOutcomes), 'returned'),
  /** Whether the organiser pays from the cash that they hold. */
  isCash: v.optional(v.boolean(), false),
  note: v.optional(v.pipe(visibleText, v.maxLength(300), refusePayees), ''),
})

export interface RefundsRecorded {
  /** `why` is a sentence. */
  leftOut: { entryId: string; why: string }[]
}

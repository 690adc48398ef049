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

/** Said of payments and reversals together. */
export const tooManyRows = `At most ${bankBounds.rows} rows can be sent at once.`

const isPayment = v.check(({ amount }: Payment) => amount > 0, 'A payment must be above 0.')
const isReversal = v.check(({ amount }: Payment) => amount < 0, 'A reversal must be below 0.')

/** What leaves the browser of a file that was read: `Chosen` of `choosePayments`, and its first and last day. */
const file = {
  days: v.pipe(
    v.object({ first: daySchema, last: daySchema }),
    v.check(({ first, last }) => first <= last, 'The first day must not be after the last.'),
  ),
  payments: v.array(v.pipe(paymentSchema, isPayment)),
  reversals: v.array(v.pipe(paymentSchema, isReversal)),
}

/** Looks at a file against everything that is known. Nothing is kept and nothing changes. */
export const previewFileSchema = v.object(file)
export type BankFile = v.InferOutput<typeof previewFileSchema>

export interface ShownExpected
  extends Omit<ExpectedPayment, 'paymentStatus'>,
    ReviewStatus,
    Pick<QueueRow, 'kind' | 'label' | 'eventName' | 'flags' | 'isShared'> {
  /** Nobody has looked for its flags yet. */
  isUnindexed?: true
}

/** A search of the bank's rows. */
export const findPaymentsSchema = v.object({ q: v.pipe(v.string(), v.maxLength(100)) })

export interface ShownRow extends Omit<Payment, 'balance'> {
  /** What `settle` names it by; a row of the file that is previewed has the same one after its import. */
  id: string
  /** How other files word the same payment. */
  otherNarrations?: string[]
  allocatedTo: { id: string; label: string }[]
}

/** A match with what it names in the place of the ids. */
export interface ShownMatch extends Omit<Match, 'expected' | 'rows' | 'reversal'> {
  expected: ShownExpected[]
  rows: ShownRow[]
  reversal?: ShownRow
}

/** Which submission it is about, with the id that its registrant holds. */
interface NamedEntry extends Pick<QueueRow, 'label' | 'name'> {
  entryId: string
}

export interface Sum {
  count: number
  sum: Paise
}

export interface BankView {
  /** Of the rows that were sent: those whose payments no earlier file had. */
  fresh: Sum
  /** How many an earlier file had already. */
  known: number
  /** How many word a payment of an earlier file. */
  reworded: number
  /** The days that this file and those which join it cover; outside of them nothing is called missing. */
  days: BankFile['days'] | null
  /** Hardly any payment of the file names anybody: another account's file, or a wrong column. To be said before anything else. */
  isLikelyWrongFile: boolean
  /** Money to give back, of all that is kept. */
  refunds: Sum
  matches: ShownMatch[]
}

/** Saves a file's rows. `id` is made by the device, once for each command; the same id with the same file gets the same answer. */
export const importFileSchema = v.object({ id: uuid, ...file })

export interface FileImported {
  id: string
  fresh: Sum
  known: number
  /** Submissions that lost their payment since a reversal came; those that are verified carry a flag now. */
  reversedAllocations: (Pick<QueueRow, 'id' | 'label' | 'name'> & { amount: Paise })[]
}

/** Twenty rows of one item at their most. */
const maxDifference = 20 * maxPaise

/** What somebody says yes to: whose these rows are. */
const item = v.object({
  /** With the versions that were seen. Several only where one payment is for several. */
  expected: v.pipe(v.array(entryVersion), v.minLength(1), v.maxLength(20)),
  rows: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(60))),
    v.minLength(1),
    v.maxLength(20),
    v.check((rows) => new Set(rows).size === rows.length, 'Each row can be named only once.'),
  ),
  /** Received less due as it was seen. One other than 0 needs a reason, but where a match of the server says so itself (twice). */
  difference: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-maxDifference), v.maxValue(maxDifference)),
    0,
  ),
  /** Why, where nothing ties them: a signal (maybe) is a reason by itself. */
  reason: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.minLength(3, 'Say why.'), v.maxLength(300)),
  ),
  /** Somebody has looked at its flags; a reason says that, too. */
  hasSeenFlags: v.optional(v.boolean(), false),
})

/**
 * Allocates payments and verifies by them, up to 200 a call; more go in further calls with the same `id`, which `undo` takes
 * back as a whole. What was settled by an earlier try of the same id counts as settled.
 */
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
  reason: 'Nothing links the two: give a reason',
  unindexed: 'The flags are not ready yet: try again in a moment',
} as const
export type SettleSkip = keyof typeof settleSkipWords

export interface Settled {
  id: string
  /** `decision`: what `undo` takes back alone; null where a payment was only added to what is verified already. */
  settled: { entryId: string; version: number; decision: string | null }[]
  skipped: (NamedEntry & { why: SettleSkip })[]
  /** Until when `undo` takes it back; the mails go then. */
  undoUntil: string
}

/** Columns that an organiser chose for files with this header row; asked once. */
export const saveColumnsSchema = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
  columns: columnsSchema,
})

export interface Bank {
  /** The newest first. */
  known: KnownColumns[]
  /** Between which days payments are expected: the rows that leave the browser. */
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
    /** Until when `undoImport` takes it back: its minute, while it is the newest and nothing of it is allocated. */
    undoUntil?: string
  }[]
  /** Of all payments that were kept: how many are allocated, and how many not. */
  payments: { allocated: Sum; open: Sum }
}

export interface EntryRow extends ShownRow {
  /** `allocated`: it is what this record was verified by; else it only names the record. */
  paymentStatus: 'allocated' | 'names-it' | 'reversed'
  importedBy: string
  /** Why a difference was accepted, or what tied them. */
  reason?: string
}

/** Why money is to be given back. */
export const refundWords = {
  'too-much': 'Paid too much',
  'not-accepted': 'Paid, but rejected or withdrawn',
  cancelled: 'The event is cancelled',
} as const

/** Money to give back: more came than is due, what it was for is rejected or withdrawn, or does not take place. */
export interface Refund extends NamedEntry {
  email: string
  phone: string
  why: keyof typeof refundWords
  received: Paise
  /** Neither bank nor cash shows it: `received` is what was due. */
  isUnseen: boolean
  /** What of it was cash. */
  cash: Paise
  due: Paise
  /** What was given back and what is kept so far. */
  returned: Paise
  kept: Paise
  /** What is still to be given back, or kept. */
  amount: Paise
  /** What the mail of the rejection says of it. */
  moneyChoice: MoneyChoice | null
  rows: ShownRow[]
}

export interface NotedRefund extends NamedEntry {
  id: string
  outcome: MoneyOutcome
  amount: Paise
  /** How it was given back, or why it is kept. */
  note: string
  by: string
  at: string
}

export interface Refunds {
  refunds: Refund[]
  /** The newest first, at most 500. */
  recorded: NotedRefund[]
  sums: { due: Paise } & Record<MoneyOutcome, Paise>
}

/** Notes that money was given back or is kept; `id` is made by the device, once for each command. */
export const noteRefundSchema = v.object({
  id: uuid,
  entryId: uuid,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(maxPaise)),
  outcome: v.optional(v.picklist(moneyOutcomes), 'returned'),
  /** It was given back in cash, out of what its organiser holds. */
  isCash: v.optional(v.boolean(), false),
  note: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.maxLength(300), refusePayees),
    '',
  ),
})

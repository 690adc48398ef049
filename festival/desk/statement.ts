import * as v from 'valibot'
import type { FormKind } from '../api'
import type { Paise } from '../bank/cells'
import { columnsSchema } from '../bank/columns'
import type { KnownColumns } from '../bank/statement'
import { paymentSchema, type Window } from '../bank/verdict'
import { isRealDay } from '../day'
import type { NotYet, PerhapsReason, ProposalState } from '../matching/proposal'
import type { Settling } from '../matching/settling'
import type { Day } from '../slot'
import type { FlagKind } from './flags'
import type { Ground, ReviewState } from './states'

/** What one call may bring (behaviour 15.20): rows of a file, and what is settled at once. */
export const statementBounds = { rows: 20_000, bytes: 8 * 1024 * 1024, settledAtOnce: 200 } as const

const uuid = v.pipe(v.string(), v.uuid('An id is a UUID.'))
const day = v.pipe(
  v.string(),
  v.check((text) => isRealDay(text), 'A day is written 2025-10-01.'),
  v.transform((text) => text as Day),
)
const tooMany = `A call brings at most ${statementBounds.rows} rows.`

/** What leaves the browser of a file that was read: `Chosen` of `choosePayments`, and its days. */
const file = {
  /** `Statement.days`: the first and last day of the file itself. */
  days: v.pipe(
    v.object({ first: day, last: day }),
    v.check(({ first, last }) => first <= last, 'The first day comes first.'),
  ),
  payments: v.pipe(
    v.array(
      v.pipe(
        paymentSchema,
        v.check(({ amount }) => amount > 0, 'A payment is above 0.'),
      ),
    ),
    v.maxLength(statementBounds.rows, tooMany),
  ),
  reversals: v.pipe(
    v.array(
      v.pipe(
        paymentSchema,
        v.check(({ amount }) => amount < 0, 'A reversal is below 0.'),
      ),
    ),
    v.maxLength(statementBounds.rows, tooMany),
  ),
}

/** Looks at a file against all claims, and at what earlier files left. Nothing is kept and nothing changes. */
export const previewStatementSchema = v.object(file)
export type PreviewStatement = v.InferInput<typeof previewStatementSchema>

/** A claim as a proposal shows it. */
export interface ShownClaim {
  /** The submission's id at the desk. */
  id: string
  version: number
  kind: FormKind
  /** The id that its registrant holds. */
  label: string
  name: string
  eventName: string
  due: Paise
  /** On which it was sent. */
  day: Day
  reference?: string
  number?: string
  state: ReviewState
  ground: Ground | null
  flags: FlagKind[]
}

/** A bank's row as a proposal or a record shows it. */
export interface ShownRow {
  /** What `settle` names it by; a row of the file that is previewed has the same one after its import. */
  id: string
  line: number
  day: Day
  amount: Paise
  narration: string
  reference: string
  /** Not in any earlier file. */
  isNew: boolean
  /** The submissions that it was spent on. */
  spentOn: { id: string; label: string }[]
}

export interface ShownProposal {
  /** The same for the same rows and claims. */
  key: string
  state: ProposalState
  claims: ShownClaim[]
  rows: ShownRow[]
  /** What took a payment back, of `reversed`; `rows` holds the payment, where it is known. */
  reversal?: ShownRow
  /** The sum of the rows, where there are some. */
  received?: Paise
  /** Received less due, where they differ: below 0 where too little came. To be accepted as it stands here. */
  difference?: Paise
  why?: PerhapsReason | NotYet
  /** `yes`: it can be settled as it is. `reason`: only with `accepted`. */
  settling: Settling
  /** Whether "Verify matched" takes it: matched, and no flag to look at first. */
  isTicked: boolean
}

/** Proposals of one state. */
export interface ProposalGroup {
  state: ProposalState
  /** All of it, also those that are not listed. */
  count: number
  /** Of the rows; of groups without rows what is due. */
  sum: Paise
  proposals: ShownProposal[]
  /** How many more there are than are listed: of states that settle nothing, 500 are. */
  more: number
}

export interface StatementPreview {
  /** Of the rows that were sent: how many no earlier file had, and their sum. */
  fresh: { count: number; sum: Paise }
  /** How many an earlier file had already. */
  known: number
  /** The days that this file and those which join it cover; outside of them nothing is called missing. */
  days: { first: Day; last: Day } | null
  /** In the order in which the desk shows them; empty ones are left out. */
  groups: ProposalGroup[]
  /** What "Verify matched" would take. */
  ticked: { count: number; sum: Paise }
}

/** Keeps a file's rows. `id` is made by the device, once a press; the same id with the same file gets the same answer. */
export const importStatementSchema = v.object({ id: uuid, ...file })
export type ImportStatement = v.InferInput<typeof importStatementSchema>

export interface StatementImported {
  id: string
  fresh: { count: number; sum: Paise }
  known: number
  /** Submissions that lost their match since a reversal came; those that are verified carry a flag now. */
  takenBack: { id: string; label: string; name: string; amount: Paise }[]
}

/** A file that was taken back. What the bank took back by it stays taken back, until somebody settles it anew. */
export interface StatementDropped {
  id: string
  /** Rows that no other file has, and the sum of their payments: they count for nothing now. */
  gone: { count: number; sum: Paise }
  /** Rows that another file has as well: they stay. */
  kept: number
}

/**
 * One proposal that somebody said yes to, its rows kept by an import before. The server proposes anew and takes it only
 * if that comes to the same.
 */
const item = v.object({
  /** With the versions that were seen. Several only for `one-payment-for-several`. */
  claims: v.pipe(
    v.array(v.object({ id: uuid, version: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
    v.minLength(1),
    v.maxLength(20),
  ),
  rows: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(60))),
    v.minLength(1),
    v.maxLength(20),
    v.check((rows) => new Set(rows).size === rows.length, 'A row is named once.'),
  ),
  /** For what needs a reason: the difference that was seen (0 where none), and why it is all right. */
  accepted: v.optional(
    v.object({
      difference: v.pipe(v.number(), v.safeInteger()),
      reason: v.pipe(v.string(), v.trim(), v.minLength(3, 'Say why.'), v.maxLength(300)),
    }),
  ),
  /** Somebody has looked at the claim's flags; a reason says that, too. */
  hasSeenFlags: v.optional(v.boolean(), false),
})

/**
 * Verifies claims by the bank's rows, up to 200 a call; more go in further calls with the same `id`, which `undo` takes back
 * as a whole. What was settled by an earlier try of the same id counts as settled.
 */
export const settlePaymentsSchema = v.object({
  id: uuid,
  items: v.pipe(v.array(item), v.minLength(1), v.maxLength(statementBounds.settledAtOnce)),
})
export type SettlePayments = v.InferInput<typeof settlePaymentsSchema>
export type SettledItem = v.InferOutput<typeof item>

/** Why a claim is left alone. */
export const settleSkipWords = {
  stale: 'Somebody changed it meanwhile',
  spent: 'Somebody has spent this payment meanwhile',
  gone: 'No file has this payment any more',
  mismatch: 'The payment is not this submission’s by what the bank says',
  difference: 'The amounts differ: accept the difference and say why',
  reason: 'It needs a reason',
  flagged: 'It has a flag: look at it by itself',
  unindexed: 'Its flags are not known yet: try again in a moment',
  illegal: 'Its state does not allow it',
  missing: 'It is not there any more',
} as const
export type SettleSkip = keyof typeof settleSkipWords

export interface PaymentsSettled {
  id: string
  /** `decision`: what `undo` takes back alone; null where a payment was only added to what is verified already. */
  settled: { submission: string; version: number; decision: string | null }[]
  skipped: { submission: string; label: string; name: string; why: SettleSkip }[]
  /** Until when `undo` takes it back; the mails go then. */
  undoUntil: string
}

/** Columns that an organiser chose for files with this header row; asked once (behaviour 15.3). */
export const keepColumnsSchema = v.object({
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)),
  columns: columnsSchema,
})
export type KeepColumns = v.InferInput<typeof keepColumnsSchema>

export interface AllKnownColumns {
  /** The newest first. */
  known: KnownColumns[]
}

/** What the desk knows of statements so far. */
export interface Statements extends AllKnownColumns {
  /** Between which days payments are expected: the rows that leave the browser. */
  window: Window
  imports: {
    id: string
    at: string
    by: string
    days: { first: Day; last: Day }
    fresh: number
    known: number
    reversals: number
    /** Of the fresh rows. */
    sum: Paise
    /** Rows that no other file has, and how many of them are spent: a file can be taken back while none is. */
    own: { count: number; sum: Paise; spent: number }
    /** It cannot be taken back: an earlier version of the desk did not note which rows it carried. */
    isOld: boolean
    /** When and by whom it was taken back; nothing of it counts since. */
    dropped?: { at: string; by: string }
  }[]
  /** Of all payments that were kept: how many were spent, and how many not. */
  payments: { spent: number; spentSum: Paise; open: number; openSum: Paise }
  refunds: { count: number; sum: Paise }
}

/** The bank's row on a record, between its facts and its proof. */
export interface RecordRow extends ShownRow {
  /** `spent`: it is what this record was verified by; else what the newest import proposes of it. */
  standing: 'spent' | ProposalState
  /** Who brought the file that it came with. */
  importedBy: string
  /** Which parts are the record's own. */
  equal: { amount: boolean; number: boolean; reference?: 'whole' | 'beginning' }
  /** Why a difference was accepted. */
  reason?: string
}

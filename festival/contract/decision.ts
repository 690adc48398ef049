import * as v from 'valibot'
import type { Rupees } from '../payment/money'
import { hasVisibleText, uuid as id } from '../text/fields'
import { refusePayees } from '../text/payees'
import { cashAmount, maxCash } from './cash'
import { sharedWords } from './flags'
import { type QueueFilter, type QueueRow, queueFilterSchema } from './queue'
import { reasonKeys } from './reasons'
import { decisions, moneyChoices, type ReviewStatus, sources } from './states'

const version = v.pipe(v.number(), v.integer(), v.minValue(1))
export const entryVersion = v.object({ id, version })
/** Valibot accepts a list as an object without entries, and an empty filter selects everyone. */
const isNotList = v.custom<QueueFilter>(
  (value) => !Array.isArray(value),
  'Set each filter only once.',
)

export const visibleText = v.pipe(v.string(), v.trim(), hasVisibleText)

/** Why an organiser accepts a payment that differs. */
export const acceptanceReason = v.pipe(visibleText, v.minLength(3, 'Say why.'), v.maxLength(300))

const reason = v.object({
  key: v.picklist(reasonKeys),
  /** The missing rupees. Required with, and only with, `amount-short`. */
  difference: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
})
export type GivenReason = v.InferOutput<typeof reason>

const verdict = {
  decision: v.picklist(decisions),
  /** Used with `verify` only. Only allocations of bank payments set `bank`. */
  source: v.optional(v.picklist(sources), 'picture'),
  reasons: v.optional(v.pipe(v.array(reason), v.maxLength(reasonKeys.length)), []),
  note: v.optional(v.pipe(visibleText, v.maxLength(500), refusePayees), ''),
  /** Used with `reject` only. If missing, the e-mail does not mention money. */
  money: v.optional(v.picklist(moneyChoices)),
  /** Used with `reject` only: whether to e-mail participants who have not received any e-mail yet. */
  writeToAll: v.optional(v.boolean()),
  isSilent: v.optional(v.boolean()),
}

export type Verdict = v.InferOutput<v.ObjectSchema<typeof verdict, undefined>>

/** The `id` makes a retry of the decision harmless. */
export const decideOneSchema = v.object({
  id,
  entryId: id,
  version,
  ...verdict,
  /** Paise that the organiser receives in cash now. */
  cash: v.optional(cashAmount),
  /**
   * Used with cash only: the total paid minus the fee in paise, as the organiser saw it. A negative
   * difference needs a reason.
   */
  difference: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-maxCash), v.maxValue(maxCash)),
  ),
  /** Why less than the fee is accepted. Participants never see the reason. */
  reason: v.optional(acceptanceReason),
  /**
   * Used with `withdraw` of an entry made at the desk only: sends no e-mail and removes the entry's
   * cash from the cash book.
   */
  isMistake: v.optional(v.boolean()),
})
export type DecideOne = v.InferInput<typeof decideOneSchema>

export interface Decided extends ReviewStatus {
  id: string
  entryId: string
  /** In UTC. The e-mail is delayed until then. */
  undoUntil: string
}

/** Sent with 409 `stale`. */
export interface Current extends Omit<ReviewStatus, 'source'> {
  by: string | null
  at: string
}

/**
 * Up to 500 chosen entries with the versions that the organiser saw, or all entries that matched a
 * filter at the preview (`seenAt`).
 */
const selection = v.variant('by', [
  v.object({
    by: v.literal('rows'),
    rows: v.pipe(v.array(entryVersion), v.minLength(1), v.maxLength(500)),
  }),
  v.object({
    by: v.literal('filter'),
    filter: v.pipe(isNotList, v.strictObject(queueFilterSchema.entries)),
    /** Entries that the organiser has deselected. */
    except: v.optional(v.pipe(v.array(id), v.maxLength(500))),
    seenAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
])
export type Selection = v.InferInput<typeof selection>

/** Ignores the filter's `seenAt`, and answers with the `seenAt` for the command. */
export const previewBulkSchema = v.object({ selection, ...verdict })

/**
 * `after` is the `next` of the previous answer. If missing, the command starts from the beginning.
 */
export const decideBulkSchema = v.object({
  id,
  selection,
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...verdict,
})
export type DecideBulk = v.InferInput<typeof decideBulkSchema>

export const skipWords = {
  stale: 'This entry has changed since you loaded it',
  illegal: 'Not possible in the entry’s current state',
  flagged: 'Flagged: check this entry on its own',
  shared: sharedWords,
  unseen: 'The picture has not been opened, and the scan did not find the fee',
  reason: 'This reason does not apply to this kind of entry',
  missing: 'This entry no longer exists',
  cancelled: 'The event is cancelled: verify with a bank payment or cash',
  'no-picture': 'No picture of a payment: verify with a bank payment or cash',
  unconfirmed: 'Waiting for confirmation: verify this entry on its own',
  short: 'Paid less than the fee: verify this entry on its own',
} as const
export type SkipReason = keyof typeof skipWords

export interface Skipped extends Pick<QueueRow, 'id' | 'label' | 'name'> {
  why: SkipReason
}

export interface BulkPreview {
  willDecide: number
  sum: Rupees
  names: string
  /** Used with `verify`: number of entries whose screenshot no organiser has opened. */
  unopened: number
  /** Used with `reject`: number of participants who get no e-mail unless `writeToAll` is set. */
  unreached: number
  /** Used with `verify`: number of entries that will get no place and join a waiting list. */
  waiting: number
  /** Whether all of these entries are free, so that no reason may be about a payment. */
  isFree: boolean
  skipped: Skipped[]
  /** Number of skipped entries beyond the 100 that are listed. */
  moreSkipped: number
  seenAt: string
}

export interface BulkDecided {
  id: string
  /** Without `after`, includes earlier decisions of the same command. */
  decided: Decided[]
  skipped: Skipped[]
  /** Null if no entries remain. */
  next: string | null
  undoUntil: string
}

export interface Undone {
  id: string
  entries: ({ id: string } & ReviewStatus)[]
  /** Entries whose e-mail has already been sent. */
  tooLate: string[]
}

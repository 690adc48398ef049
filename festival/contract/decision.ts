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
const isNotList = v.custom<QueueFilter>((value) => !Array.isArray(value), 'A filter is no list.')

const reason = v.object({
  key: v.picklist(reasonKeys),
  /** The missing rupees. Required with `amount-short`, and allowed with nothing else. */
  difference: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
})
export type GivenReason = v.InferOutput<typeof reason>

const verdict = {
  decision: v.picklist(decisions),
  /** With `verify`. `bank` is set by allocating a row of a statement instead. */
  source: v.optional(v.picklist(sources), 'picture'),
  reasons: v.optional(v.pipe(v.array(reason), v.maxLength(reasonKeys.length)), []),
  /** One sentence to the participant, in addition to the reasons. */
  note: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.maxLength(500), refusePayees),
    '',
  ),
  /** With `reject`: what the e-mail says about the money. Nothing if no choice was made. */
  money: v.optional(v.picklist(moneyChoices)),
  /**
   * With `reject`: also e-mails participants that no e-mail has reached yet, or e-mails none at
   * all.
   */
  writeToAll: v.optional(v.boolean()),
  isSilent: v.optional(v.boolean()),
}

export type Verdict = v.InferOutput<v.ObjectSchema<typeof verdict, undefined>>

/**
 * One decision. `id` is made by the device, once per command, so that a retry decides nothing
 * twice.
 */
export const decideOneSchema = v.object({
  id,
  entryId: id,
  version,
  ...verdict,
  /**
   * With `verify` by `cash`: the paise that the organiser takes now. They count as the organiser's
   * in the cash book.
   */
  cash: v.optional(cashAmount),
  /**
   * With `verify` by `cash`: the entry's total after this payment minus the fee, in paise, as the
   * organiser saw it. A total above the fee needs this confirmation; a total below it needs a
   * reason as well.
   */
  difference: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-maxCash), v.maxValue(maxCash)),
  ),
  /** Why less than the fee is accepted. The participant never sees it. */
  reason: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.minLength(3, 'Say why.'), v.maxLength(300)),
  ),
  /**
   * With `withdraw` of an entry made at the desk by mistake: sends no e-mail and removes its cash
   * from the book.
   */
  isMistake: v.optional(v.boolean()),
})
export type DecideOne = v.InferInput<typeof decideOneSchema>

export interface Decided extends ReviewStatus {
  id: string
  entryId: string
  /** Until then (UTC), the decision can be undone and its e-mail waits. */
  undoUntil: string
}

/** With 409 `stale`: the current state of the entry, and who changed it. */
export interface Current extends Omit<ReviewStatus, 'source'> {
  by: string | null
  at: string
}

/**
 * The entries of a decision: up to 500 chosen ones, each with the version that the organiser saw,
 * or all of a filter as they were at the preview (`seenAt`).
 */
const selection = v.variant('by', [
  v.object({
    by: v.literal('rows'),
    rows: v.pipe(v.array(entryVersion), v.minLength(1), v.maxLength(500)),
  }),
  v.object({
    by: v.literal('filter'),
    filter: v.pipe(isNotList, v.strictObject(queueFilterSchema.entries)),
    seenAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
])
export type Selection = v.InferInput<typeof selection>

/** The preview ignores the `seenAt` of a filter. Its answer has the one to send next. */
export const previewBulkSchema = v.object({ selection, ...verdict })

/**
 * `after`: the `next` of the previous answer, for all entries of a filter. Without it, the command
 * starts from the beginning.
 */
export const decideBulkSchema = v.object({
  id,
  selection,
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...verdict,
})
export type DecideBulk = v.InferInput<typeof decideBulkSchema>

export const skipWords = {
  stale: 'Somebody changed it meanwhile',
  illegal: 'Not possible in its present state',
  flagged: 'It has a flag: look at it on its own',
  shared: sharedWords,
  unseen: 'Nobody has opened its picture, and the amount due was not read from it',
  reason: 'This reason is not for this kind of form',
  missing: 'It no longer exists',
  cancelled: 'Its event is cancelled: only the bank or cash verifies it',
  'no-picture': 'There is no picture of a payment: only the bank or cash verifies it',
  short: 'Less than the fee was paid: verify it on its own',
} as const
export type SkipReason = keyof typeof skipWords

export interface Skipped extends Pick<QueueRow, 'id' | 'label' | 'name'> {
  why: SkipReason
}

export interface BulkPreview {
  willDecide: number
  /** The total due, and the names of the first few. */
  sum: Rupees
  names: string
  /** With `verify`: entries whose picture no organiser has opened. */
  unopened: number
  /**
   * With `reject`: entries that get no e-mail unless `writeToAll` is set, because no e-mail has
   * reached them.
   */
  unreached: number
  skipped: Skipped[]
  /** The number of skipped entries beyond the 100 that are listed. */
  moreSkipped: number
  seenAt: string
}

export interface BulkDecided {
  id: string
  /**
   * Decided by this call. A call without `after` also returns what the command decided before its
   * answer was lost.
   */
  decided: Decided[]
  skipped: Skipped[]
  /** The `after` of the next call. Null at the end. */
  next: string | null
  undoUntil: string
}

export interface Undone {
  id: string
  entries: ({ id: string } & ReviewStatus)[]
  /** Entries whose e-mail was already sent. */
  tooLate: string[]
}

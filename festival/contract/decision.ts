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
/** Valibot reads a list as an object without entries, and a filter without entries is everybody. */
const isNotList = v.custom<QueueFilter>(
  (value) => !Array.isArray(value),
  'A filter must not be a list.',
)

/** What is wrong, and by how many rupees where the difference is to be paid. */
const reason = v.object({
  key: v.picklist(reasonKeys),
  /** Rupees that are missing; only with `amount-short`, and there it must be. */
  difference: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000))),
})
export type GivenReason = v.InferOutput<typeof reason>

const verdict = {
  decision: v.picklist(decisions),
  /** With `verify`; `picture` where nothing is said. A statement's row is what makes it `bank`. */
  source: v.optional(v.picklist(sources), 'picture'),
  reasons: v.optional(v.pipe(v.array(reason), v.maxLength(reasonKeys.length)), []),
  /** A sentence to the registrant, beside the reasons. */
  note: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.maxLength(500), refusePayees),
    '',
  ),
  /** With `reject`: what the mail says of money that came. Nothing where nobody chose. */
  money: v.optional(v.picklist(moneyChoices)),
  /** With `reject`: also to those whom no e-mail of ours ever reached; or to nobody. */
  writeToAll: v.optional(v.boolean()),
  isSilent: v.optional(v.boolean()),
}

export type Verdict = v.InferOutput<v.ObjectSchema<typeof verdict, undefined>>

/** One decision. `id` is made by the device, once for each command: the same id is never taken twice. */
export const decideOneSchema = v.object({
  ...{ id, entryId: id, version, ...verdict },
  /** With `verify` by `cash`: paise that whoever decides takes now. They are theirs in the book of cash. */
  cash: v.optional(cashAmount),
  /**
   * With `verify` by `cash`: the entry's total after this payment minus the fee, in paise, as the organiser saw it. A
   * total above the fee needs this confirmation; a total below it needs a reason as well.
   */
  difference: v.optional(
    v.pipe(v.number(), v.safeInteger(), v.minValue(-maxCash), v.maxValue(maxCash)),
  ),
  /** Why less than the fee is accepted. The participant never sees it. */
  reason: v.optional(
    v.pipe(v.string(), v.trim(), hasVisibleText, v.minLength(3, 'Say why.'), v.maxLength(300)),
  ),
  /** With `withdraw` of an entry that the desk made by mistake: no e-mail is sent, and its cash leaves the book. */
  isMistake: v.optional(v.boolean()),
})
export type DecideOne = v.InferInput<typeof decideOneSchema>

export interface Decided extends ReviewStatus {
  id: string
  entryId: string
  /** Until when it can be taken back, in UTC; its mail goes out then. */
  undoUntil: string
}

/** With 409 `stale`: how the record stands now, and who brought it there. */
export interface Current extends Omit<ReviewStatus, 'source'> {
  by: string | null
  at: string
}

/**
 * Which submissions a decision is about: up to 500 that were picked, each with the version that was seen; or all of a
 * filter, as they were when the preview looked (`seenAt`).
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

/** `seenAt` of a filter may be anything: the preview's answer says the one to go on with. */
export const previewBulkSchema = v.object({ selection, ...verdict })

/** `after`: the `next` of the answer before, for all of a filter; without it the command begins, or begins once more. */
export const decideBulkSchema = v.object({
  id,
  selection,
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
  ...verdict,
})
export type DecideBulk = v.InferInput<typeof decideBulkSchema>

export const skipWords = {
  stale: 'This entry has been changed since',
  illegal: 'Not possible in the entry’s current state',
  flagged: 'Flagged: check this entry on its own',
  shared: sharedWords,
  unseen: 'The picture has not been opened, and the scan did not find the fee',
  reason: 'This reason does not apply to this kind of form',
  missing: 'This entry no longer exists',
  cancelled: 'The event is cancelled: verify with a bank payment or cash',
  'no-picture': 'No picture of a payment: verify with a bank payment or cash',
  short: 'Paid less than the fee: verify this entry on its own',
} as const
export type SkipReason = keyof typeof skipWords

export interface Skipped extends Pick<QueueRow, 'id' | 'label' | 'name'> {
  why: SkipReason
}

export interface BulkPreview {
  willDecide: number
  /** What is due of them, and the names of the first few. */
  sum: Rupees
  names: string
  /** With `verify`: of how many of them nobody has opened the picture. */
  unopened: number
  /** With `reject`: how many are not told without `writeToAll`, for no e-mail ever reached them. */
  unreached: number
  skipped: Skipped[]
  /** How many more are skipped than are listed: at most 100 are. */
  moreSkipped: number
  seenAt: string
}

export interface BulkDecided {
  id: string
  /** By this call; by one without `after` also what the command had decided before, when its answer was lost. */
  decided: Decided[]
  skipped: Skipped[]
  /** For the `after` of the same call, which goes on there; null where nothing is left. */
  next: string | null
  undoUntil: string
}

export interface Undone {
  id: string
  /** How each stands again. */
  entries: ({ id: string } & ReviewStatus)[]
  /** Those whose mail had gone already. */
  tooLate: string[]
}

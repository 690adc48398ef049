import * as v from 'valibot'
import type { FormKind } from '../api'
import { matchGroups } from '../bank/match'
import { uuid } from '../fields'
import { type FlagKind, flagKinds } from './flags'
import { type Ground, grounds, type ReviewState, type ReviewStatus, reviewStates } from './states'

export const kinds = ['registration', 'delegate-pass', 'accommodation'] as const satisfies readonly FormKind[]

const day = v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'A day is written 2025-10-01.')))

const choice = <const Values extends readonly string[]>(values: Values) => v.optional(v.picklist(values))

/**
 * What the queue is narrowed to, as the query of its address holds it; what is left out narrows nothing. `q` is words, of
 * which each must begin a name, a part of an e-mail address, a phone, an id, a UTR or a payment reference, or end a number.
 */
const filterEntries = {
  q: v.optional(v.pipe(v.string(), v.maxLength(100))),
  kind: choice(kinds),
  /** A subject's key, or a pass's tier. */
  event: v.optional(v.pipe(v.string(), v.maxLength(60))),
  state: choice(reviewStates),
  /** The day in India on which it was sent, `2025-10-01`. */
  day,
  /** `any`: whatever the flag. */
  flag: choice(['any', ...flagKinds]),
  ground: choice(grounds),
  /** The group of the bank's matches that it stands in just now. */
  bank: choice(matchGroups),
  /** Those that have something the same, as a flag names them (`Flag.group`). */
  group: v.optional(v.pipe(v.string(), v.regex(/^[a-z-]{1,20}\.[\w-]{32}$/, 'A group is named as a flag names it.'))),
  /** `accepted`: neither rejected nor withdrawn; `open`: of those, what is not verified yet. */
  standing: choice(['accepted', 'open']),
  /** Who has a room on the night that begins on this day. */
  night: day,
  /** What has lunch on this day. */
  lunch: day,
  /** An e-mail to its registrant failed, or its address is refused. */
  mail: choice(['failed']),
  /** Its payment picture was read by nobody's browser. */
  picture: choice(['unread']),
  /** The registrant has put it right after a request for a correction. */
  corrected: choice(['yes']),
  /** Something is due, was not paid in cash, and the form named no UTR. */
  utr: choice(['none']),
  /** Entered at the desk. */
  walkin: choice(['yes']),
  /** Paid in cash. */
  cash: choice(['yes']),
  /** Organisers have noted something. */
  note: choice(['yes']),
  /** Put to later while it waits, or not. */
  later: choice(['yes', 'no']),
  /** Words, of which each must begin one of the college's name. */
  college: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** What one press decided, by its id, and nobody took back. */
  press: v.optional(uuid),
}

export const queueFilterSchema = v.object(filterEntries)
export type QueueFilter = v.InferOutput<typeof queueFilterSchema>

/** Rows of a page. */
export const pageRows = 50

/** `after`: the `next` of the page before. The oldest come first unless `order` says otherwise. */
export const queueQuerySchema = v.object({
  ...filterEntries,
  order: v.optional(v.picklist(['oldest', 'newest']), 'oldest'),
  after: v.optional(v.pipe(v.string(), v.maxLength(100))),
})

/** A submission as the queue lists it. */
export interface QueueRow extends ReviewStatus {
  /** What every call of the desk knows it by. */
  id: string
  kind: FormKind
  /** The id that its registrant holds: "EVT-004217", "DP-047713", "ACC-000012". */
  label: string
  name: string
  email: string
  /** A subject's key, or a pass's tier; empty for a room. */
  event: string
  /** What that is called. */
  eventName: string
  /** Rupees; null where a pass covers it. */
  amount: number | null
  sentAt: string
  flags: FlagKind[]
  /** Put right by the registrant after a request for a correction. */
  isCorrected?: true
  /** Put to later, while it waits. */
  isLater?: true
  /** Organisers have noted something. */
  hasNote?: true
  /** A later submission has the same file, UTR or payment code, and is neither rejected nor withdrawn. It is no flag. */
  isShared?: true
}

export interface QueuePage {
  rows: QueueRow[]
  /** For the next page's `after`; null on the last. */
  next: string | null
}

/** How many there would be with each value in the place of the filter's own; zeros are left out. */
export interface QueueCounts {
  total: number
  kind: Partial<Record<FormKind, number>>
  event: Partial<Record<string, number>>
  state: Partial<Record<ReviewState, number>>
  day: Partial<Record<string, number>>
  flag: Partial<Record<FlagKind | 'any', number>>
  ground: Partial<Record<Ground, number>>
  corrected: { yes?: number }
  utr: { none?: number }
  walkin: { yes?: number }
  cash: { yes?: number }
  note: { yes?: number }
  later: { yes?: number; no?: number }
}

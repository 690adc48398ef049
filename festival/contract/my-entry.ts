import * as v from 'valibot'
import type { TeamSize } from '../content/subject'
import type { FormKind } from '../forms/api'
import type { CorrectableField } from '../forms/correction'
import type { ProofField } from '../forms/upload'
import type { Paise } from '../payment/money'
import { email } from '../text/fields'
import type { Remedy } from './reasons'
import type { ReviewState } from './states'

/**
 * A participant opens their own entry by a private link. The link's secret follows the `#` and is
 * sent in bodies only, so that no log or scanner sees it.
 */

/** A link is `/my-submission#SECRET`. */
export const myEntryPage = '/my-submission'

export const myEntryPaths = {
  /** `AskForStatus` → 202 `AskedForStatus`, whether or not the ID exists. */
  askForStatus: '/api/my-submission/links',
  /** `OpenMine` → 200 `MySubmission`; 401 `link-spent` for an invalid secret. */
  open: '/api/my-submission/open',
  /** `ReadMyFile` → 200 and the file; 404 if the entry has no such file. */
  file: '/api/my-submission/file',
  /** `CorrectMine` → 200 `MySubmission`; 409 `stale`, 422 `invalid`. */
  correct: '/api/my-submission/correct',
  /** `OpenMine` → 200 `MySubmission`. Verifies an entry of a free event. 409 `illegal`, `stale`. */
  confirm: '/api/my-submission/confirm',
  /**
   * `OpenMine` → 200 `MySubmission`. Asks an admin to erase the entry. 409 `illegal` if the
   * installation has no desk.
   */
  askErasure: '/api/my-submission/erasure',
  /** `GiveUpiId` → 200 `MySubmission`. 409 `illegal` if no refund is due. */
  giveUpiId: '/api/my-submission/refund-upi-id',
  /**
   * `OpenMine` with an expired secret → 202 `AskedForStatus`. Sends a new link to the same address.
   */
  renew: '/api/my-submission/renew',
} as const

/**
 * The ID from the confirmation: "EVT-004217", "DP-047713", "ACC-047713", a Delegate Pass ID or a
 * room's transaction ID.
 */
export const askForStatusSchema = v.object({
  id: v.pipe(
    v.string('Enter the ID.'),
    v.trim(),
    v.minLength(1, 'Enter the ID.'),
    v.maxLength(40, 'This ID is too long.'),
  ),
  email,
})
export type AskForStatus = v.InferOutput<typeof askForStatusSchema>

export interface AskedForStatus {
  message: string
}

const secret = v.pipe(v.string(), v.maxLength(100))

export const openMyEntrySchema = v.object({ secret })

/** `field` is one of `MySubmission.files`. */
export const readMyFileSchema = v.object({ secret, field: v.pipe(v.string(), v.maxLength(40)) })

/** Times are in UTC. */
export interface Erasure {
  askedAt: string | null
  answeredAt: string | null
  answer: string
}

export interface MyEntry {
  kind: FormKind
  label: string
  eventName: string
  name: string
  state: ReviewState
  words: string
  /** For verified entries: when, where and what to bring. For rejected ones: the reason. */
  more: string[]
  isFree?: true
  /** Set if the participant must confirm the entry of a free event. */
  canConfirm?: true
  /** Shown to verified participants only. */
  group?: string
  /** Where to hand in an abstract, slides or a film. */
  submissionLink?: string
  version: number
  sentAt: string
  /** When the link expires, in UTC. */
  linkUntil: string
  facts: { label: string; value: string }[]
  /** Excludes replaced files. */
  files: { field: string; label: string; isPicture: boolean }[]
  correction?: {
    reasons: { words: string; remedy: Remedy; field?: string }[]
    note: string
    /** `members` is JSON. */
    fields: { name: CorrectableField; label: string; value: string }[]
    teamSize: TeamSize
    proofs: ({ field: string } & ProofField)[]
    /** The missing rupees, and the first characters of the QR code's note. */
    difference: { amount: number; reference: string } | null
  }
  /** Set if the leader may change the team. */
  team?: MyEntry['correction']
  /** Set if a refund is due and was promised. `upiId` is empty until the participant enters it. */
  refund?: { amount: Paise; upiId: string } | undefined
  /** The path of the ticket's page. Room requests have none. */
  ticket?: string
  /** Missing if the installation has no desk. */
  erasure?: Erasure
}

const upiIdHint =
  'Enter a UPI ID such as name@bank. Your UPI app shows it in your profile. It is neither a phone number nor an e-mail address.'

/** Banks ignore the case of the letters. */
export const upiId = v.pipe(
  v.string(upiIdHint),
  v.maxLength(100, 'A UPI ID may have at most 100 characters.'),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[a-z\d][a-z\d._-]{1,99}@[a-z][a-z\d]{1,63}$/, upiIdHint),
)

export const giveUpiIdSchema = v.object({ secret, upiId })

/** Only fields whose correction was requested are accepted. */
export const correctMyEntrySchema = v.object({
  secret,
  version: v.pipe(v.number(), v.integer()),
  fields: v.optional(v.record(v.string(), v.unknown()), {}),
  proofs: v.optional(v.record(v.string(), v.string()), {}),
})
export type CorrectMyEntry = v.InferInput<typeof correctMyEntrySchema>

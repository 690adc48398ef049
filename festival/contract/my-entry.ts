import * as v from 'valibot'
import type { FormKind } from '../forms/api'
import type { CorrectableField } from '../forms/correction'
import type { ProofField } from '../forms/upload'
import { email } from '../text/fields'
import type { Remedy } from './reasons'
import type { ReviewState } from './states'

/**
 * A participant's view of their own entry, opened by a private link. The secret follows the `#` of
 * the address and is only sent in bodies, so that no log or scanner sees it.
 */

/** The address of a private link: `/my-submission#SECRET`. */
export const myEntryPage = '/my-submission'

export const myEntryPaths = {
  /** `AskForStatus` → 202 `AskedForStatus`, with the same answer for unknown IDs. */
  askForStatus: '/api/my-submission/links',
  /** `OpenMine` → 200 `MySubmission`; 401 `link-spent` for an invalid secret. */
  open: '/api/my-submission/open',
  /** `ReadMyFile` → 200 the file itself; 404 if the entry has no such file. */
  file: '/api/my-submission/file',
  /** `CorrectMine` → 200 `MySubmission`; 409 `stale`, 422 `invalid`. */
  correct: '/api/my-submission/correct',
  /**
   * `OpenMine` → 200 `MySubmission`. Asks an admin to erase the entry. 409 `illegal` without a
   * desk.
   */
  askErasure: '/api/my-submission/erasure',
  /**
   * `OpenMine` with an expired secret → 202 `AskedForStatus`. Sends a new link to the same address.
   */
  renew: '/api/my-submission/renew',
} as const

/**
 * The ID in the confirmation ("EVT-004217", "DP-047713", "ACC-047713", a Delegate Pass ID, a room's
 * transaction ID) and the e-mail address.
 */
export const askForStatusSchema = v.object({
  id: v.pipe(
    v.string('Enter the ID.'),
    v.trim(),
    v.minLength(1, 'Enter the ID.'),
    v.maxLength(40, 'That is too long for an ID.'),
  ),
  email,
})
export type AskForStatus = v.InferOutput<typeof askForStatusSchema>

export interface AskedForStatus {
  message: string
}

const secret = v.pipe(v.string(), v.maxLength(100))

export const openMyEntrySchema = v.object({ secret })

/** `field`: one of `MySubmission.files`. */
export const readMyFileSchema = v.object({ secret, field: v.pipe(v.string(), v.maxLength(40)) })

/**
 * A participant's request to be erased, and an admin's reason for refusing it; times are in UTC.
 */
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
  /** One sentence each: when, where and what to bring if verified; the reasons if not accepted. */
  more: string[]
  /** The link to the event's group, for verified participants only. */
  group?: string
  version: number
  sentAt: string
  /** When the link expires, in UTC. */
  linkUntil: string
  facts: { label: string; value: string }[]
  /** The current files that can be viewed. */
  files: { field: string; label: string; isPicture: boolean }[]
  /** The requested correction, if there is one. */
  correction?: {
    reasons: { words: string; remedy: Remedy; field?: string }[]
    note: string
    /** The fields to correct with their current values; `members` is JSON. */
    fields: { name: CorrectableField; label: string; value: string }[]
    /** The largest team, if `members` is among the fields. */
    teamSize: number
    /** The files to replace. */
    proofs: ({ field: string } & ProofField)[]
    /** The missing rupees, and the start of the QR code's note. */
    difference: { amount: number; reference: string } | null
  }
  /** Set if the team leader may change the team with the same call. */
  team?: MyEntry['correction']
  /** Absent if the installation has no desk to send the request to. */
  erasure?: Erasure
}

/**
 * Accepts only the requested fields or the participant's own team. `proofs` has addresses that the
 * upload call returned.
 */
export const correctMyEntrySchema = v.object({
  secret,
  version: v.pipe(v.number(), v.integer()),
  fields: v.optional(v.record(v.string(), v.unknown()), {}),
  proofs: v.optional(v.record(v.string(), v.string()), {}),
})
export type CorrectMyEntry = v.InferInput<typeof correctMyEntrySchema>

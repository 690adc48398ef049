import * as v from 'valibot'
import type { FormKind } from '../forms/api'
import type { CorrectableField } from '../forms/correction'
import type { ProofField } from '../forms/upload'
import { email } from '../text/fields'
import type { Remedy } from './reasons'
import type { ReviewState } from './states'

/**
 * What a registrant may see and mend of their own submission, by a private link. The link's secret stands after the `#` of its
 * address and travels in bodies only, so that no log and no scanner has it.
 */

/** The page that a private link opens: `/my-submission#SECRET`. */
export const myEntryPage = '/my-submission'

export const myEntryPaths = {
  /** `AskForStatus` → 202 `AskedForStatus`, the same whether the pair exists or not. */
  askForStatus: '/api/my-submission/links',
  /** `OpenMine` → 200 `MySubmission`; 401 `link-spent` for a secret that does not hold. */
  open: '/api/my-submission/open',
  /** `ReadMyFile` → 200 the file itself; 404 where the submission has none of that name. */
  file: '/api/my-submission/file',
  /** `CorrectMine` → 200 `MySubmission`; 409 `stale`, 422 `invalid`. */
  correct: '/api/my-submission/correct',
  /** `OpenMine` → 200 `MySubmission`: an admin is asked to erase the entry. 409 `illegal` where there is no desk. */
  askErasure: '/api/my-submission/erasure',
  /** `OpenMine` with a secret whose time is over → 202 `AskedForStatus`: a new link goes to the same address. */
  renew: '/api/my-submission/renew',
} as const

/** The id that the confirmation names ("EVT-004217", "DP-047713", "ACC-047713", a Delegate Pass ID, a room's transaction ID), and the e-mail. */
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

/** `field`: one of those that `MySubmission.files` names. */
export const readMyFileSchema = v.object({ secret, field: v.pipe(v.string(), v.maxLength(40)) })

/** A participant's request to be erased, and an admin's reason for refusing it; times are in UTC. */
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
  /** What follows, a sentence each: once verified when, where and what to do; where it was not accepted why. */
  more: string[]
  /** Where the event's group is; only for who is verified. */
  group?: string
  version: number
  sentAt: string
  /** Until when the link holds, in UTC. */
  linkUntil: string
  facts: { label: string; value: string }[]
  /** The files that count now and can be looked at, by their field. */
  files: { field: string; label: string; isPicture: boolean }[]
  /** What is to be mended; absent where nothing is. */
  correction?: {
    reasons: { words: string; remedy: Remedy; field?: string }[]
    note: string
    /** The fields that may be changed, with what stands in them now; `members` as JSON. */
    fields: { name: CorrectableField; label: string; value: string }[]
    /** How many members a team may have; where `members` is among the fields. */
    teamSize: number
    /** The files that may be sent anew, by their field. */
    proofs: ({ field: string } & ProofField)[]
    /** Rupees that are missing, and what the QR's note begins with. */
    difference: { amount: number; reference: string } | null
  }
  /** The team, which its leader may change by the same call; absent where it stays as it is. */
  team?: MyEntry['correction']
  /** Absent if the installation has no desk to send the request to. */
  erasure?: Erasure
}

/** What a registrant mends: only what was asked for, or their own team. `proofs` holds addresses that the upload call answered with. */
export const correctMyEntrySchema = v.object({
  secret,
  version: v.pipe(v.number(), v.integer()),
  fields: v.optional(v.record(v.string(), v.unknown()), {}),
  proofs: v.optional(v.record(v.string(), v.string()), {}),
})
export type CorrectMyEntry = v.InferInput<typeof correctMyEntrySchema>

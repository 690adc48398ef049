import * as v from 'valibot'
import { uuid } from '../fields'
import type { Confirmed } from '../registration'
import type { Decided } from './decision'
import { kinds } from './queue'

/**
 * A form that the desk enters itself. `form` is the body of that form (`festival/api.ts`); its pictures may be left out, and with
 * `cash` the transaction ID of a room as well. With `upi` it should hold the UTR. Send an `Idempotency-Key`.
 */
export const walkInSchema = v.object({
  kind: v.picklist(kinds),
  paid: v.picklist(['cash', 'upi']),
  form: v.record(v.string(), v.unknown()),
  /** With cash: verifies it at once, by a decision of this id; the same id for the same form. Nothing where a pass covers it. */
  verify: v.optional(uuid),
})
export type WalkIn = v.InferOutput<typeof walkInSchema>

export interface WalkInEntered extends Confirmed {
  /** The new submission's id at the desk. */
  submission: string
  registration_id: string
  delegate_id?: string
  /** Whom it is for, and what. */
  name: string
  eventName: string
  /** Rupees to take; null where a pass covers it. */
  amount: number | null
  /** Whether they were taken in cash. */
  isCash: boolean
  /** The decision that verified it at once; null where none did, or it was taken back since. */
  decided: Decided | null
}

/** How the e-mail stands that was sent again; of several the one that fared worst. */
export interface SentAgain {
  confirmation: 'sent' | 'queued' | 'refused' | 'failed'
}

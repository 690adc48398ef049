import * as v from 'valibot'
import type { Confirmed } from '../confirmed'

/** What a walk-in's form may leave out: the picture, which the desk needn't have. */
const form = v.record(v.string(), v.unknown())

/**
 * A registration or a pass that the desk enters itself. `form` is the body of that form (`festival/api.ts`) without
 * `payment_screenshot_url`; with `upi` it may hold one, and should hold `utr`. Send an `Idempotency-Key`.
 */
export const walkInSchema = v.object({
  kind: v.picklist(['registration', 'delegate-pass']),
  paid: v.picklist(['cash', 'upi']),
  form,
})
export type WalkIn = v.InferOutput<typeof walkInSchema>

export interface WalkInEntered extends Confirmed {
  /** The new submission's id at the desk. */
  submission: string
  registration_id: string
  delegate_id?: string
  /** Rupees to take; null where a pass covers it. */
  amount: number | null
}

export interface SentAgain {
  confirmation: 'sent' | 'queued' | 'refused' | 'failed'
}

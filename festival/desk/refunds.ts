import * as v from 'valibot'
import type { Paise } from '../bank/cells'
import type { ShownRow } from './bank'
import { type MoneyChoice, type MoneyOutcome, moneyOutcomes } from './states'

const uuid = v.pipe(v.string(), v.uuid('An id is a UUID.'))

/** Money to give back: more came than is due, or what it was for is rejected or withdrawn. */
export interface Refund {
  submission: string
  label: string
  name: string
  email: string
  phone: string
  why: 'too-much' | 'not-accepted'
  received: Paise
  /** What of it was cash. */
  cash: Paise
  due: Paise
  /** What was given back and what is kept so far. */
  returned: Paise
  kept: Paise
  /** What is still to be given back, or kept. */
  amount: Paise
  /** What the mail of the rejection says of it. */
  told: MoneyChoice | null
  rows: ShownRow[]
}

/** Money that was given back, or that somebody said is kept. */
export interface NotedRefund {
  id: string
  submission: string
  label: string
  name: string
  outcome: MoneyOutcome
  amount: Paise
  /** How it was given back, or why it is kept. */
  note: string
  by: string
  at: string
}

export interface Refunds {
  refunds: Refund[]
  /** The newest first, at most 500. */
  noted: NotedRefund[]
  /** Of all of them. */
  sums: { due: Paise } & Record<MoneyOutcome, Paise>
}

/** Notes that money was given back or is kept; `id` is made by the device, once a press. */
export const noteRefundSchema = v.object({
  id: uuid,
  submission: uuid,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  outcome: v.optional(v.picklist(moneyOutcomes), 'returned'),
  note: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300)), ''),
})
export type NoteRefund = v.InferInput<typeof noteRefundSchema>

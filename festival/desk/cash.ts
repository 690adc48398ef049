import * as v from 'valibot'
import type { Paise } from '../bank/cells'
import { email, uuid } from '../fields'

/** What stands for a holder where cash was paid in. */
export const bankHolder = 'bank'

/** Taken from a registrant, handed over, or given back to a registrant. */
export type CashKind = 'taken' | 'handover' | 'returned'

/** What came to one holder and left them, and what is left; below 0 where somebody gave back more than they had. */
export interface CashHolder extends Record<CashKind | 'received' | 'holds', Paise> {
  /** An organiser's address, `bank`, or empty where nobody noted who took it. */
  holder: string
}

/** Who holds how much cash (behaviour 14.153). */
export interface Cash {
  /** Whoever ever held any, those who hold most first. */
  holders: CashHolder[]
  /** To whom it may be handed: organisers who see money. */
  people: string[]
  /** Handovers, and what was given back, the newest 200 of them first. `by` noted it. */
  moves: { id: string; at: string; by: string; from: string; to: string | null; amount: Paise }[]
}

const holder = v.union([v.literal(bankHolder), v.pipe(email, v.toLowerCase())], 'Choose who.')

/** Notes that cash was handed over. `id` is made by the device, once a press; without `from` it is one's own. */
export const handOverSchema = v.object({
  id: uuid,
  from: v.optional(v.union([v.literal(''), holder])),
  to: holder,
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(1, 'Write an amount, such as 150.')),
})
export type HandOver = v.InferInput<typeof handOverSchema>

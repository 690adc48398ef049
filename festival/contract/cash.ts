import * as v from 'valibot'
import type { Paise } from '../payment/money'
import { email, uuid } from '../text/fields'
import type { QueueRow } from './queue'

export const bankHolder = 'bank'

export type CashKind = 'taken' | 'handover' | 'returned'

/**
 * The cash that one person received, paid out and holds. Below 0 if they paid out more than they
 * had.
 */
export interface CashHolder extends Record<CashKind | 'received' | 'holds', Paise> {
  /** An organiser's address, `bank`, or empty if it was not recorded. */
  holder: string
}

/**
 * A line of the cash book. `submission` is the entry that paid or was refunded, or null if it has
 * been deleted.
 */
export interface CashMove {
  id: string
  at: string
  by: string
  kind: CashKind
  from: string | null
  to: string | null
  amount: Paise
  entryId: Pick<QueueRow, 'id' | 'label' | 'name'> | null
  /** Set if the line was removed as a mistake. Removed lines count in no total. */
  removed: { at: string; by: string } | null
}

export interface Cash {
  /** Everyone who has ever held cash, the largest amount first. */
  holders: CashHolder[]
  /** Organisers who may receive a handover. */
  people: string[]
  /** The newest 200, newest first. `by` recorded it. */
  moves: CashMove[]
}

/** The most cash that one entry can pay, in paise: ₹1,00,000. */
export const maxCash: Paise = 10_000_000

/**
 * The most of one handover, in paise: ₹1,00,00,000. PostgreSQL stores amounts of cash in 32 bits.
 */
export const maxHandover: Paise = 1_000_000_000

const amountUpTo = (most: Paise, words: string) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(1, 'Enter an amount, such as 150.'),
    v.maxValue(most, `Enter at most ${words}.`),
  )

export const cashAmount = amountUpTo(maxCash, '₹1,00,000')

const holder = v.union(
  [v.literal(bankHolder), v.pipe(email, v.toLowerCase())],
  'Choose who gets it.',
)

/**
 * Records a handover. `id` is made by the device, once per command. Without `from`, the caller
 * hands over their own cash.
 */
export const handOverSchema = v.object({
  id: uuid,
  from: v.optional(v.union([v.literal(''), holder])),
  to: holder,
  amount: amountUpTo(maxHandover, '₹1,00,00,000'),
})

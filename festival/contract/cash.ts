import * as v from 'valibot'
import type { Paise } from '../payment/money'
import { email, uuid } from '../text/fields'
import type { QueueRow } from './queue'

export const bankHolder = 'bank'

export type CashKind = 'taken' | 'handover' | 'returned'

/** Amounts are negative if the holder paid out more than they had. */
export interface CashHolder extends Record<CashKind | 'received' | 'holds', Paise> {
  /** An organiser's e-mail address, `bank`, or empty if no holder was recorded. */
  holder: string
}

/** `entryId` is null if the entry has been erased. */
export interface CashMove {
  id: string
  at: string
  by: string
  kind: CashKind
  from: string | null
  to: string | null
  amount: Paise
  entryId: Pick<QueueRow, 'id' | 'label' | 'name'> | null
  /** Set if the line was removed as a mistake. No total includes the line. */
  removed: { at: string; by: string } | null
}

export interface Cash {
  /** Sorted by amount, largest first. */
  holders: CashHolder[]
  /** Organisers who may receive a handover. */
  people: string[]
  /** Newest first, at most 200. `by` is the organiser who recorded the move. */
  moves: CashMove[]
}

/** ₹1,00,000 per entry, in paise. */
export const maxCash: Paise = 10_000_000

/** ₹1,00,00,000, because PostgreSQL stores amounts of cash in 32 bits. */
const maxHandover: Paise = 1_000_000_000

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
  'Choose who receives the cash.',
)

/** If `from` is missing, the caller hands over their own cash. */
export const handOverSchema = v.object({
  id: uuid,
  from: v.optional(v.union([v.literal(''), holder])),
  to: holder,
  amount: amountUpTo(maxHandover, '₹1,00,00,000'),
})

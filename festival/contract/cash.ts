import * as v from 'valibot'
import type { Paise } from '../payment/money'
import { email, uuid } from '../text/fields'
import type { QueueRow } from './queue'

export const bankHolder = 'bank'

export type CashKind = 'taken' | 'handover' | 'returned'

/** What came to one holder and left them, and what is left; below 0 where somebody gave back more than they had. */
export interface CashHolder extends Record<CashKind | 'received' | 'holds', Paise> {
  /** An organiser's address, `bank`, or empty where nobody noted who took it. */
  holder: string
}

/** A line of the cash book; `submission` is the entry that paid or was refunded, or null if it has been deleted. */
export interface CashMove {
  id: string
  at: string
  by: string
  kind: CashKind
  from: string | null
  to: string | null
  amount: Paise
  entryId: Pick<QueueRow, 'id' | 'label' | 'name'> | null
  /** When and by whom the line was removed as a mistake; removed lines count in no sum. Null for a line that counts. */
  removed: { at: string; by: string } | null
}

/** Who holds how much cash (behaviour 14.153). */
export interface Cash {
  /** Whoever ever held any, those who hold most first. */
  holders: CashHolder[]
  /** To whom it may be handed: organisers who may hand it on. */
  people: string[]
  /** What was taken, handed over and given back, the newest 200 first. `by` noted it. */
  moves: CashMove[]
}

/** The most cash that one entry can pay, in paise: ₹1,00,000. */
export const maxCash: Paise = 10_000_000

/** The most of one handover, in paise: ₹1,00,00,000. PostgreSQL stores amounts of cash in 32 bits. */
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

/** Notes that cash was handed over. `id` is made by the device, once for each command; without `from` it is one's own. */
export const handOverSchema = v.object({
  id: uuid,
  from: v.optional(v.union([v.literal(''), holder])),
  to: holder,
  amount: amountUpTo(maxHandover, '₹1,00,00,000'),
})

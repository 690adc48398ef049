import * as v from 'valibot'
import { isRealDay } from '../day'
import type { Day } from '../slot'
import { readNarration } from './read-narration'
import type { Statement } from './read-statement'
import { mostBalance, mostPaise, type Paise } from './row'

/** The days between which the festival's money comes, both included. */
export interface Window {
  from: Day
  to: Day
}

/**
 * What leaves the browser of a statement: credits within the window, and what takes a payment back. Other debits, the
 * account's balances elsewhere and other days stay with the organiser (behaviour 15.1).
 */
export const paymentSchema = v.object({
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  day: v.pipe(
    v.string(),
    v.check((text) => isRealDay(text)),
    v.transform((text) => text as Day),
  ),
  /** Paise; below 0 for money that was taken back. */
  amount: v.pipe(v.number(), v.integer(), v.minValue(-mostPaise), v.maxValue(mostPaise), v.notValue(0)),
  narration: v.pipe(v.string(), v.maxLength(1000)),
  reference: v.pipe(v.string(), v.maxLength(100)),
  balance: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-mostBalance), v.maxValue(mostBalance))),
})

export type Payment = v.InferOutput<typeof paymentSchema>

export interface Chosen {
  payments: readonly Payment[]
  /** Debits with the mark of a reversal, or money that a merchant app's report says was given back. */
  reversals: readonly Payment[]
  /** How many rows stay in the browser, and why. */
  left: { debits: number; outside: number; notPayments: number }
  sum: Paise
}

/** Interest, cash and the holder's own transfers are no registrant's payment. */
const notPayment =
  /^\W*(?:int(?:erest)?\b|.*\binterest (?:paid|credit)|(?:by )?cash\b|cdm\b|self\b|(?:to|from|by) self\b)/i

const numbersOf = ({ narration, reference }: Payment) => readNarration(narration, reference).numbers

/**
 * Sorts out what of a statement is a payment to the festival. A credit with the mark of a reversal is the holder's own money
 * coming back where its debit stands in the file; any other is sent, for `REV` may be a payer's title (behaviour 15.1).
 */
export const choosePayments = ({ rows }: Statement, window: Window): Chosen => {
  const payments: Payment[] = []
  const reversals: Payment[] = []
  const spent = new Set(
    rows
      .filter(({ amount }) => amount < 0)
      .flatMap((row) => numbersOf(row).map((number) => `${number} ${-row.amount}`)),
  )
  const isOwnMoney = (payment: Payment) => numbersOf(payment).some((number) => spent.has(`${number} ${payment.amount}`))
  const left = { debits: 0, outside: 0, notPayments: 0 }
  for (const { id: _id, isGivenBack, ...payment } of rows) {
    const isReversal = isGivenBack || readNarration(payment.narration).isReversal
    if (payment.day < window.from || payment.day > window.to) left.outside++
    else if (payment.amount < 0 && isReversal) reversals.push(payment)
    else if (payment.amount < 0) left.debits++
    else if (notPayment.test(payment.narration) || (isReversal && isOwnMoney(payment))) left.notPayments++
    else payments.push(payment)
  }
  return { payments, reversals, left, sum: payments.reduce((sum, { amount }) => sum + amount, 0) }
}

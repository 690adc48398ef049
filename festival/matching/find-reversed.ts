import type { BankPayment } from './claim'
import type { ReadPayment } from './find-evidence'
import { eachStep, type Steps } from './steps'

/** A reversal with the payment that it takes back, where that is known. */
export interface Reversed {
  reversal: BankPayment
  row?: BankPayment
  /** A larger payment of the number: a part of it went back. */
  part?: BankPayment
  numbers: readonly string[]
}

/** A number of more payments of one amount than this is an account's. */
const mostPaymentsOfNumber = 2

/**
 * Finds by its number what each reversal takes back: a payment of the same amount, not newer than the reversal, and each
 * payment once. Where no amount is the same, a larger one lost a part. What fits no payment so is left to a person
 * (behaviour 15.10).
 */
export function* findReversed(reversals: readonly ReadPayment[], payments: readonly ReadPayment[]): Steps<Reversed[]> {
  const byNumber = new Map<string, BankPayment[]>()
  yield* eachStep(payments, ({ row, reading }) => {
    for (const number of reading.numbers) {
      const there = byNumber.get(number)
      if (there) there.push(row)
      else byNumber.set(number, [row])
    }
  })
  const taken = new Set<BankPayment>()
  return reversals.map(({ row: reversal, reading }) => {
    const find = (fits: (payment: BankPayment) => boolean) =>
      reading.numbers
        .flatMap((number) => {
          const fitting = (byNumber.get(number) ?? []).filter(fits)
          return fitting.length > mostPaymentsOfNumber ? [] : fitting
        })
        .find((one) => !taken.has(one) && one.day <= reversal.day)
    const row = find(({ amount }) => amount === -reversal.amount)
    if (row) taken.add(row)
    const part = row ? undefined : find(({ amount }) => amount > -reversal.amount)
    return { reversal, numbers: reading.numbers, ...(row ? { row } : {}), ...(part ? { part } : {}) }
  })
}

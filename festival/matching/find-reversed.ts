import type { BankPayment } from './claim'
import type { ReadPayment } from './find-evidence'

/** A reversal with the payment that it takes back, where that is known. */
export interface Reversed {
  reversal: BankPayment
  row?: BankPayment
  numbers: readonly string[]
}

/** A number of more payments of one amount than this is an account's. */
const mostPaymentsOfNumber = 2

/**
 * Finds by its number what each reversal takes back: a payment of the same amount, not newer than the reversal, and each
 * payment once. What fits no payment so is left to a person (behaviour 15.10).
 */
export const findReversed = (reversals: readonly ReadPayment[], payments: readonly ReadPayment[]): Reversed[] => {
  const byNumber = new Map<string, BankPayment[]>()
  for (const { row, reading } of payments)
    for (const number of reading.numbers) {
      const there = byNumber.get(number)
      if (there) there.push(row)
      else byNumber.set(number, [row])
    }
  const taken = new Set<BankPayment>()
  return reversals.map(({ row: reversal, reading }) => {
    const candidates = reading.numbers.flatMap((number) => {
      const same = (byNumber.get(number) ?? []).filter(({ amount }) => amount === -reversal.amount)
      return same.length > mostPaymentsOfNumber ? [] : same
    })
    const row = candidates.find((one) => !taken.has(one) && one.day <= reversal.day)
    if (row) taken.add(row)
    return { reversal, numbers: reading.numbers, ...(row ? { row } : {}) }
  })
}

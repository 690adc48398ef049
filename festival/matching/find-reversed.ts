import type { BankPayment } from './claim'
import type { ReadPayment } from './find-evidence'

/** A reversal with the payment that it takes back, where that is known. */
export interface Reversed {
  reversal: BankPayment
  row?: BankPayment
  numbers: readonly string[]
}

/** Finds by its number what each reversal takes back: the payment of the same amount first, and each payment once. */
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
    const candidates = reading.numbers.flatMap((number) => byNumber.get(number) ?? []).filter((row) => !taken.has(row))
    const row = candidates.find(({ amount }) => amount === -reversal.amount) ?? candidates[0]
    if (row) taken.add(row)
    return { reversal, numbers: reading.numbers, ...(row ? { row } : {}) }
  })
}

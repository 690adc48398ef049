import { dayAt } from '../../festival/day'
import type { Invented } from '../../tests/support/demo/invent-festival'
import { makeChance } from '../../tests/support/statements/chance'
import { hdfcDelimited } from '../../tests/support/statements/text-banks'
import { book, type Transaction } from '../../tests/support/statements/transaction'

/** One in twenty never paid, and as many paid too little. */
const missingPercent = 5

/** The bank's file that belongs to the demo's submissions, with payments of strangers among theirs. */
export const writeStatement = (invented: readonly Invented[], now: number, seed: number): Uint8Array => {
  const chance = makeChance(seed)
  const transactions = invented.flatMap((made): Transaction[] => {
    if (made.pictureOf || made.fault === 'odd-date' || chance.percent(missingPercent)) return []
    const paise = made.amount * 100
    return [
      {
        day: dayAt(now - made.paidBeforeMs),
        amount: chance.percent(missingPercent) ? paise - 10_000 : paise,
        kind: 'upi',
        rrn: made.utr,
        note: made.note,
        name: made.person.name.toUpperCase(),
        address: `${made.person.phone}@demo`,
      },
    ]
  })
  return hdfcDelimited.write(book(transactions, 5_000_000))
}

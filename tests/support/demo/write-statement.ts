import { type Day, dayAt } from '../../../festival/content/slot'
import { amountDue } from '../../../festival/payment/fee'
import { type Chance, makeChance } from './chance'
import type { InventedEntry } from './invent-festival'

/** The percentage of participants who paid nothing. As many paid too little. */
const missingPercent = 5
/** The number of unrelated payments and purchases. */
const strangers = 24
const opening = 5_000_000

interface Transaction {
  day: Day
  /** In paise, positive for credits. */
  amount: number
  kind: 'upi' | 'reversal' | 'interest' | 'cash' | 'debit'
  rrn: string
  note: string
  name: string
  address: string
}

const formatNarration = ({ kind, rrn, name, note, address }: Transaction): string => {
  if (kind === 'interest') {
    return 'INT.PD:01-06-2026 TO 30-09-2026'
  }
  if (kind === 'cash') {
    return 'CASH DEPOSIT BY SELF'
  }
  if (kind === 'reversal') {
    return `UPI/REV/${rrn}/${name}`
  }
  return `UPI-${name}-${address.toUpperCase()}-SBIN0001234-${rrn}-${note.slice(0, 18).toUpperCase()}`
}

const compareDays = (left: string, right: string): number => {
  if (left === right) {
    return 0
  }
  return left < right ? -1 : 1
}

/** Writes HDFC's padded text file by day, with separate columns for debits and credits. */
const writeHdfc = (transactions: readonly Transaction[], opening: number): Uint8Array => {
  let balance = opening
  const rows = transactions
    .toSorted((left, right) => compareDays(left.day, right.day))
    .map((transaction) => {
      const { amount, rrn } = transaction
      balance += amount
      const [year = '', month, date] = transaction.day.split('-')
      const day = `${date}/${month}/${year.slice(2)}`
      const size = (Math.abs(amount) / 100).toFixed(2).padStart(14)
      const none = '          0.00'
      const sides = amount < 0 ? [size, none] : [none, size]
      return [
        ` ${day}  `,
        formatNarration(transaction).padEnd(60),
        ` ${day} `,
        ...sides,
        rrn.padStart(16, '0'),
        (balance / 100).toFixed(2),
      ]
    })
  const names = [
    'Date',
    'Narration',
    'Value Dat',
    'Debit Amount',
    'Credit Amount',
    'Chq/Ref Number',
    'Closing Balance',
  ]
  return new TextEncoder().encode(
    [[''], names, ...rows].map((cells) => `${cells.join(',')}\r\n`).join(''),
  )
}

export interface DemoStatements {
  first: Uint8Array
  /** A later download, which adds newer rows, a reversal and a late payment. */
  later: Uint8Array
  /** The entries that were paid once, with the exact amount. */
  paidRightly: readonly InventedEntry[]
  paidTooLittle: readonly InventedEntry[]
}

/** A pass can cover the fee. A participant with a copied picture has paid nothing. */
const mustPay = ({ subject, pictureSource, fault }: InventedEntry) =>
  !pictureSource &&
  fault !== 'odd-date' &&
  fault !== 'same-utr' &&
  (!subject || (amountDue(subject.fee, 1) ?? 0) > 0)

const inventStranger = (day: Transaction['day'], chance: Chance): Transaction => {
  const kind = chance.pick(['upi', 'upi', 'debit', 'interest', 'cash'] as const)
  const amount = (1 + chance.below(900)) * 100
  return {
    day,
    amount: kind === 'debit' ? -amount : amount,
    kind,
    rrn: `5118${Array.from({ length: 8 }, () => chance.below(10)).join('')}`,
    note: chance.pick(['rent', 'books', 'lunch', 'UPI']),
    name: 'A STRANGER',
    address: 'stranger@demo',
  }
}

/**
 * Writes statements with mostly correct payments. Others are missing, too low, double, shared or
 * unrelated.
 * @param now milliseconds since 1970
 * @param firstEndsAt when the first file was downloaded, in milliseconds since 1970
 */
export const writeStatements = (
  invented: readonly InventedEntry[],
  now: number,
  seed: number,
  firstEndsAt = now,
): DemoStatements => {
  const chance = makeChance(seed)
  const pay = (made: InventedEntry, more: Partial<Transaction> = {}): Transaction => ({
    day: dayAt(now - made.paidBeforeMs),
    amount: made.amount * 100,
    kind: 'upi',
    rrn: made.utr,
    note: made.note,
    name: made.person.name.toUpperCase(),
    address: `${made.person.phone}@demo`,
    ...more,
  })
  const payForBoth = (payer: InventedEntry, shared: InventedEntry) =>
    pay(payer, {
      amount: (payer.amount + shared.amount) * 100,
      note: `${payer.reference} ${shared.reference}`,
    })
  const reverse = (made: InventedEntry) =>
    pay(made, { day: dayAt(now), kind: 'reversal', amount: -made.amount * 100 })
  const paying = invented.filter(mustPay)
  // Rooms and the last entries have no planted faults, so no flag prevents a match.
  const rooms = paying.filter(
    ({ kind, note, reference }) => kind === 'accommodation' && note.startsWith(reference),
  )
  const [payer, shared, ...others] = paying
    .filter(({ kind, fault }) => kind === 'registration' && !fault)
    .toReversed()
  const referring = others.filter(({ note, reference }) => note.startsWith(reference))
  const [twice, reversed] = rooms.length > 1 ? rooms : referring

  const special = [twice, reversed, payer, shared]
  const paidOnce = paying.filter(
    (made) => !special.includes(made) && !chance.percent(missingPercent),
  )
  const paidTooLittle = paidOnce.filter(() => chance.percent(missingPercent))
  const lowerAmount = (amount: number) => amount * 100 - Math.min(10_000, amount * 50)
  const lastDay = dayAt(firstEndsAt)
  const all = [
    ...paidOnce.map((made) =>
      pay(made, paidTooLittle.includes(made) ? { amount: lowerAmount(made.amount) } : {}),
    ),
    ...(twice ? [pay(twice), pay(twice, { rrn: '511800000001' })] : []),
    ...(reversed ? [pay(reversed)] : []),
    ...(payer && shared ? [payForBoth(payer, shared)] : []),
    ...Array.from({ length: strangers }, () => inventStranger(lastDay, chance)),
  ]
  const since: Transaction[] = [
    ...(reversed ? [reverse(reversed)] : []),
    {
      ...inventStranger(dayAt(now), chance),
      kind: 'upi',
      amount: 123_400,
      rrn: '511800000002',
      note: 'late',
    },
  ]
  const write = (transactions: readonly Transaction[]) => writeHdfc(transactions, opening)
  return {
    first: write(all.filter(({ day }) => day <= lastDay)),
    later: write([...all, ...since]),
    paidRightly: paidOnce.filter((made) => !paidTooLittle.includes(made)),
    paidTooLittle,
  }
}

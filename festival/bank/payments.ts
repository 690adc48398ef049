import type { Day } from '../content/slot'
import { groupBy } from '../group-by'
import type { Paise } from '../payment/money'
import type { BankRow } from './match'
import { readNarration } from './narration'
import { dayNumber, type Reading, readTexts } from './signals'

/** A payment with the words of all files in which it stands. Below 0 it takes one back. */
export interface Movement extends Reading {
  /** Of the row that stands for it. */
  id: string
  amount: Paise
  /** The first of the days that its files give. */
  day: Day
  allocatedTo?: string
  rows: readonly BankRow[]
  /** What took a part of it back. */
  partReversal?: Movement
}

/** A payment has one number; one that stands in more payments than this is an account's or a shop's. */
export const maxPaymentsPerNumber = 2
/** Whoever pays in parts writes one reference several times; a word of more payments than this is the bank's. */
export const maxPaymentsPerField = 5

export const compareText = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0

/** A reversal with the payment that it takes back, whole or in part; with none where that is not known. */
export interface Reversal {
  reversal: Movement
  of?: Movement
  isPart: boolean
}

/** Makes payments of rows: each once, with all its words, and what was taken back. `owed` are the amounts that are due. */
export const groupRowsIntoPayments = (
  rows: readonly BankRow[],
  owed: ReadonlySet<Paise>,
): { payments: Movement[]; reversed: Reversal[] } => {
  const byId = new Map<string, BankRow>()
  for (const row of rows) {
    if (byId.get(row.id)?.allocatedTo === undefined) {
      byId.set(row.id, row)
    }
  }
  const sorted = [...byId.values()].sort(
    (one, other) => compareText(one.day, other.day) || compareText(one.id, other.id),
  )
  const movements = mergeRows(sorted)
  const payments = movements.filter(({ amount }) => amount > 0)
  const reversals = movements.filter(({ amount }) => amount < 0)
  removeBankWords(payments, owed)
  return { payments, reversed: findReversed(reversals, payments) }
}

/**
 * Leaves out what the bank writes itself, such as its branch: what stands in a tenth of all payments (behaviour 15.11). Only those of
 * an amount that somebody owes are counted: otherwise many payments of one rupee could make another's reference such a word.
 */
const removeBankWords = (payments: readonly Movement[], owed: ReadonlySet<Paise>): void => {
  const counted = payments.filter(({ amount }) => owed.has(amount))
  const having = groupBy(counted, ({ fields }) => fields)
  const most = Math.max(maxPaymentsPerField, counted.length / 10)
  for (const payment of payments) {
    payment.fields = payment.fields.filter((field) => (having.get(field)?.length ?? 0) <= most)
  }
}

type ReadRow = Pick<Reading, 'numbers'> & { row: BankRow }

const isSubset = (some: readonly string[], all: readonly string[]) =>
  some.every((number) => all.includes(number))
const areNested = (left: ReadRow, right: ReadRow) =>
  isSubset(left.numbers, right.numbers) || isSubset(right.numbers, left.numbers)
const haveEqualNumbers = (left: ReadRow, right: ReadRow) =>
  isSubset(left.numbers, right.numbers) && isSubset(right.numbers, left.numbers)
const areWithinOneDay = (left: ReadRow, right: ReadRow) =>
  Math.abs(dayNumber(left.row.day) - dayNumber(right.row.day)) <= 1

/** Rows of one file are never one payment, nor are two allocated rows, nor two rows that each have a number the other lacks. */
const mayBeOnePayment = (reads: readonly ReadRow[]) =>
  new Set(reads.map(({ row }) => row.file)).size === reads.length &&
  reads.filter(({ row }) => !isOpen(row)).length < 2 &&
  reads.every((left) => reads.every((right) => areNested(left, right)))

/**
 * Groups the rows that describe one payment in different files; each row is in one group:
 * 1. equal numbers and amount, whatever the days: an app gives the day of the payment, a bank the day of its booking;
 * 2. equal day, amount and balance, where numbers do not contradict it: some transfers have no number of 12 digits;
 * 3. a common number and equal amounts, a day apart at most.
 */
const groupReads = (reads: readonly ReadRow[]): ReadRow[][] => {
  const groups = new Map(reads.map((read) => [read, [read]]))
  const join = (left: ReadRow, right: ReadRow, fits: (both: readonly ReadRow[]) => boolean) => {
    const leftGroup = groups.get(left) ?? []
    const rightGroup = groups.get(right) ?? []
    const both = [...leftGroup, ...rightGroup]
    if (leftGroup === rightGroup || !mayBeOnePayment(both) || !fits(both)) {
      return
    }
    for (const read of both) {
      groups.set(read, both)
    }
  }
  /** Joins the first rows of all files, then the second rows, and so on; joins nothing if one file has more of these rows than another. */
  const joinInOrder = (copies: readonly ReadRow[]) => {
    const [first = [], ...others] = groupBy(copies, ({ row }) => [row.file]).values()
    if (
      first.length > maxPaymentsPerNumber ||
      others.some(({ length }) => length !== first.length)
    ) {
      return
    }
    for (const [index, read] of first.entries()) {
      for (const other of others) {
        const copy = other[index]
        if (copy) {
          join(read, copy, () => true)
        }
      }
    }
  }
  const byNumbers = groupBy(reads, ({ row, numbers }) =>
    numbers.length === 0 ? [] : [`${[...numbers].sort().join('+')} ${row.amount}`],
  )
  for (const copies of byNumbers.values()) {
    joinInOrder(copies)
  }
  const byBalance = groupBy(reads, ({ row }) =>
    row.balance === undefined ? [] : [`${row.day} ${row.amount} ${row.balance}`],
  )
  for (const copies of byBalance.values()) {
    joinInOrder(copies)
  }
  const byNumber = groupBy(reads, ({ row, numbers }) =>
    numbers.map((number) => `${number} ${row.amount}`),
  )
  const areNear = (both: readonly ReadRow[]) =>
    both.every((left) =>
      both.every((right) => haveEqualNumbers(left, right) || areWithinOneDay(left, right)),
    )
  for (const copies of byNumber.values()) {
    // An account's number may be in very many rows.
    const inFiles = [...groupBy(copies, ({ row }) => [row.file]).values()]
    if (inFiles.some(({ length }) => length > maxPaymentsPerNumber)) {
      continue
    }
    for (const [index, read] of copies.entries()) {
      for (const earlier of copies.slice(0, index)) {
        join(earlier, read, areNear)
      }
    }
  }
  return [...new Set(groups.values())]
}

const readRow = (row: BankRow): ReadRow => ({ row, ...readNarration(row.narration, row.reference) })
const mergeRows = (rows: readonly BankRow[]): Movement[] =>
  groupReads(rows.map(readRow)).flatMap(makeMovement)

/** The rows of each payment: more than one where several files have it. */
export const groupCopies = (rows: readonly BankRow[]): BankRow[][] =>
  groupReads(rows.map(readRow)).map((reads) => reads.map(({ row }) => row))

const isOpen = ({ allocatedTo }: Pick<BankRow, 'allocatedTo'>) => allocatedTo === undefined

/** The row that is allocated stands for its copies, else that of the first file. */
const makeMovement = (reads: readonly ReadRow[]): Movement[] => {
  const rows = reads
    .map(({ row }) => row)
    .sort(
      (one, other) =>
        Number(isOpen(one)) - Number(isOpen(other)) || compareText(one.file, other.file),
    )
  const [first] = rows
  if (!first) {
    return []
  }
  const { id, amount, allocatedTo } = first
  const day = rows.map((row) => row.day).reduce((one, other) => (one < other ? one : other))
  return [
    {
      ...readTexts(rows),
      ...{ id, amount, rows, day },
      ...(allocatedTo === undefined ? {} : { allocatedTo }),
    },
  ]
}

/** Whether a debit and a payment share a longer number with letters or a whole payment code. Callers also compare the amounts. */
export const isSameTransfer = (
  debit: Pick<Reading, 'serials' | 'codes'>,
  payment: Pick<Reading, 'serials' | 'codes'>,
): boolean =>
  debit.serials.some((serial) => payment.serials.includes(serial)) ||
  debit.codes.some((code) => payment.codes.includes(code))

/**
 * Finds the payment that each reversal takes back, whatever the wording. The payment is not newer than the reversal,
 * is used only once, and has the same amount and the same 12-digit number or, failing that, the same longer number or
 * code. If no amount is equal, a larger payment with that number was partly reversed. Reversals without a match are
 * left to a person.
 */
const findReversed = (
  reversals: readonly Movement[],
  payments: readonly Movement[],
): Reversal[] => {
  const byNumber = groupBy(payments, ({ numbers }) => numbers)
  const byTransfer = groupBy(payments, ({ serials, codes }) => [...serials, ...codes])
  const taken = new Set<Movement>()
  const findFree = (listed: readonly Movement[], { day }: Movement) =>
    listed.find((payment) => !taken.has(payment) && payment.day <= day)
  const listByNumber = ({ numbers }: Movement, fits: (payment: Movement) => boolean) =>
    numbers.flatMap((number) => {
      const fitting = (byNumber.get(number) ?? []).filter(fits)
      return fitting.length > maxPaymentsPerNumber ? [] : fitting
    })
  const listByTransfer = ({ serials, codes, amount }: Movement) =>
    [...serials, ...codes].flatMap((word) => {
      const having = byTransfer.get(word) ?? []
      return having.length > maxPaymentsPerNumber
        ? []
        : having.filter((payment) => payment.amount === -amount)
    })
  const whole = reversals.map((reversal): Reversal => {
    const equal = listByNumber(reversal, ({ amount }) => amount === -reversal.amount)
    const of = findFree([...equal, ...listByTransfer(reversal)], reversal)
    if (!of) {
      return { reversal, isPart: false }
    }
    taken.add(of)
    return { reversal, of, isPart: false }
  })
  return whole.map((found) => {
    const { reversal } = found
    const larger = listByNumber(reversal, ({ amount }) => amount > -reversal.amount)
    const of = found.of ? undefined : findFree(larger, reversal)
    if (!of) {
      return found
    }
    of.partReversal ??= reversal
    return { reversal, of, isPart: true }
  })
}

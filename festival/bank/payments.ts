import type { Day } from '../content/slot'
import { groupBy } from '../group-by'
import type { Paise } from '../payment/money'
import type { BankRow } from './match'
import { readNarration } from './narration'
import { dayNumber, type Reading, readTexts } from './signals'

/** Reversals have a negative amount. */
export interface Movement extends Reading {
  id: string
  amount: Paise
  day: Day
  allocatedTo?: string
  rows: readonly BankRow[]
  /** The reversal that refunds this payment in part. */
  partReversal?: Movement
}

/** A number in more than two payments belongs to an account or a shop. */
export const maxPaymentsPerNumber = 2
/**
 * A word in more than five payments was written by the bank. Participants who pay in parts may
 * repeat their reference in each.
 */
export const maxPaymentsPerField = 5

export const compareText = (left: string, right: string): number => {
  if (left === right) {
    return 0
  }
  return left < right ? -1 : 1
}

export interface Reversal {
  reversal: Movement
  /** Undefined if no file contains the payment. */
  payment?: Movement
  isPart: boolean
}

export const groupRowsIntoPayments = (
  rows: readonly BankRow[],
  amountsDue: ReadonlySet<Paise>,
): { payments: Movement[]; reversals: Reversal[] } => {
  const byId = new Map<string, BankRow>()
  for (const row of rows) {
    if (byId.get(row.id)?.allocatedTo === undefined) {
      byId.set(row.id, row)
    }
  }
  const sorted = [...byId.values()].sort(
    (left, right) => compareText(left.day, right.day) || compareText(left.id, right.id),
  )
  const movements = mergeRows(sorted)
  const payments = movements.filter(({ amount }) => amount > 0)
  const reversals = movements.filter(({ amount }) => amount < 0)
  removeBankWords(payments, amountsDue)
  return { payments, reversals: findReversedPayments(reversals, payments) }
}

/**
 * Removes words of the bank, such as its branch, from all fields. Counts only payments of an amount
 * due, so that many payments of one rupee cannot turn a reference into such a word.
 */
const removeBankWords = (payments: readonly Movement[], amountsDue: ReadonlySet<Paise>): void => {
  const counted = payments.filter(({ amount }) => amountsDue.has(amount))
  const paymentsByField = groupBy(counted, ({ fields }) => fields)
  const maxPayments = Math.max(maxPaymentsPerField, counted.length / 10)
  for (const payment of payments) {
    payment.fields = payment.fields.filter(
      (field) => (paymentsByField.get(field)?.length ?? 0) <= maxPayments,
    )
  }
}

type ReadRow = Pick<Reading, 'numbers'> & { row: BankRow }

const isSubset = (part: readonly string[], all: readonly string[]) =>
  part.every((number) => all.includes(number))
const areNested = (left: ReadRow, right: ReadRow) =>
  isSubset(left.numbers, right.numbers) || isSubset(right.numbers, left.numbers)
const haveEqualNumbers = (left: ReadRow, right: ReadRow) =>
  isSubset(left.numbers, right.numbers) && isSubset(right.numbers, left.numbers)
const areWithinOneDay = (left: ReadRow, right: ReadRow) =>
  Math.abs(dayNumber(left.row.day) - dayNumber(right.row.day)) <= 1

/**
 * Rows are different payments if they are in one file, if both are allocated, or if each has a
 * number that the other lacks.
 */
const mayBeOnePayment = (reads: readonly ReadRow[]) =>
  new Set(reads.map(({ row }) => row.file)).size === reads.length &&
  reads.filter(({ row }) => !isOpen(row)).length < 2 &&
  reads.every((left) => reads.every((right) => areNested(left, right)))

const createRowGroups = (reads: readonly ReadRow[]) => {
  const groups = new Map(reads.map((read) => [read, [read]]))
  const join = (
    left: ReadRow,
    right: ReadRow,
    fits: (both: readonly ReadRow[]) => boolean = () => true,
  ) => {
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
  return { join, list: () => [...new Set(groups.values())] }
}
type RowGroups = ReturnType<typeof createRowGroups>

const splitByFile = (reads: readonly ReadRow[]): ReadRow[][] => [
  ...groupBy(reads, ({ row }) => [row.file]).values(),
]

/** Pairs the rows of the files in order, but only if all files have equally many. */
const joinInOrder = ({ join }: RowGroups, copies: readonly ReadRow[]): void => {
  const [first = [], ...others] = splitByFile(copies)
  const haveEqualCounts = others.every(({ length }) => length === first.length)
  if (first.length > maxPaymentsPerNumber || !haveEqualCounts) {
    return
  }
  for (const [index, read] of first.entries()) {
    for (const copy of others.flatMap((other) => other[index] ?? [])) {
      join(read, copy)
    }
  }
}

const areNear = (reads: readonly ReadRow[]) =>
  reads.every((left) =>
    reads.every((right) => haveEqualNumbers(left, right) || areWithinOneDay(left, right)),
  )

const joinNear = ({ join }: RowGroups, copies: readonly ReadRow[]): void => {
  // An account number may appear in thousands of rows.
  if (splitByFile(copies).some(({ length }) => length > maxPaymentsPerNumber)) {
    return
  }
  for (const [index, read] of copies.entries()) {
    for (const earlier of copies.slice(0, index)) {
      join(earlier, read, areNear)
    }
  }
}

/**
 * Groups the rows that describe one payment in different files:
 * 1. rows with equal numbers and amounts on any days, because apps give the day of payment and
 * banks the day of booking;
 * 2. rows with equal day, amount and balance and no contradicting numbers, because some transfers
 * have no number of 12 digits;
 * 3. rows with one common number and equal amounts, at most one day apart.
 */
const groupReads = (reads: readonly ReadRow[]): ReadRow[][] => {
  const groups = createRowGroups(reads)
  const byNumbers = groupBy(reads, ({ row, numbers }) =>
    numbers.length === 0 ? [] : [`${[...numbers].sort().join('+')} ${row.amount}`],
  )
  for (const copies of byNumbers.values()) {
    joinInOrder(groups, copies)
  }
  const byBalance = groupBy(reads, ({ row }) =>
    row.balance === undefined ? [] : [`${row.day} ${row.amount} ${row.balance}`],
  )
  for (const copies of byBalance.values()) {
    joinInOrder(groups, copies)
  }
  const byNumber = groupBy(reads, ({ row, numbers }) =>
    numbers.map((number) => `${number} ${row.amount}`),
  )
  for (const copies of byNumber.values()) {
    joinNear(groups, copies)
  }
  return groups.list()
}

const readRow = (row: BankRow): ReadRow => ({ row, ...readNarration(row.narration, row.reference) })
const mergeRows = (rows: readonly BankRow[]): Movement[] =>
  groupReads(rows.map(readRow)).flatMap(makeMovement)

export const groupCopies = (rows: readonly BankRow[]): BankRow[][] =>
  groupReads(rows.map(readRow)).map((reads) => reads.map(({ row }) => row))

const isOpen = ({ allocatedTo }: Pick<BankRow, 'allocatedTo'>) => allocatedTo === undefined

/**
 * Lets the allocated row represent its copies or, if none is allocated, the row of the first file.
 */
const makeMovement = (reads: readonly ReadRow[]): Movement[] => {
  const rows = reads
    .map(({ row }) => row)
    .sort(
      (left, right) =>
        Number(isOpen(left)) - Number(isOpen(right)) || compareText(left.file, right.file),
    )
  const [first] = rows
  if (!first) {
    return []
  }
  const { id, amount, allocatedTo } = first
  const [day = first.day] = rows.map((row) => row.day).sort()
  const movement: Movement = { ...readTexts(rows), id, amount, rows, day }
  if (allocatedTo !== undefined) {
    movement.allocatedTo = allocatedTo
  }
  return [movement]
}

/** Compares only numbers and codes: callers must compare the amounts. */
export const isSameTransfer = (
  debit: Pick<Reading, 'serials' | 'codes'>,
  payment: Pick<Reading, 'serials' | 'codes'>,
): boolean =>
  debit.serials.some((serial) => payment.serials.includes(serial)) ||
  debit.codes.some((code) => payment.codes.includes(code))

/**
 * Finds the payment that a reversal refunds, using each payment once. If no amount is equal, the
 * number must belong to a larger payment, which was refunded in part.
 */
const findReversedPayments = (
  reversals: readonly Movement[],
  payments: readonly Movement[],
): Reversal[] => {
  const byNumber = groupBy(payments, ({ numbers }) => numbers)
  const byTransfer = groupBy(payments, ({ serials, codes }) => [...serials, ...codes])
  const taken = new Set<Movement>()
  const findFree = (candidates: readonly Movement[], { day }: Movement) =>
    candidates.find((payment) => !taken.has(payment) && payment.day <= day)
  const listByNumber = ({ numbers }: Movement, fits: (payment: Movement) => boolean) =>
    numbers.flatMap((number) => {
      const fitting = (byNumber.get(number) ?? []).filter(fits)
      return fitting.length > maxPaymentsPerNumber ? [] : fitting
    })
  const listByTransfer = ({ serials, codes, amount }: Movement) =>
    [...serials, ...codes].flatMap((word) => {
      const transfers = byTransfer.get(word) ?? []
      return transfers.length > maxPaymentsPerNumber
        ? []
        : transfers.filter((payment) => payment.amount === -amount)
    })
  const findWhole = (reversal: Movement): Movement | undefined => {
    const equal = listByNumber(reversal, ({ amount }) => amount === -reversal.amount)
    return findFree([...equal, ...listByTransfer(reversal)], reversal)
  }
  const findLarger = (reversal: Movement): Movement | undefined =>
    findFree(
      listByNumber(reversal, ({ amount }) => amount > -reversal.amount),
      reversal,
    )

  const whole = new Map<Movement, Movement>()
  for (const reversal of reversals) {
    const payment = findWhole(reversal)
    if (payment) {
      taken.add(payment)
      whole.set(reversal, payment)
    }
  }
  return reversals.map((reversal): Reversal => {
    const payment = whole.get(reversal)
    if (payment) {
      return { reversal, payment, isPart: false }
    }
    const larger = findLarger(reversal)
    if (!larger) {
      return { reversal, isPart: false }
    }
    larger.partReversal ??= reversal
    return { reversal, payment: larger, isPart: true }
  })
}

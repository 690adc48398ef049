import { groupBy } from '../group-by'
import type { Paise } from '../money'
import type { Day } from '../slot'
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
export const mostOfNumber = 2
/** Whoever pays in parts writes one reference several times; a word of more payments than this is the bank's. */
export const mostOfField = 5

export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** A reversal with the payment that it takes back, whole or in part; with none where that is not known. */
export interface Reversal {
  reversal: Movement
  of?: Movement
  isPart: boolean
}

/** Makes payments of rows: each once, with all its words, and what was taken back. `owed` are the amounts that are due. */
export const readPayments = (
  rows: readonly BankRow[],
  owed: ReadonlySet<Paise>,
): { payments: Movement[]; reversed: Reversal[] } => {
  const byId = new Map<string, BankRow>()
  for (const row of rows) if (byId.get(row.id)?.allocatedTo === undefined) byId.set(row.id, row)
  const sorted = [...byId.values()].sort((one, other) => compare(one.day, other.day) || compare(one.id, other.id))
  const movements = unite(sorted.map((row) => ({ row, ...readNarration(row.narration, row.reference) })))
  const payments = movements.filter(({ amount }) => amount > 0)
  const reversals = movements.filter(({ amount }) => amount < 0)
  dropBanksWords(payments, owed)
  return { payments, reversed: findReversed(reversals, payments) }
}

/**
 * Leaves out what the bank writes itself, such as its branch: what stands in a tenth of all payments (behaviour 15.11). Only those of
 * an amount that somebody owes are counted: otherwise many payments of one rupee could make another's reference such a word.
 */
const dropBanksWords = (payments: readonly Movement[], owed: ReadonlySet<Paise>): void => {
  const counted = payments.filter(({ amount }) => owed.has(amount))
  const having = groupBy(counted, ({ fields }) => fields)
  const most = Math.max(mostOfField, counted.length / 10)
  for (const payment of payments)
    payment.fields = payment.fields.filter((field) => (having.get(field)?.length ?? 0) <= most)
}

type ReadRow = Pick<Reading, 'numbers'> & { row: BankRow }

const isPart = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one))

/** Whether rows of different files may be one movement: of a day apart at most, and none has a number that another lacks. */
const mayBeOne = (all: readonly ReadRow[]) => {
  const days = all.map(({ row }) => dayNumber(row.day))
  return (
    new Set(all.map(({ row }) => row.file)).size === all.length &&
    all.filter(({ row }) => !isOpen(row)).length < 2 &&
    Math.max(...days) - Math.min(...days) <= 1 &&
    all.every((a) => all.every((b) => isPart(a.numbers, b.numbers) || isPart(b.numbers, a.numbers)))
  )
}

/** Rows of different files with the same number and amount, a day apart at most, are one movement; rows of one file never are (behaviour 15.10). */
const unite = (reads: readonly ReadRow[]): Movement[] => {
  const clusters = new Map(reads.map((read) => [read, [read]]))
  const byNumber = groupBy(reads, ({ row, numbers }) => numbers.map((number) => `${number} ${row.amount}`))
  for (const some of byNumber.values()) {
    // Of an account's number there may be very many rows.
    const inFiles = [...groupBy(some, ({ row }) => [row.file]).values()]
    if (inFiles.some(({ length }) => length > mostOfNumber)) continue
    for (const [index, read] of some.entries())
      for (const earlier of some.slice(0, index)) {
        const [one = [], other = []] = [clusters.get(earlier), clusters.get(read)]
        const both = [...one, ...other]
        if (one !== other && mayBeOne(both)) for (const each of both) clusters.set(each, both)
      }
  }
  return [...new Set(clusters.values())].flatMap(makeMovement)
}

const isOpen = ({ allocatedTo }: Pick<BankRow, 'allocatedTo'>) => allocatedTo === undefined

/** The row that is allocated stands for its copies, else that of the first file. */
const makeMovement = (reads: readonly ReadRow[]): Movement[] => {
  const rows = reads
    .map(({ row }) => row)
    .sort((one, other) => Number(isOpen(one)) - Number(isOpen(other)) || compare(one.file, other.file))
  const [first] = rows
  if (!first) return []
  const { id, amount, allocatedTo } = first
  const day = rows.map((row) => row.day).reduce((one, other) => (one < other ? one : other))
  return [{ ...readTexts(rows), ...{ id, amount, rows, day }, ...(allocatedTo === undefined ? {} : { allocatedTo }) }]
}

/**
 * Finds by its number what each reversal takes back, in whatever words: a payment of the same amount that is not newer, each
 * once. Where no amount is the same, a larger one lost a part. What fits none so is left to a person (behaviour 15.10).
 */
const findReversed = (reversals: readonly Movement[], payments: readonly Movement[]): Reversal[] => {
  const byNumber = groupBy(payments, ({ numbers }) => numbers)
  const taken = new Set<Movement>()
  const find = ({ numbers, day }: Movement, fits: (payment: Movement) => boolean) =>
    numbers
      .flatMap((number) => {
        const fitting = (byNumber.get(number) ?? []).filter(fits)
        return fitting.length > mostOfNumber ? [] : fitting
      })
      .find((payment) => !taken.has(payment) && payment.day <= day)
  const whole = reversals.map((reversal): Reversal => {
    const of = find(reversal, ({ amount }) => amount === -reversal.amount)
    if (of) taken.add(of)
    return { reversal, ...(of ? { of } : {}), isPart: false }
  })
  return whole.map((one) => {
    const of = one.of ? undefined : find(one.reversal, ({ amount }) => amount > -one.reversal.amount)
    if (!of) return one
    of.partReversal ??= one.reversal
    return { reversal: one.reversal, of, isPart: true }
  })
}

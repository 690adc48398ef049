import type { Day } from '../slot'
import type { Paise } from './cells'
import type { BankRow } from './match'
import { readNarration } from './narration'
import { dayNumber, findNames, findPhones } from './signals'

/** A movement with the words of all files in which it stands. Below 0 it takes a payment back. */
export interface Movement {
  /** Of the row that stands for it. */
  id: string
  amount: Paise
  /** The first of the days that its files give. */
  day: Day
  allocatedTo?: string
  rows: readonly BankRow[]
  numbers: readonly string[]
  /** Twelve digits that may be 91 and a mobile number. */
  doubtfulNumbers: readonly string[]
  shortened: readonly string[]
  fields: readonly string[]
  /** In which the payer's name may stand, word by word. */
  names: string[][]
  phones: readonly string[]
  /** What took a part of it back. */
  partReversal?: Movement
}

/** A payment has one number; one that stands in more rows than this is an account's or a shop's. */
export const mostRowsOfNumber = 2
/** Whoever pays in parts writes one reference several times; a word of more rows than this is the bank's. */
export const mostRowsOfField = 5
/** The bank's own words stand in at least this share of the rows. */
const shareOfBanksWords = 0.1

export const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

export const addTo = <Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value) => {
  const there = map.get(key)
  if (there) there.push(value)
  else map.set(key, [value])
}

export const groupBy = <Key, Value>(all: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> => {
  const map = new Map<Key, Value[]>()
  for (const value of all) addTo(map, keyOf(value), value)
  return map
}

export const countWords = <One>(all: readonly One[], wordsOf: (one: One) => readonly string[]) => {
  const counts = new Map<string, number>()
  for (const one of all) for (const word of wordsOf(one)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word: string) => counts.get(word) ?? 0
}

interface ReadRow {
  row: BankRow
  numbers: readonly string[]
  fields: readonly string[]
  doubtfulNumbers: readonly string[]
  shortened: readonly string[]
}

/** Each row once, in an order that does not depend on the file's. An allocated one stands for its copies. */
const readOnce = (rows: readonly BankRow[]): ReadRow[] => {
  const byId = new Map<string, BankRow>()
  for (const row of rows) if (byId.get(row.id)?.allocatedTo === undefined) byId.set(row.id, row)
  return [...byId.values()]
    .sort((one, other) => compare(one.day, other.day) || compare(one.id, other.id))
    .map((row) => {
      const { shortened, ...reading } = readNarration(row.narration, row.reference)
      return { row, ...reading, shortened: shortened === undefined ? [] : [shortened] }
    })
}

/**
 * Leaves out what the bank writes itself, such as its branch or the account's number (behaviour 15.11). Only rows of an
 * amount that somebody owes are counted: otherwise many payments of one rupee could make another's reference such a word.
 */
const dropBanksWords = (reads: readonly ReadRow[], owed: ReadonlySet<Paise>): ReadRow[] => {
  const counted = reads.filter(({ row }) => owed.has(Math.abs(row.amount)))
  const countField = countWords(counted, ({ fields }) => fields)
  const byFile = groupBy(counted, ({ row }) => row.file)
  const countNumber = new Map([...byFile].map(([file, some]) => [file, countWords(some, ({ numbers }) => numbers)]))
  const isMuch = (count: number, most: number, all: number) => count > most && count >= all * shareOfBanksWords
  return reads.map((read) => {
    const { file } = read.row
    const inFile = byFile.get(file)?.length ?? 0
    return {
      ...read,
      numbers: read.numbers.filter((one) => !isMuch(countNumber.get(file)?.(one) ?? 0, mostRowsOfNumber, inFile)),
      fields: read.fields.filter((field) => !isMuch(countField(field), mostRowsOfField, counted.length)),
    }
  })
}

const isPart = (some: readonly string[], all: readonly string[]) => some.every((one) => all.includes(one))

/**
 * Rows of different files with the same number and amount, a day apart at most, are one movement. Rows of one file never
 * are, nor two that were allocated, nor two of which each has a number that the other lacks.
 */
const unite = (reads: readonly ReadRow[]): Movement[] => {
  const clusters = new Map<ReadRow, ReadRow[]>(reads.map((read) => [read, [read]]))
  const join = (one: ReadRow[], other: ReadRow[]) => {
    const both = [...one, ...other]
    const days = both.map(({ row }) => dayNumber(row.day))
    const mayBeOne =
      new Set(both.map(({ row }) => row.file)).size === both.length &&
      both.filter(({ row }) => row.allocatedTo !== undefined).length < 2 &&
      Math.max(...days) - Math.min(...days) <= 1 &&
      both.every((a) => both.every((b) => isPart(a.numbers, b.numbers) || isPart(b.numbers, a.numbers)))
    if (mayBeOne) for (const read of both) clusters.set(read, both)
    return mayBeOne
  }
  const byNumber = new Map<string, ReadRow[]>()
  for (const read of reads) for (const number of read.numbers) addTo(byNumber, `${number} ${read.row.amount}`, read)
  for (const some of byNumber.values()) {
    const rowsOfFile = countWords(some, ({ row }) => [row.file])
    // Of an account's number there may be very many rows.
    if (some.length < 2 || some.some(({ row }) => rowsOfFile(row.file) > mostRowsOfNumber)) continue
    for (const [index, read] of some.entries())
      for (const earlier of some.slice(0, index)) {
        const [one, other] = [clusters.get(earlier) ?? [], clusters.get(read) ?? []]
        if (one !== other && join(one, other)) break
      }
  }
  return [...new Set(clusters.values())].map(makeMovement)
}

const makeMovement = (reads: readonly ReadRow[]): Movement => {
  const sorted = reads.toSorted(
    ({ row }, { row: other }) =>
      Number(row.allocatedTo === undefined) - Number(other.allocatedTo === undefined) || compare(row.id, other.id),
  )
  const rows = sorted.map(({ row }) => row)
  const [first] = rows
  if (!first) throw new Error('a movement has a row')
  const all = (wordsOf: (read: ReadRow) => readonly string[]) => [...new Set(sorted.flatMap(wordsOf))]
  let names: string[][] | undefined
  return {
    id: first.id,
    amount: first.amount,
    day: rows.map(({ day }) => day).reduce((one, other) => (one < other ? one : other)),
    ...(first.allocatedTo === undefined ? {} : { allocatedTo: first.allocatedTo }),
    rows,
    numbers: all((read) => read.numbers),
    doubtfulNumbers: all((read) => read.doubtfulNumbers),
    shortened: all((read) => read.shortened),
    fields: all((read) => read.fields),
    // Few are ever asked for.
    get names() {
      names ??= rows.flatMap(({ narration }) => findNames(narration))
      return names
    },
    get phones() {
      return rows.flatMap(({ narration }) => findPhones(narration))
    },
  }
}

/** A reversal with the payment that it takes back, whole or in part; with none where that is not known. */
export interface Reversal {
  reversal: Movement
  of?: Movement
  isPart: boolean
}

/**
 * Finds by its number what each reversal takes back, in whatever words: a payment of the same amount that is not newer, each
 * once. Where no amount is the same, a larger one lost a part. What fits none so is left to a person (behaviour 15.10).
 */
const findReversed = (reversals: readonly Movement[], payments: readonly Movement[]): Reversal[] => {
  const byNumber = new Map<string, Movement[]>()
  for (const payment of payments) for (const number of payment.numbers) addTo(byNumber, number, payment)
  const taken = new Set<Movement>()
  const find = ({ numbers, day }: Movement, fits: (payment: Movement) => boolean) =>
    numbers
      .flatMap((number) => {
        const fitting = (byNumber.get(number) ?? []).filter(fits)
        return fitting.length > mostRowsOfNumber ? [] : fitting
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

/** Makes payments of rows: each once, with all its words, and what was taken back. `owed` are the amounts that are due. */
export const readPayments = (
  rows: readonly BankRow[],
  owed: ReadonlySet<Paise>,
): { payments: Movement[]; reversed: Reversal[] } => {
  const movements = unite(dropBanksWords(readOnce(rows), owed))
  const payments = movements.filter(({ amount }) => amount > 0)
  return {
    payments,
    reversed: findReversed(
      movements.filter(({ amount }) => amount < 0),
      payments,
    ),
  }
}

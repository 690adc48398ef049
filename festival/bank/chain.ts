import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import { sumBy } from '../sum-by'

export interface Link {
  line: number
  /** Undefined if the date cannot be read. */
  day: Day | undefined
  /** 0 for an opening or closing balance. */
  amount: Paise
  /** The balance after this row. */
  balance: Paise
}

interface ChainBreak {
  after: number
  line: number
  expected: Paise
  found: Paise
}

type ChainOrder = 'oldest first' | 'newest first'

/** Whether the balance of each row follows from the row before it. */
export interface Chain {
  order: ChainOrder
  links: number
  longest: number
  breaks: readonly ChainBreak[]
}

export const balanceBefore = ({ balance, amount }: Pick<Link, 'balance' | 'amount'>): Paise =>
  balance - amount

const findBreaks = (links: readonly Link[], order: ChainOrder): ChainBreak[] => {
  const breaks: ChainBreak[] = []
  for (const [index, lower] of links.entries()) {
    const upper = links[index - 1]
    if (!upper) {
      continue
    }
    const found = lower.balance
    const expected = order === 'newest first' ? balanceBefore(upper) : upper.balance + lower.amount
    if (expected !== found) {
      breaks.push({ after: upper.line, line: lower.line, expected, found })
    }
  }
  return breaks
}

/**
 * Counts the rows that start from a balance at which no other row ends. A complete, correctly read
 * file has at most one.
 */
export const countLooseEnds = (links: readonly Link[]): number => {
  const surplus = new Map<Paise, number>()
  const add = (balance: Paise, count: number) =>
    surplus.set(balance, (surplus.get(balance) ?? 0) + count)
  for (const link of links) {
    add(balanceBefore(link), 1)
    add(link.balance, -1)
  }
  return sumBy([...surplus.values()], (count) => Math.max(0, count))
}

const findLongestRun = (links: readonly Link[], breaks: readonly ChainBreak[]): number => {
  const brokenLines = new Set(breaks.map(({ line }) => line))
  let longest = 0
  let length = 0
  for (const { line } of links) {
    length = brokenLines.has(line) ? 1 : length + 1
    longest = Math.max(longest, length)
  }
  return longest
}

const findOrder = (links: readonly Link[]): ChainOrder => {
  const oldestFirst = findBreaks(links, 'oldest first').length
  const newestFirst = findBreaks(links, 'newest first').length
  // If both orders are consistent, the dates decide.
  const areDaysDescending = (links[0]?.day ?? '') > (links.at(-1)?.day ?? '')
  const isUndecided = oldestFirst === 0 && newestFirst === 0
  return newestFirst < oldestFirst || (isUndecided && areDaysDescending)
    ? 'newest first'
    : 'oldest first'
}

/** Uses the order with fewer breaks. A chain with no breaks proves that the file is complete. */
export const checkChain = (links: readonly Link[]): Chain => {
  const order = findOrder(links)
  const breaks = findBreaks(links, order)
  return {
    order,
    links: Math.max(0, links.length - 1),
    longest: findLongestRun(links, breaks),
    breaks,
  }
}

/**
 * Returns the indexes of days that are out of order because day and month are swapped, or because another column
 * contains the dates.
 */
export const findJumps = (days: readonly Day[], order: ChainOrder, maxDays = 7): number[] => {
  const jumps: number[] = []
  const indexes = [...days.keys()]
  let latest = Number.NEGATIVE_INFINITY
  for (const index of order === 'newest first' ? indexes.reverse() : indexes) {
    const dayNumber = Date.parse(days[index] ?? '') / 86_400_000
    if (dayNumber < latest - maxDays) {
      jumps.push(index)
    }
    latest = Math.max(latest, dayNumber)
  }
  return jumps
}

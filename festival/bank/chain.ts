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

export interface ChainBreak {
  after: number
  line: number
  expected: Paise
  found: Paise
}

export type ChainOrder = 'oldest first' | 'newest first'

/** Whether the balance of each row follows from the row before it. */
export interface Chain {
  order: ChainOrder
  links: number
  longest: number
  breaks: readonly ChainBreak[]
}

export const balanceBefore = ({ balance, amount }: Pick<Link, 'balance' | 'amount'>): Paise =>
  balance - amount

const findBreaks = (links: readonly Link[], newestFirst: boolean): ChainBreak[] =>
  links.flatMap((lower, index) => {
    const upper = links[index - 1]
    if (!upper) {
      return []
    }
    const found = lower.balance
    const expected = newestFirst ? balanceBefore(upper) : upper.balance + lower.amount
    return expected === found ? [] : [{ after: upper.line, line: lower.line, expected, found }]
  })

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
  const broken = new Set(breaks.map(({ line }) => line))
  let longest = 0
  let length = 0
  for (const { line } of links) {
    length = broken.has(line) ? 1 : length + 1
    longest = Math.max(longest, length)
  }
  return longest
}

/** Uses the order with fewer breaks. A chain with no breaks proves that the file is complete. */
export const checkChain = (links: readonly Link[]): Chain => {
  const down = findBreaks(links, false)
  const up = findBreaks(links, true)
  // If both orders are consistent, the dates decide.
  const daysRunBackwards = (links[0]?.day ?? '') > (links.at(-1)?.day ?? '')
  const isNewestFirst =
    up.length < down.length || (up.length === 0 && down.length === 0 && daysRunBackwards)
  const breaks = isNewestFirst ? up : down
  return {
    order: isNewestFirst ? 'newest first' : 'oldest first',
    links: Math.max(0, links.length - 1),
    longest: findLongestRun(links, breaks),
    breaks,
  }
}

/**
 * Finds rows that are out of order because day and month are swapped, or because another column
 * contains the dates.
 */
export const findJumps = (days: readonly Day[], order: ChainOrder, maxDays = 7): number[] => {
  let latest = Number.NEGATIVE_INFINITY
  const inOrder = order === 'newest first' ? [...days.keys()].reverse() : [...days.keys()]
  return inOrder.filter((index) => {
    const time = Date.parse(days[index] ?? '') / 86_400_000
    const isJump = time < latest - maxDays
    latest = Math.max(latest, time)
    return isJump
  })
}

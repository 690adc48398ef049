import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'

/** What the chain needs of a row: what moved (0 for an opening or closing balance) and the balance after it. */
export interface Link {
  line: number
  /** Undefined where the cell of the date cannot be read. */
  day: Day | undefined
  amount: Paise
  balance: Paise
}

export interface ChainBreak {
  /** The line before, as the file has them. */
  after: number
  line: number
  /** What the balance on `line` should be by the line next to it. */
  expected: Paise
  found: Paise
}

export type ChainOrder = 'oldest first' | 'newest first'

/** How far a file's balances follow from each other. */
export interface Chain {
  order: ChainOrder
  /** How many pairs of neighbours were checked. */
  links: number
  /** The most neighbouring rows whose balances follow from each other. */
  longest: number
  breaks: readonly ChainBreak[]
}

/** The balance before a row. */
const balanceBefore = ({ balance, amount }: Link) => balance - amount

const findBreaks = (links: readonly Link[], newestFirst: boolean): ChainBreak[] =>
  links.flatMap((lower, index) => {
    const upper = links[index - 1]
    if (!upper) {
      return []
    }
    // Told of the lower of the two lines, which is where a reader looks for it.
    const [expected, found] = newestFirst
      ? [balanceBefore(upper), lower.balance]
      : [upper.balance + lower.amount, lower.balance]
    return expected === found ? [] : [{ after: upper.line, line: lower.line, expected, found }]
  })

/** How many rows begin at a balance at which no row ends, by one pass: in a whole file read right that is one at most. */
export const countLooseEnds = (links: readonly Link[]): number => {
  const surplus = new Map<Paise, number>()
  for (const link of links) {
    for (const [balance, by] of [
      [balanceBefore(link), 1],
      [link.balance, -1],
    ] as const) {
      surplus.set(balance, (surplus.get(balance) ?? 0) + by)
    }
  }
  return [...surplus.values()].reduce((sum, by) => sum + Math.max(0, by), 0)
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

/** The proof that a file was read right and whole, from its oldest row or its newest; else the breaks of the better order. */
export const checkChain = (links: readonly Link[]): Chain => {
  const down = findBreaks(links, false)
  const up = findBreaks(links, true)
  // Where both hold, as with equal payments alone, the days decide.
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

/** Where rows stand against the order of the chain by more days: what a swapped day and month, or another column, shows. */
export const findJumps = (days: readonly Day[], order: ChainOrder, maxDays = 7): number[] => {
  let latest = Number.NEGATIVE_INFINITY
  const inOrder = order === 'newest first' ? [...days.keys()].reverse() : [...days.keys()]
  return inOrder.filter((at) => {
    const time = Date.parse(days[at] ?? '') / 86_400_000
    const isJump = time < latest - maxDays
    latest = Math.max(latest, time)
    return isJump
  })
}

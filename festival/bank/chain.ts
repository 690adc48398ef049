import type { Day } from '../slot'
import type { Paise } from './cells'

/** What the chain needs of a row: what moved (0 for an opening or closing balance) and the balance after it. */
export interface Link {
  line: number
  day: Day
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

export type ChainOrder = 'oldest first' | 'newest first' | 'by day'

/** How far a file's balances follow from each other. */
export interface Chain {
  order: ChainOrder
  /** How many pairs of neighbours were checked. */
  links: number
  breaks: readonly ChainBreak[]
}

/** The balance before a row. */
const before = ({ balance, amount }: Link) => balance - amount

const findBreaks = (links: readonly Link[], newestFirst: boolean): ChainBreak[] =>
  links.flatMap((lower, index) => {
    const upper = links[index - 1]
    if (!upper) return []
    // Told of the lower of the two lines, which is where a reader looks for it.
    const [expected, found] = newestFirst
      ? [before(upper), lower.balance]
      : [upper.balance + lower.amount, lower.balance]
    return expected === found ? [] : [{ after: upper.line, line: lower.line, expected, found }]
  })

/**
 * Whether rows can be put in an order in which each balance follows from the one before, beginning at `start`: each row is
 * a step from the balance before it to the one after, and all steps are to be walked once. Gives the last balance.
 */
const walk = (links: readonly Link[], start: Paise): Paise | undefined => {
  const from = new Map<Paise, Link[]>()
  for (const link of links) {
    const there = from.get(before(link))
    if (there) there.push(link)
    else from.set(before(link), [link])
  }
  const [open, done]: [Paise[], Paise[]] = [[start], []]
  for (let at = open.at(-1); at !== undefined; at = open.at(-1)) {
    const next = from.get(at)?.pop()
    if (next) open.push(next.balance)
    else done.push(open.pop() ?? at)
  }
  return done.length === links.length + 1 ? done[0] : undefined
}

/** Where a day's rows can begin: at a balance that more of them leave than reach; anywhere if they come full circle. */
const findStart = (links: readonly Link[]): Paise | undefined => {
  const surplus = new Map<Paise, number>()
  const count = (balance: Paise, by: number) => surplus.set(balance, (surplus.get(balance) ?? 0) + by)
  for (const link of links) {
    count(before(link), 1)
    count(link.balance, -1)
  }
  const first = links[0]
  return [...surplus].find(([, by]) => by > 0)?.[0] ?? (first && before(first))
}

/** Rows of one day after another, each day's in any order that closes. */
const closesByDay = (links: readonly Link[]): boolean => {
  const byDay = new Map<Day, Link[]>()
  for (const link of links) {
    const there = byDay.get(link.day)
    if (there) there.push(link)
    else byDay.set(link.day, [link])
  }
  let balance: Paise | undefined
  for (const day of [...byDay.keys()].sort()) {
    const rows = byDay.get(day) ?? []
    const start: Paise | undefined = balance ?? findStart(rows)
    balance = start === undefined ? undefined : walk(rows, start)
    if (balance === undefined) return false
  }
  return true
}

/**
 * The balance chain: the proof that a file was read right and whole. It may run from the oldest row to the newest or back, or
 * day by day with the rows of a day in any order that closes; where none holds, the breaks are those of the better of the
 * first two (behaviour 15.5).
 */
export const checkChain = (links: readonly Link[]): Chain => {
  const count = Math.max(0, links.length - 1)
  const [down, up] = [findBreaks(links, false), findBreaks(links, true)]
  // Where both hold, as with equal payments alone, the days tell.
  const runsUp = (links[0]?.day ?? '') > (links.at(-1)?.day ?? '')
  if (down.length === 0 && !(up.length === 0 && runsUp)) return { order: 'oldest first', links: count, breaks: [] }
  if (up.length === 0) return { order: 'newest first', links: count, breaks: [] }
  if (closesByDay(links)) return { order: 'by day', links: count, breaks: [] }
  return up.length < down.length
    ? { order: 'newest first', links: count, breaks: up }
    : { order: 'oldest first', links: count, breaks: down }
}

/**
 * How many rows begin at a balance at which no row ends. In a whole file read right that is one, the first, in whatever order
 * its rows stand; it takes one pass, and so tells at once which columns are not worth a closer look.
 */
export const countLooseEnds = (links: readonly Pick<Link, 'amount' | 'balance'>[]): number => {
  const ends = new Map<Paise, number>()
  for (const { balance } of links) ends.set(balance, (ends.get(balance) ?? 0) + 1)
  let loose = 0
  for (const { balance, amount } of links) {
    const there = ends.get(balance - amount) ?? 0
    if (there === 0) loose += 1
    else ends.set(balance - amount, there - 1)
  }
  return loose
}

import type { Paise } from './row'

/** What the chain needs of a row; a part that could not be read is left out. */
export interface Link {
  line: number
  amount?: Paise
  balance?: Paise
}

export interface ChainBreak {
  /** The line before, as the file has them. */
  after: number
  line: number
  /** What the balance on `line` should be by the line next to it. */
  expected: Paise
  found: Paise
}

export interface Chain {
  order: 'oldest first' | 'newest first'
  /** How many pairs of neighbours were checked. */
  links: number
  breaks: readonly ChainBreak[]
}

/** Checks one pair. Each row's balance is the older one's balance plus its own amount. */
const checkPair = (upper: Link, lower: Link, newestFirst: boolean): ChainBreak | 'holds' | 'unknown' => {
  const [older, newer] = newestFirst ? [lower, upper] : [upper, lower]
  if (older.balance === undefined || newer.balance === undefined || newer.amount === undefined) return 'unknown'
  const expected = older.balance + newer.amount
  if (expected === newer.balance) return 'holds'
  // Told of the lower of the two lines, which is where a reader looks for it.
  return newestFirst
    ? { after: upper.line, line: lower.line, expected: newer.balance - newer.amount, found: older.balance }
    : { after: upper.line, line: lower.line, expected, found: newer.balance }
}

const checkOrder = (rows: readonly Link[], newestFirst: boolean): Chain => {
  const pairs = rows.slice(1).map((lower, index) => checkPair(rows[index] ?? lower, lower, newestFirst))
  return {
    order: newestFirst ? 'newest first' : 'oldest first',
    links: pairs.filter((pair) => pair !== 'unknown').length,
    breaks: pairs.filter((pair) => typeof pair === 'object'),
  }
}

/**
 * The balance chain: the proof that a file was read right and whole, in whichever order it fits better. A row whose amount
 * could not be read leaves a pair unchecked; one without a balance leaves two (behaviour 15.5).
 */
export const checkChain = (rows: readonly Link[]): Chain => {
  const [oldestFirst, newestFirst] = [checkOrder(rows, false), checkOrder(rows, true)]
  return newestFirst.breaks.length < oldestFirst.breaks.length ? newestFirst : oldestFirst
}

import type { Paise } from '../payment/money'
import { isEmptyCell, readMoney } from './cells'

/** The first matching pattern decides. */
const statePatterns = {
  /** Words for the kind of payment, which do not say whether it was received. */
  kind: /^(?:payment|collect|acquiring|sale)$/,
  received:
    /^(?:(?:txn|transaction|payment) )?(?:success(?:ful)?|succeeded|completed?|captured|settled|processed|approved|done|credit(?:ed)?|cr|received|paid|payment|money received|collect|acquiring|sale|ok)$/,
  'went back': /(?:refund|revers|return|charg)ed/,
  /** Words that make the row itself a debit. */
  'goes out': /refund|revers|return|charge ?back|debit(?:ed)?\b(?! card)|^dr$/,
  'not received':
    /\b(?:fail|declin|reject|cancel|expire|abort|attempt|dispute|unsuccess|incomplete|initiat|drop|void|denied|bounce)|\b(?:pending|processing|in progress|(?:on )?hold|authori[sz]ed|created|unpaid|error|not \w+|timed? ?out)\b/,
}
const notRefunded =
  /^(?:n|no|none|null|nil|false|n ?a|not (?:refunded|applicable|initiated)|un ?refunded)$/

export const normaliseWords = (cell: string) =>
  cell
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

const readState = (cell: string) =>
  Object.entries(statePatterns).find(([, pattern]) => pattern.test(normaliseWords(cell)))?.[0]

export const classifyState = (cell: string): 'for' | 'against' | undefined => {
  const state = readState(cell)
  if (state === undefined) {
    return undefined
  }
  return state === 'kind' || state === 'received' ? 'for' : 'against'
}

/** Returns undefined if the refunds are unclear. A refund without an amount is a full refund. */
export const readRefunds = (
  cells: readonly string[],
  size: Paise,
  unit: number,
): Paise | undefined => {
  const filled = cells.filter((cell) => !isEmptyCell(cell) && readMoney(cell)?.written !== 0)
  // 1 means yes, 0 means no.
  const amounts = filled.map((cell) =>
    cell.trim() === '1' ? 0 : Math.abs(readMoney(cell)?.written ?? 0) / unit,
  )
  const parts = amounts.filter((amount) => amount > 0 && amount <= size)
  if (parts.length > 0) {
    return Math.max(...parts)
  }
  const refundWords = filled
    .map((cell) => normaliseWords(cell) || 'refunded')
    .filter((text) => !notRefunded.test(text))
  if (refundWords.some((text) => /part|fail|reject|cancel/.test(text))) {
    return undefined
  }
  return refundWords.length > 0 ? size : 0
}

export type Outcome =
  | { kind: 'received'; refunded: Paise }
  | { kind: 'debit' }
  | { kind: 'unclear' }

export const readOutcome = (
  cells: readonly string[],
  refunds: readonly string[],
  size: Paise,
  unit: number,
): Outcome => {
  const filled = cells.filter((cell) => normaliseWords(cell) !== '')
  const states = filled.map(readState)
  // An empty state is ignored if another column says "received".
  if (filled.length < cells.length && states.every((state) => state === 'kind')) {
    return { kind: 'unclear' }
  }
  if (states.some((state) => state === undefined || state === 'not received')) {
    return { kind: 'unclear' }
  }
  if (states.includes('goes out')) {
    return { kind: 'debit' }
  }
  const refunded = readRefunds(refunds, size, unit)
  const isPart = filled.some((cell) => /part/i.test(cell))
  const isFullyRefunded = refunded === 0 && states.includes('went back')
  if (refunded === undefined || (isFullyRefunded && isPart)) {
    return { kind: 'unclear' }
  }
  return { kind: 'received', refunded: isFullyRefunded ? size : refunded }
}

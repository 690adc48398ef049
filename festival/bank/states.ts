import type { Paise } from '../payment/money'
import { isEmptyCell, readMoney } from './cells'

/** What merchant apps say of a payment, by the first that fits; any other word counts for nothing. */
const statePatterns = {
  /** What it is, whether or not it came. */
  kind: /^(?:payment|collect|acquiring|sale)$/,
  received:
    /^(?:(?:txn|transaction|payment) )?(?:success(?:ful)?|succeeded|completed?|captured|settled|processed|approved|done|credit(?:ed)?|cr|received|paid|payment|money received|collect|acquiring|sale|ok)$/,
  'went back': /(?:refund|revers|return|charg)ed/,
  /** Of a row of its own. */
  'goes out': /refund|revers|return|charge ?back|debit(?:ed)?\b(?! card)|^dr$/,
  'not received':
    /\b(?:fail|declin|reject|cancel|expire|abort|attempt|dispute|unsuccess|incomplete|initiat|drop|void|denied|bounce)|\b(?:pending|processing|in progress|(?:on )?hold|authori[sz]ed|created|unpaid|error|not \w+|timed? ?out)\b/,
}
const notRefunded =
  /^(?:n|no|none|null|nil|false|n ?a|not (?:refunded|applicable|initiated)|un ?refunded)$/

/** A cell's words in small letters, camelCase cut apart. */
export const normaliseWords = (cell: string) =>
  cell
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

const readState = (cell: string) =>
  Object.entries(statePatterns).find(([, words]) => words.test(normaliseWords(cell)))?.[0]

/** Whether a state says that money came, that it did not or went back, or neither. */
export const classifyState = (cell: string): 'for' | 'against' | undefined => {
  const state = readState(cell)
  if (state === undefined) {
    return undefined
  }
  return state === 'kind' || state === 'received' ? 'for' : 'against'
}

/** How much went back by a report's columns of refunds: the part that they tell, else all of it; undefined where it is not clear. */
export const readRefunds = (
  cells: readonly string[],
  size: Paise,
  unit: number,
): Paise | undefined => {
  const filled = cells.filter((cell) => !isEmptyCell(cell) && readMoney(cell)?.written !== 0)
  // A bare 1 says yes, and 0 no.
  const amounts = filled.map((cell) =>
    cell.trim() === '1' ? 0 : Math.abs(readMoney(cell)?.written ?? 0) / unit,
  )
  const parts = amounts.filter((amount) => amount > 0 && amount <= size)
  if (parts.length > 0) {
    return Math.max(...parts)
  }
  const words = filled
    .map((cell) => normaliseWords(cell) || 'refunded')
    .filter((word) => !notRefunded.test(word))
  if (words.some((word) => /part|fail|reject|cancel/.test(word))) {
    return undefined
  }
  return words.length > 0 ? size : 0
}

/** How much of a payment went back by a report's own words; `out` where it went out itself, undefined where that is not clear. */
export const readOutcome = (
  cells: readonly string[],
  refunds: readonly string[],
  size: Paise,
  unit: number,
) => {
  const filled = cells.filter((cell) => normaliseWords(cell) !== '')
  const states = filled.map(readState)
  // One that is left empty takes nothing from another that says it came.
  if (filled.length < cells.length && states.every((state) => state === 'kind')) {
    return undefined
  }
  if (states.some((state) => state === undefined || state === 'not received')) {
    return undefined
  }
  if (states.includes('goes out')) {
    return 'out'
  }
  const back = readRefunds(refunds, size, unit)
  if (back === 0 && states.includes('went back')) {
    return filled.some((cell) => /part/i.test(cell)) ? undefined : size
  }
  return back
}

import { isEmptyCell, type Paise, readMoney } from './cells'

/** The state words of merchant apps for money that came, that went back, or that did not come; any other counts for nothing. */
export const received =
  /^(?:(?:txn|transaction|payment) )?(?:success(?:ful)?|succeeded|completed?|captured|settled|processed|approved|done|credit(?:ed)?|cr|received|paid|payment|money received|collect(?:ed)?|acquiring|sale|ok)$/
const returned = /refund|revers|return|charge ?back|debit(?:ed)?\b(?! card)|^dr$/
/** Said of a payment; "refund" is said of a row of its own. */
const wentBack = /(?:refund|revers|return|charg)ed/
const notReceived =
  /\b(?:fail|declin|reject|cancel|expire|abort|attempt|dispute|unsuccess|incomplete|initiat|drop|void|denied|bounce)|\b(?:pending|processing|in progress|(?:on )?hold|authori[sz]ed|created|unpaid|error|not \w+|timed? ?out)\b/
/** Words for the kind of a payment, whether or not it came. */
const kindOnly = /^(?:payment|collect|acquiring|sale)$/
const notRefunded = /^(?:|no|none|null|nil|false|n ?a|not (?:refunded|applicable|initiated)|un ?refunded)$/

/** A cell's words in small letters, camelCase cut apart. */
export const readWords = (cell: string) =>
  cell
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

/** How much went back by a report's columns of refunds: the part that they tell, else all of it; undefined where it is not clear. */
export const readRefunds = (cells: readonly string[], size: Paise, unit: number): Paise | undefined => {
  const filled = cells.filter((cell) => !isEmptyCell(cell) && readMoney(cell)?.written !== 0)
  const amounts = filled.map((cell) => Math.abs(readMoney(cell)?.written ?? 0) / unit)
  const parts = amounts.filter((amount) => amount > 0 && amount <= size)
  if (parts.length > 0) return Math.max(...parts)
  const words = filled.map((cell) => readWords(cell) || 'refunded').filter((word) => !notRefunded.test(word))
  if (words.some((word) => /part|fail|reject|cancel/.test(word))) return undefined
  return words.length > 0 ? size : 0
}

/**
 * What became of a payment by a report's own words: how much of it went back, 0 where all of it stayed; `out` where the row is itself
 * money that goes out; undefined where that is not clear.
 */
export const readFate = (
  states: readonly string[],
  refunds: readonly string[],
  size: Paise,
  unit: number,
): Paise | 'out' | undefined => {
  const back = readRefunds(refunds, size, unit)
  if (states.length === 0) return back
  const words = states.map(readWords).filter(Boolean)
  // One that is left empty takes nothing from another that says it came.
  const isClear = words.length === states.length || words.some((word) => !kindOnly.test(word))
  if (!isClear || words.some((word) => !received.test(word) && !returned.test(word))) return undefined
  const against = words.filter((word) => !received.test(word))
  if (against.length === 0) return back
  if (!against.every((word) => wentBack.test(word))) return 'out'
  return back || (against.some((word) => /part/.test(word)) ? undefined : size)
}

/** Whether a word of state speaks of money that went back or did not come. */
export const isAgainst = (word: string) => !received.test(word) && (returned.test(word) || notReceived.test(word))

import { type Day, formatDate, formatDays } from '../content/slot'
import { formatPaise, isMonthFirst } from './cells'
import { type Chain, findJumps } from './chain'
import {
  type ChosenPayments,
  choosePayments,
  isInWindow,
  type PaymentWindow,
} from './choose-payments'
import { scientificNumber } from './narration'
import type { Payment, Statement, UnreadableRow } from './statement'

export interface StatementVerdict {
  refusal?: string
  notes: readonly string[]
  chosen: ChosenPayments
}

const downloadAgain =
  'Download the file again and drop it here unchanged. Until then, none of its payments will be matched.'
const formatCount = (number: number, singular: string, plural: string) =>
  `${number} ${number === 1 ? singular : plural}`

const describeBreak = ({ breaks }: Chain): string | undefined => {
  const [first, ...more] = breaks
  if (!first) {
    return undefined
  }
  const { after, line, expected, found } = first
  const others =
    more.length > 0
      ? ` The balance is wrong ${formatCount(more.length, 'more time', 'more times')} further down.`
      : ''
  return `Line ${line} does not follow from line ${after}: the balance should be ${formatPaise(expected)}, but the file says ${formatPaise(found)}. A row may be missing or changed, a comma in its text may have split it (an Excel or PDF file avoids this), another account may begin there (use one file per account), or the balance may be in another column.${others} ${downloadAgain}`
}

const describeBrokenChain = ({ chain, unreadable }: Statement): string | undefined => {
  if (!chain) {
    return undefined
  }
  // An unreadable row breaks the chain too, so report the row first.
  const unreadRow = unreadable.find(({ isTwin }) => !isTwin)
  return unreadRow ? describeUnreadRow(unreadRow) : describeBreak(chain)
}

/** Dates that are out of order show that a spreadsheet read 09/10 as the 10th of September. */
const describeOddDay = ({ rows, chain }: Statement, today: Day): string | undefined => {
  const describe = ({ line, day }: Payment, why: string) =>
    `Line ${line} is dated ${formatDate(day)}, ${why}. A spreadsheet may have swapped the day and month when it saved the file. ${downloadAgain}`
  const early = rows.find(({ day }) => day > today)
  if (early) {
    return describe(early, 'which is in the future')
  }
  const days = rows.map(({ day }) => day)
  const jump = chain && rows[findJumps(days, chain.order)[0] ?? -1]
  return jump && describe(jump, 'which does not fit the dates around it')
}

const maxListedStates = 6

const listUncounted = (uncounted: Statement['uncounted']): string => {
  const states = [...uncounted]
    .slice(0, maxListedStates)
    .map(([stateText, count]) => `“${stateText}” (${count})`)
  return `${states.join(', ')}${uncounted.size > maxListedStates ? ' and others' : ''}`
}

/**
 * Compares `UPI/CR` and `UPI/DR` with the signs. A few rows may contradict, because they are
 * returns.
 */
const describeMixedTexts = ({ rows }: Statement): string | undefined => {
  const areRight: boolean[] = []
  for (const { amount, narration } of rows) {
    const side = /\bUPI[/-](CR|DR)\b/i.exec(narration)?.[1]?.toUpperCase()
    if (side) {
      areRight.push((side === 'CR') === amount > 0)
    }
  }
  const wrongCount = areRight.filter((isRight) => !isRight).length
  if (wrongCount < 3 || wrongCount < areRight.length * 0.3) {
    return undefined
  }
  return `In ${wrongCount} rows the text contradicts the direction of the payment: either the texts belong to other rows, or the file does not show which payments were outgoing. Download the account’s statement as CSV or Excel from the bank’s site instead.`
}

const dayFirst =
  'Download the statement as a PDF file or with the day first, and do not save it in a spreadsheet program.'

const describeUnreadMonthFirst = ({ unreadable }: Statement): string | undefined => {
  const row = unreadable.find(({ day = '' }) => isMonthFirst(day))
  return (
    row &&
    `The dates in this file have the month first: line ${row.line} says “${row.day}”. ${dayFirst}`
  )
}

type Days = NonNullable<Statement['days']>

const isOutside = ({ rows }: Statement, window: PaymentWindow) =>
  !rows.some(({ day }) => isInWindow(day, window))

/** No Indian bank writes the month first. */
const describeMonthFirst = (
  statement: Statement,
  { first }: Days,
  window: PaymentWindow,
  today: Day,
): string | undefined => {
  const { rows } = statement
  const isOdd = isOutside(statement, window) || rows.some(({ day }) => day > today)
  const swapDay = (day: Day) => `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}` as Day
  const areExpectedSwapped = rows.every(({ day }) => isInWindow(swapDay(day), window))
  return isOdd && areExpectedSwapped
    ? `The dates in this file have the month first: otherwise the file would begin on ${formatDate(first)}. ${dayFirst}`
    : undefined
}

const describeOtherDays = (
  statement: Statement,
  { first, last }: Days,
  window: PaymentWindow,
): string | undefined =>
  isOutside(statement, window)
    ? `This file runs from ${formatDate(first)} to ${formatDate(last)}; payments are expected from ${formatDays(window.from, window.to)}. Download the statement for that period.`
    : undefined

export const describeUnreadDay = (line: number, day: string): string => {
  const fault =
    day === ''
      ? `Line ${line} has no date.`
      : `Line ${line} says “${day}” where its date should be.`
  return /\d/.test(day)
    ? `${fault} Download the statement as an Excel or PDF file with full dates, and do not save it in a spreadsheet program.`
    : `${fault} Download the file again in a day or two, or choose a period that ends yesterday.`
}

const describeUnreadRow = ({ line, why, day }: UnreadableRow): string =>
  day === undefined
    ? `Line ${line} cannot be read: ${why}. A comma in its text may have split it (an Excel or PDF file avoids this), or the amounts may be in another column. ${downloadAgain}`
    : describeUnreadDay(line, day)

const chooseOrDownload =
  'Choose the columns yourself. If that does not work, download the account’s statement as CSV, Excel or PDF from the bank’s site.'

const describeNoPayments = ({ unreadable: [row], uncounted }: Statement): string => {
  if (uncounted.size > 0) {
    return `No row clearly says that money was received. The rows say ${listUncounted(uncounted)}. ${chooseOrDownload}`
  }
  if (!row) {
    return 'The file has a header row, but no rows below it. Download the statement for the days on which participants paid.'
  }
  return row.day === undefined
    ? `No line could be read with these columns: on line ${row.line}, ${row.why}. ${chooseOrDownload}`
    : describeUnreadDay(row.line, row.day)
}

/** Reports the cause of a fault before its consequences. */
const findRefusal = (
  statement: Statement,
  window: PaymentWindow,
  today: Day,
): string | undefined => {
  const { days } = statement
  if (!days) {
    return describeUnreadMonthFirst(statement) ?? describeNoPayments(statement)
  }
  return (
    describeUnreadMonthFirst(statement) ??
    describeBrokenChain(statement) ??
    describeMonthFirst(statement, days, window, today) ??
    describeOddDay(statement, today) ??
    describeMixedTexts(statement) ??
    describeOtherDays(statement, days, window)
  )
}

const collectNotes = (
  { unreadable, rows, chain, uncounted, cutOffLine, days }: Statement,
  chosen: ChosenPayments,
  window: PaymentWindow,
): string[] => {
  const notes: string[] = []
  if (!chain && days) {
    notes.push('This report has no balances, so we cannot tell whether a row is missing.')
  }
  if (chain && chain.links === 0) {
    notes.push('Only one row has a balance, so we cannot tell whether a row is missing.')
  }
  if (unreadable.length > 0) {
    notes.push(
      `${formatCount(unreadable.length, 'line', 'lines')} could not be read or counted. See the list below.`,
    )
  }
  if (cutOffLine !== undefined) {
    notes.push(
      `The last line, ${cutOffLine}, is cut off: later rows are missing. Download the file again.`,
    )
  }
  if (uncounted.size > 0) {
    notes.push(
      `Rows with these statuses are not counted, because they do not clearly say that money was received: ${listUncounted(uncounted)}.`,
    )
  }
  const shortened = rows.filter(({ reference }) => scientificNumber.test(reference))
  const [example] = shortened
  if (example) {
    notes.push(
      `A spreadsheet has shortened the payment numbers of ${formatCount(shortened.length, 'row', 'rows')} (line ${example.line}: ${scientificNumber.exec(example.reference)?.[0]}), and they cannot be restored. Download the file again and do not save it in a spreadsheet program.`,
    )
  }
  if (chosen.leftOut.length > 0) {
    notes.push(
      `${formatCount(chosen.leftOut.length, 'credit is', 'credits are')} left out as unrelated to the festival. See the list below.`,
    )
  }
  if (chosen.otherDays > 0) {
    notes.push(
      `${formatCount(chosen.otherDays, 'credit is', 'credits are')} dated outside ${formatDays(window.from, window.to)} and left out.`,
    )
  }
  if (days && days.first > window.from) {
    notes.push(
      `The file begins on ${formatDate(days.first)}; earlier payments are not reported as missing.`,
    )
  }
  return notes
}

/** `today` is the day in India. */
export const checkStatement = (
  statement: Statement,
  window: PaymentWindow,
  today: Day,
): StatementVerdict => {
  const chosen = choosePayments(statement, window)
  const verdict: StatementVerdict = { notes: collectNotes(statement, chosen, window), chosen }
  const refusal = findRefusal(statement, window, today)
  if (refusal !== undefined) {
    verdict.refusal = refusal
  }
  return verdict
}

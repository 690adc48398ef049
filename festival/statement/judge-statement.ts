import { formatDate, formatDays } from '../slot'
import type { ChainBreak } from './balance-chain'
import { type Chosen, choosePayments, type Window } from './choose-payments'
import { readNarration } from './read-narration'
import type { Statement } from './read-statement'
import { writePaise } from './write-paise'

/** What an organiser is told of a file before anything is matched. */
export interface StatementVerdict {
  /** Whether its payments may be matched; if not, `refusal` says why and what to do. */
  mayMatch: boolean
  refusal?: string
  /** What does not stand in the way and should be known. */
  notes: readonly string[]
  chosen: Chosen
}

const again = 'Download the file again and drop it here unchanged; until then nothing of it is matched.'

const tellBreak = ({ after, line, expected, found }: ChainBreak): string =>
  `Line ${line} does not follow from line ${after}: the balance should be ${writePaise(expected)}, and the file says ${writePaise(found)}. A row is missing there or was changed.`

const refuse = ({ chain, rows, unreadable, layout, days }: Statement, window: Window, chosen: Chosen) => {
  if (!days) {
    return unreadable.length > 0
      ? `No line below the header row could be read. If this is not a file of ${layout.name}, choose its columns yourself.`
      : 'The header row is there, and no row below it. Download the statement for the days of the festival’s payments.'
  }
  const [first, ...more] = chain?.breaks ?? []
  if (first) {
    const others = more.length > 0 ? ` Further down it breaks ${count(more.length, 'time', 'times')} more.` : ''
    return `${tellBreak(first)}${others} ${again}`
  }
  if (chain && chain.links === 0 && rows.length > 1)
    return `No balance of this file could be checked against another. ${again}`
  if (chosen.left.outside === rows.length)
    return `This file runs from ${formatDate(days.first)} to ${formatDate(days.last)}; payments are expected from ${formatDays(window.from, window.to)}. Download those days.`
  return undefined
}

const count = (number: number, one: string, several: string) => `${number} ${number === 1 ? one : several}`

const collectNotes = ({ unreadable, rows, chain, days }: Statement, window: Window): string[] => {
  const notes: string[] = []
  if (!chain && days) notes.push('This report has no balances, so nothing proves that no row of it is missing.')
  if (unreadable.length > 0)
    notes.push(`${count(unreadable.length, 'line', 'lines')} could not be read; listed below, and counted for nothing.`)
  const shortened = rows.filter(({ narration, reference }) => readNarration(narration, reference).shortened)
  const [first] = shortened
  if (first)
    notes.push(
      `A spreadsheet has shortened the payment numbers of ${count(shortened.length, 'row', 'rows')} (line ${first.line}: ${first.reference}), and they cannot be mended. Download the file again and do not save it from a spreadsheet.`,
    )
  if (days && days.first > window.from)
    notes.push(`The file begins on ${formatDate(days.first)}; what was paid before is not called missing.`)
  return notes
}

/** Says whether a statement that was read may be matched, in the words that the desk shows. */
export const judgeStatement = (statement: Statement, window: Window): StatementVerdict => {
  const chosen = choosePayments(statement, window)
  const refusal = refuse(statement, window, chosen)
  return {
    mayMatch: refusal === undefined,
    ...(refusal === undefined ? {} : { refusal }),
    notes: collectNotes(statement, window),
    chosen,
  }
}

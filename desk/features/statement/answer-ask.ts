import type { Window } from '../../../festival/statement/choose-payments'
import { judgeStatement, type StatementVerdict } from '../../../festival/statement/judge-statement'
import type { Layout } from '../../../festival/statement/layout'
import { openStatement } from '../../../festival/statement/open-statement'
import type { UnreadableRow } from '../../../festival/statement/read-row'
import { readStatement, type Statement } from '../../../festival/statement/read-statement'
import type { FileRow, StatementRow } from '../../../festival/statement/row'
import type { ChosenColumns } from '../../../festival/statement/suggest-columns'
import { readFile } from './read-file/read-file'
import { UnreadableFile } from './read-file/unreadable-file'

/** What the desk asks of the worker that holds a file. */
export type Ask =
  /** Reads a file; an organiser's own layouts come before the known ones. */
  | { kind: 'open'; bytes: Uint8Array; layouts: readonly Layout[]; window: Window }
  /** Reads the same file again by another layout. */
  | { kind: 'map'; layout: Layout }
  /** The columns of the same file, to be chosen by hand. */
  | { kind: 'columns' }

/** A file as far as it leaves the worker; its other rows stay there. */
export interface ReadFileAnswer {
  kind: 'read'
  layout: Layout
  verdict: StatementVerdict
  /** The days of the file's first and last row. */
  days: Statement['days']
  rowCount: number
  /** How many balances follow from the one before, if all of them do; a merchant app's report has none. */
  links: number | undefined
  unreadable: readonly UnreadableRow[]
  /** How many more could not be read than are listed. */
  unreadableMore: number
  /** The first payments that came in, whatever their day: by these an organiser sees whether the columns are right. */
  firstCredits: readonly StatementRow[]
}

export type Answer =
  | ReadFileAnswer
  | { kind: 'unknown'; header: readonly string[]; suggested: Partial<ChosenColumns> }
  /** A sentence for the organiser. */
  | { kind: 'refused'; words: string }

const listedRows = 100
const previewedCredits = 5

const summarise = (statement: Statement, window: Window): ReadFileAnswer => {
  const { layout, rows, unreadable, chain, days } = statement
  return {
    kind: 'read',
    layout,
    verdict: judgeStatement(statement, window),
    days,
    rowCount: rows.length,
    links: chain?.breaks.length === 0 ? chain.links : undefined,
    unreadable: unreadable.slice(0, listedRows),
    unreadableMore: Math.max(0, unreadable.length - listedRows),
    firstCredits: rows
      .filter(({ amount }) => amount > 0)
      .slice(0, previewedCredits)
      .map(({ line, day, amount, narration, reference }) => ({ line, day, amount, narration, reference })),
  }
}

const noTable =
  'No table of payments is in this file: no row of column names stands above a date and an amount. Download the account’s statement from the bank’s site as CSV or Excel.'
const noFit = 'These columns are not all in this file. Choose them again.'

/**
 * Holds one file and answers for it. All of this runs in a worker: the rows of a statement are there, and only what the
 * answers carry comes out (behaviour 15.1).
 */
export const keepFile = (): ((ask: Ask) => Promise<Answer>) => {
  let tables: readonly (readonly FileRow[])[] = []
  let window: Window = { from: '0001-01-01', to: '0001-01-01' }

  const open = (layouts: readonly Layout[]): Answer => {
    const opened = openStatement(tables, layouts)
    if (opened.kind === 'read') return summarise(opened.statement, window)
    if (opened.kind === 'unknown') return { kind: 'unknown', header: opened.header, suggested: opened.suggested }
    return { kind: 'refused', words: noTable }
  }
  const map = (layout: Layout): Answer => {
    for (const table of tables) {
      const statement = readStatement(table, [layout])
      if (statement) return summarise(statement, window)
    }
    return { kind: 'refused', words: noFit }
  }
  return async (ask) => {
    if (ask.kind === 'map') return map(ask.layout)
    if (ask.kind === 'columns') return open([])
    try {
      tables = (await readFile(ask.bytes)).tables
      window = ask.window
      return open(ask.layouts)
    } catch (error) {
      if (error instanceof UnreadableFile) return { kind: 'refused', words: error.message }
      throw error
    }
  }
}

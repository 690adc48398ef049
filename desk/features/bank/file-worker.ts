import { type FileRow, readMoney } from '../../../festival/bank/cells'
import type { LeftOut, PaymentWindow } from '../../../festival/bank/choose-payments'
import { type Columns, headerKey } from '../../../festival/bank/columns'
import { findStateWords } from '../../../festival/bank/report'
import {
  type KnownColumns,
  type OpenedStatement,
  openStatement,
  type Payment,
  type UnreadableRow,
} from '../../../festival/bank/statement'
import {
  checkStatement,
  describeUnreadDay,
  type StatementVerdict,
} from '../../../festival/bank/verdict'
import type { Day } from '../../../festival/content/slot'
import { type BankFile, bankBounds } from '../../../festival/contract/bank'
import { bounds, PasswordNeeded, readFile, UnreadableFile } from './read-file'

export interface ReadRequest {
  file: Blob
  password?: string
  known: readonly KnownColumns[]
  chosen?: KnownColumns
  sheets?: number[]
  /** The answer to `DirectionQuestion`, which is asked for each file. */
  areReceived?: boolean
  /** The days on which payments are expected, and today's date in India. */
  window: PaymentWindow
  today: Day
}

export interface ColumnsQuestion {
  kind: 'asks'
  why: string
  /** The header row, which identifies the file format when the choice is remembered. */
  key: string
  columns: readonly string[]
  likely: Partial<Columns>
  words: readonly NonNullable<Columns['received']>[]
}

export interface DirectionQuestion {
  kind: 'asks direction'
  examples: readonly Payment[]
  count: number
  /** Unreadable lines, whose payments may have gone out. */
  unreadable: readonly UnreadableRow[]
  unreadableCount: number
  asks: ColumnsQuestion
}

/** What leaves the worker. All other rows of the file stay there. */
export interface FileRead extends Omit<StatementVerdict, 'chosen'> {
  kind: 'read'
  file: BankFile
  rowCount: number
  /**
   * The number of balances, if each one follows from the previous one. Merchant reports have none.
   */
  links: number | undefined
  unreadable: readonly UnreadableRow[]
  unreadableCount: number
  leftOut: readonly LeftOut[]
  leftOutCount: number
  /** Shown so that an organiser can check the columns. The dates may be unexpected. */
  firstCredits: readonly Payment[]
  asks: ColumnsQuestion
}

export type ReadResult =
  | FileRead
  | ColumnsQuestion
  | DirectionQuestion
  | { kind: 'asks sheets'; choices: readonly number[][] }
  | { kind: 'password'; isWrong: boolean }
  | { kind: 'refused'; words: string }

const refused = (words: string): ReadResult => ({ kind: 'refused', words })
const explainMissingTable = (tables: readonly (readonly FileRow[])[]): string => {
  const cells = tables.flat().flatMap((row) => row.cells)
  const count = (pattern: RegExp) => cells.filter((cell) => pattern.test(cell.trim())).length
  if (count(/^(?:0?\d|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{2,4}\b/) > 0) {
    return 'The dates of this file have the month first. Download the statement as PDF, or with the day first, and do not save it from a spreadsheet.'
  }
  const lines = tables.flat().map((row) => row.cells.join(' ').trim())
  const isSpaced = (line: string) =>
    /^\d{1,2}[-/][\da-z]{2,3}[-/]\d{2,4}\s.* {3,}[\d,]+\.\d\d/i.test(line)
  if (lines.filter(isSpaced).length > 1) {
    return 'The columns of this text file are separated only by spaces. Download the same days as CSV, Excel or PDF.'
  }
  const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
  if (
    count(
      new RegExp(`^(?:\\d{1,2}[- ]${month}|${month}[- ]\\d{1,2})(?:,?\\s+\\d{1,2}:.*)?$`, 'i'),
    ) > 1
  ) {
    return 'The dates of this file have no year. Download the account’s statement from the bank’s site, or the app’s history as Excel or CSV.'
  }
  const rows = tables
    .flat()
    .filter((row) => row.cells.some((cell) => /\d[.,]\d/.test(cell) && readMoney(cell)))
  for (const row of rows) {
    const day = row.cells
      .map((cell) => cell.trim())
      .find((cell) => dayLike.test(cell) && cell.length <= 40)
    if (day !== undefined) {
      return `This file has no table of payments that can be read. ${describeUnreadDay(row.line, day)}`
    }
  }
  return noTable
}

/**
 * Matches text that may be an unsupported date: a word, a part of a date, or a spreadsheet's serial
 * number.
 */
const dayLike =
  /^(?:today|yesterday|pending)\b|^\d{1,2}(?:st|nd|rd|th)?[-/. ]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/. ]\d|^\d{1,4}[-/]\d{1,2}(?:[-/]\d{2,4})?(?!\d)|^4\d{4}$|^\d{8}$/i

const noTable =
  'This file has no table of payments: no row has a date and an amount. Download the account’s statement from the bank’s site.'
const tooManyRows = `At most ${bankBounds.rows.toLocaleString('en-IN')} payments can be imported at once. Download shorter periods from the bank, one after the other.`
const gone = 'The file can no longer be opened. Choose it again.'
const notReceived =
  'This file does not show which payments came in and which went out, so none of it can be used. Download the account’s statement from the bank’s site: it has a balance, or a column each for deposits and withdrawals. Or download only the received payments from the app.'
const chooseColumnsWords = 'Say which column is which. You are asked only once.'

type ReadableStatement = Extract<OpenedStatement, { kind: 'read' | 'asks' }>

const askForColumns = (
  { table, layout }: ReadableStatement,
  why: string,
  likely: Partial<Columns>,
): ColumnsQuestion => {
  const { header } = layout
  const width = Math.min(
    60,
    Math.max(header.length, ...table.slice(0, 200).map(({ cells }) => cells.length)),
  )
  const columns = Array.from({ length: width }, (_none, column) => {
    const name = (header[column] ?? '').replace(/\s+/g, ' ').trim()
    const same = header.filter((cell) => cell.trim() === name).length > 1
    return name === '' || same ? `${name || 'Column'} ${column + 1}` : name
  })
  return {
    kind: 'asks',
    why,
    likely,
    key: headerKey(header),
    columns,
    words: findStateWords(table, layout, likely),
  }
}

const describeSheets = (read: readonly number[], count: number): string[] =>
  count > 1
    ? [
        `Read of this file: sheet ${read.map((at) => at + 1).join(', ')} (${read.length} of ${count} sheets).`,
      ]
    : []

const maxListedLines = 100
const withoutBalance = ({ balance: _kept, ...row }: Payment): Payment => row

const buildResult = (
  of: ReadableStatement & { kind: 'read' },
  sheetCount: number,
  ask: ReadRequest,
): ReadResult => {
  const { window, today } = ask
  const {
    columns,
    rows,
    unreadable,
    chain,
    unproven,
    days = { first: window.from, last: window.to },
  } = of.statement
  const { chosen, refusal, notes } = checkStatement(of.statement, window, today)
  const { payments, reversals, leftOut } = chosen
  const asks = askForColumns(of, chooseColumnsWords, columns)
  if (refusal === undefined && unproven.length > 0 && !ask.areReceived) {
    if (ask.areReceived === false) {
      return refused(notReceived)
    }
    const examples = unproven.slice(0, 5).map(withoutBalance)
    return {
      kind: 'asks direction',
      examples,
      count: unproven.length,
      unreadable: unreadable.slice(0, maxListedLines),
      unreadableCount: unreadable.length,
      asks,
    }
  }
  const hasTooManyRows = payments.length + reversals.length > bankBounds.rows
  const why = refusal ?? (hasTooManyRows ? tooManyRows : undefined)
  const credits = rows.filter(({ amount }) => amount > 0).slice(0, 5)
  const read: FileRead = {
    kind: 'read',
    notes: [...describeSheets(of.sheets, sheetCount), ...notes],
    file: { days, payments, reversals },
    rowCount: rows.length,
    links: chain?.breaks.length === 0 ? chain.links : undefined,
    unreadable: unreadable.slice(0, maxListedLines),
    unreadableCount: unreadable.length,
    leftOut: leftOut.slice(0, maxListedLines),
    leftOutCount: leftOut.length,
    firstCredits: credits.map(withoutBalance),
    asks,
  }
  if (why !== undefined) {
    read.refusal = why
  }
  return read
}

/** Only the rows in the result leave the worker. */
export const readBankFile = async (ask: ReadRequest): Promise<ReadResult> => {
  try {
    // One byte over the limit is enough to refuse the file.
    const bytes = await ask.file
      .slice(0, bounds.bytes + 1)
      .arrayBuffer()
      .catch(() => undefined)
    if (!bytes) {
      return refused(gone)
    }
    const tables = await readFile(new Uint8Array(bytes), ask.password)
    const of = openStatement(tables, ask.known, ask.chosen, ask.sheets)
    if (of.kind === 'no table') {
      return refused(explainMissingTable(tables))
    }
    if (of.kind === 'asks sheets') {
      return of
    }
    const filled = tables.filter((table) =>
      table.some(({ cells }) => cells.some((cell) => cell.trim() !== '')),
    )
    return of.kind === 'read'
      ? buildResult(of, filled.length, ask)
      : askForColumns(of, of.why, of.likely)
  } catch (error) {
    if (error instanceof PasswordNeeded) {
      return { kind: 'password', isWrong: ask.password !== undefined }
    }
    if (error instanceof UnreadableFile) {
      return refused(error.message)
    }
    throw error
  }
}

// Other errors reach the desk as an error event.
if ('WorkerGlobalScope' in globalThis) {
  addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
    readBankFile(data).then(postMessage, reportError)
  })
}

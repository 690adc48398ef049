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
import { limits, PasswordNeeded, readFile, UnreadableFile } from './read-file'

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
  statusValues: readonly NonNullable<Columns['received']>[]
}

export interface DirectionQuestion {
  kind: 'asks direction'
  examples: readonly Payment[]
  count: number
  /** Unreadable lines, whose payments may have gone out. */
  unreadable: readonly UnreadableRow[]
  unreadableCount: number
  columnsQuestion: ColumnsQuestion
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
  columnsQuestion: ColumnsQuestion
}

export type ReadResult =
  | FileRead
  | ColumnsQuestion
  | DirectionQuestion
  | { kind: 'asks sheets'; choices: readonly number[][] }
  | { kind: 'password'; isWrong: boolean }
  | { kind: 'refused'; message: string }

const refuse = (message: string): ReadResult => ({ kind: 'refused', message })

const monthFirst = /^(?:0?\d|1[0-2])\/(?:1[3-9]|2\d|3[01])\/\d{2,4}\b/
const separatedBySpaces = /^\d{1,2}[-/][\da-z]{2,3}[-/]\d{2,4}\s.* {3,}[\d,]+\.\d\d/i
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*'
const withoutYear = new RegExp(
  `^(?:\\d{1,2}[- ]${month}|${month}[- ]\\d{1,2})(?:,?\\s+\\d{1,2}:.*)?$`,
  'i',
)
/**
 * Matches text that may be an unsupported date: a word, a part of a date, or a spreadsheet's serial
 * number.
 */
const likeDate = new RegExp(
  `^(?:today|yesterday|pending)\\b|^\\d{1,2}(?:st|nd|rd|th)?[-/. ]?${month}|^${month}[-/. ]\\d|^\\d{1,4}[-/]\\d{1,2}(?:[-/]\\d{2,4})?(?!\\d)|^4\\d{4}$|^\\d{8}$`,
  'i',
)

const explainMissingTable = (tables: readonly (readonly FileRow[])[]): string => {
  const rows = tables
    .flat()
    .map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.trim()) }))
  const cells = rows.flatMap((row) => row.cells)
  if (cells.some((cell) => monthFirst.test(cell))) {
    return 'The dates in this file have the month first. Download the statement as a PDF file or with the day first, and do not save it in a spreadsheet program.'
  }
  const spacedRows = rows.filter((row) => separatedBySpaces.test(row.cells.join(' ').trim()))
  if (spacedRows.length > 1) {
    return 'The columns of this text file are separated only by spaces. Download the same days as CSV, Excel or PDF.'
  }
  if (cells.filter((cell) => withoutYear.test(cell)).length > 1) {
    return 'The dates in this file have no year. Download the account’s statement from the bank’s site, or the app’s history as Excel or CSV.'
  }
  for (const row of rows) {
    const hasAmount = row.cells.some((cell) => /\d[.,]\d/.test(cell) && readMoney(cell))
    const unreadDate = row.cells.find((cell) => likeDate.test(cell) && cell.length <= 40)
    if (hasAmount && unreadDate !== undefined) {
      return `This file has no table of payments that can be read. ${describeUnreadDay(row.line, unreadDate)}`
    }
  }
  return 'This file has no table of payments: no row has a date and an amount. Download the account’s statement from the bank’s site.'
}

const tooManyRowsMessage = `At most ${bankBounds.rows.toLocaleString('en-IN')} payments can be imported at once. Download shorter periods from the bank, one after the other.`
const unreadableFileMessage = 'The file can no longer be opened. Choose it again.'
const unknownDirectionMessage =
  'This file does not show which payments came in and which went out, so none of it can be used. Download the account’s statement from the bank’s site: it has a balance, or a column each for deposits and withdrawals. Or download only the received payments from the app.'
const chooseColumnsMessage = 'Say which column is which. You only need to do this once.'

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
    const isRepeated = header.filter((cell) => cell.trim() === name).length > 1
    return name === '' || isRepeated ? `${name || 'Column'} ${column + 1}` : name
  })
  return {
    kind: 'asks',
    why,
    likely,
    key: headerKey(header),
    columns,
    statusValues: findStateWords(table, layout, likely),
  }
}

const describeSheets = (sheets: readonly number[], count: number): string =>
  `Read of this file: sheet ${sheets.map((index) => index + 1).join(', ')} (${sheets.length} of ${count} sheets).`

const maxListedLines = 100
const withoutBalance = ({ balance: _balance, ...row }: Payment): Payment => row

const buildResult = (
  openedFile: ReadableStatement & { kind: 'read' },
  sheetCount: number,
  { window, today, areReceived }: ReadRequest,
): ReadResult => {
  const { columns, rows, chain, unproven, days } = openedFile.statement
  const { chosen, refusal, notes } = checkStatement(openedFile.statement, window, today)
  const { payments, reversals, leftOut } = chosen
  const columnsQuestion = askForColumns(openedFile, chooseColumnsMessage, columns)
  const unreadable = openedFile.statement.unreadable.slice(0, maxListedLines)
  const unreadableCount = openedFile.statement.unreadable.length
  if (refusal === undefined && unproven.length > 0 && !areReceived) {
    if (areReceived === false) {
      return refuse(unknownDirectionMessage)
    }
    return {
      kind: 'asks direction',
      examples: unproven.slice(0, 5).map(withoutBalance),
      count: unproven.length,
      unreadable,
      unreadableCount,
      columnsQuestion,
    }
  }
  const credits = rows.filter(({ amount }) => amount > 0).slice(0, 5)
  const result: FileRead = {
    kind: 'read',
    notes: sheetCount > 1 ? [describeSheets(openedFile.sheets, sheetCount), ...notes] : notes,
    file: { days: days ?? { first: window.from, last: window.to }, payments, reversals },
    rowCount: rows.length,
    links: chain?.breaks.length === 0 ? chain.links : undefined,
    unreadable,
    unreadableCount,
    leftOut: leftOut.slice(0, maxListedLines),
    leftOutCount: leftOut.length,
    firstCredits: credits.map(withoutBalance),
    columnsQuestion,
  }
  if (refusal !== undefined) {
    result.refusal = refusal
  } else if (payments.length + reversals.length > bankBounds.rows) {
    result.refusal = tooManyRowsMessage
  }
  return result
}

/** Only the rows in the result leave the worker. */
export const readBankFile = async (request: ReadRequest): Promise<ReadResult> => {
  try {
    // One byte over the limit is enough to refuse the file.
    const bytes = await request.file
      .slice(0, limits.bytes + 1)
      .arrayBuffer()
      .catch(() => undefined)
    if (!bytes) {
      return refuse(unreadableFileMessage)
    }
    const tables = await readFile(new Uint8Array(bytes), request.password)
    const openedFile = openStatement(tables, request.known, request.chosen, request.sheets)
    switch (openedFile.kind) {
      case 'no table':
        return refuse(explainMissingTable(tables))
      case 'asks sheets':
        return openedFile
      case 'asks':
        return askForColumns(openedFile, openedFile.why, openedFile.likely)
      case 'read': {
        const filledTables = tables.filter((table) =>
          table.some(({ cells }) => cells.some((cell) => cell.trim() !== '')),
        )
        return buildResult(openedFile, filledTables.length, request)
      }
    }
  } catch (error) {
    if (error instanceof PasswordNeeded) {
      return { kind: 'password', isWrong: request.password !== undefined }
    }
    if (error instanceof UnreadableFile) {
      return refuse(error.message)
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

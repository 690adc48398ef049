import { type Columns, headerKey } from '../../../festival/bank/columns'
import { findWords } from '../../../festival/bank/report'
import {
  type KnownColumns,
  type OpenedStatement,
  openStatement,
  type Payment,
  type UnreadableRow,
} from '../../../festival/bank/statement'
import { judgeStatement, type StatementVerdict, type Window } from '../../../festival/bank/verdict'
import { type BankFile, bankBounds } from '../../../festival/desk/bank'
import type { Day } from '../../../festival/slot'
import { bounds, PasswordNeeded, readFile, UnreadableFile } from './read-file'

export interface Ask {
  file: Blob
  password?: string
  /** Columns that organisers chose before. */
  known: readonly KnownColumns[]
  chosen?: KnownColumns
  sheets?: number[]
  /** Between which days payments are expected, and the day in India. */
  window: Window
  today: Day
}

export interface ColumnsAsked {
  kind: 'asks'
  why: string
  /** Its header row's names: what the columns are remembered by. */
  key: string
  /** A name for each column, numbered where it has none of its own. */
  columns: readonly string[]
  likely: Partial<Columns>
  /** One of them may say that money came. */
  words: readonly NonNullable<Columns['received']>[]
}

/** A file as far as it leaves the worker; its other rows stay there. */
export interface FileRead extends Omit<StatementVerdict, 'chosen'> {
  kind: 'read'
  file: BankFile
  rowCount: number
  /** How many balances follow from the one before, if all of them do; a merchant app's report has none. */
  links: number | undefined
  /** The first lines that could not be read, of so many. */
  unreadable: readonly UnreadableRow[]
  unreadableCount: number
  /** The first payments that came in, whatever their day: by these an organiser sees whether the columns are right. */
  firstCredits: readonly Payment[]
  asks: ColumnsAsked
}

/** `isWrong`: the password that was given does not open it. `words`: a sentence for the organiser. */
export type Answer =
  | FileRead
  | ColumnsAsked
  | { kind: 'asks sheets'; choices: readonly number[][] }
  | { kind: 'password'; isWrong: boolean }
  | { kind: 'refused'; words: string }

const refused = (words: string): Answer => ({ kind: 'refused', words })
const noTable =
  'This file has no table of payments: no row has a date and an amount. Download the account’s statement from the bank’s site.'
const tooMuch = `At most ${bankBounds.rows.toLocaleString('en-IN')} payments can be imported at once. Download shorter periods from the bank, one after the other.`
const gone = 'The file can no longer be opened. Choose it again.'
const byHand = 'Say which column is which. You are asked only once.'

type Opened = Extract<OpenedStatement, { kind: 'read' | 'asks' }>

const askFor = ({ table, looks }: Opened, why: string, likely: Partial<Columns>): ColumnsAsked => {
  const { header } = looks
  const width = Math.min(60, Math.max(header.length, ...table.slice(0, 200).map(({ cells }) => cells.length)))
  const columns = Array.from({ length: width }, (_none, column) => {
    const name = (header[column] ?? '').replace(/\s+/g, ' ').trim()
    const same = header.filter((cell) => cell.trim() === name).length > 1
    return name === '' || same ? `${name || 'Column'} ${column + 1}` : name
  })
  return { kind: 'asks', why, likely, key: headerKey(header), columns, words: findWords(table, looks, likely) }
}

const tellSheets = (read: readonly number[], count: number): string[] =>
  count > 1
    ? [`Read of this file: sheet ${read.map((at) => at + 1).join(', ')} (${read.length} of ${count} sheets).`]
    : []

const tell = (of: Opened & { kind: 'read' }, sheetCount: number, { window, today }: Ask): FileRead => {
  const { columns, rows, unreadable, chain, days = { first: window.from, last: window.to } } = of.statement
  const { chosen, refusal, ...judged } = judgeStatement(of.statement, window, today)
  const notes = [...tellSheets(of.sheets, sheetCount), ...judged.notes]
  const { payments, reversals } = chosen
  const isTooMuch = payments.length + reversals.length > bankBounds.rows
  const why = refusal ?? (isTooMuch ? tooMuch : undefined)
  const credits = rows.filter(({ amount }) => amount > 0).slice(0, 5)
  return {
    kind: 'read',
    ...(why === undefined ? {} : { refusal: why }),
    notes,
    file: { days, payments, reversals },
    rowCount: rows.length,
    links: chain?.breaks.length === 0 ? chain.links : undefined,
    unreadable: unreadable.slice(0, 100),
    unreadableCount: unreadable.length,
    firstCredits: credits.map(({ balance: _kept, ...row }) => row),
    asks: askFor(of, byHand, columns),
  }
}

/** Reads a file, in a worker: of a statement's rows only what the answer carries comes out (behaviour 15.40). */
export const readBankFile = async (ask: Ask): Promise<Answer> => {
  try {
    // Of a file that is too large no more is read than tells so.
    const bytes = await ask.file
      .slice(0, bounds.bytes + 1)
      .arrayBuffer()
      .catch(() => undefined)
    if (!bytes) return refused(gone)
    const tables = await readFile(new Uint8Array(bytes), ask.password)
    const of = openStatement(tables, ask.known, ask.chosen, ask.sheets)
    if (of.kind === 'no table') return refused(noTable)
    if (of.kind === 'asks sheets') return of
    const filled = tables.filter((table) => table.some(({ cells }) => cells.some((cell) => cell.trim() !== '')))
    return of.kind === 'read' ? tell(of, filled.length, ask) : askFor(of, of.why, of.likely)
  } catch (error) {
    if (error instanceof PasswordNeeded) return { kind: 'password', isWrong: ask.password !== undefined }
    if (error instanceof UnreadableFile) return refused(error.message)
    throw error
  }
}

// The entry of the worker. The desk hears of what fails as an error of the worker.
if ('WorkerGlobalScope' in globalThis)
  addEventListener('message', ({ data }: MessageEvent<Ask>) => {
    readBankFile(data).then(postMessage, reportError)
  })

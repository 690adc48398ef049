import { type Columns, headerKey } from '../../../festival/bank/columns'
import { hashDebit } from '../../../festival/bank/narration'
import {
  type KnownColumns,
  type OpenedStatement,
  openStatement,
  type Payment,
  readStatement,
  type Statement,
  type UnreadableRow,
} from '../../../festival/bank/statement'
import { type Chosen, judgeStatement, type StatementVerdict, type Window } from '../../../festival/bank/verdict'
import { type BankFile, bankBounds } from '../../../festival/desk/bank'
import type { Day } from '../../../festival/slot'
import { bounds, PasswordNeeded, readFile, UnreadableFile } from './read-file'

/** What the desk asks of the worker that holds a file. */
export type Ask =
  /** Reads a file; `known` are the columns that organisers chose before, `today` is the day in India. */
  | { kind: 'open'; file: Blob; password?: string; known: readonly KnownColumns[]; window: Window; today: Day }
  /** Reads the same file by columns that were chosen by hand. */
  | { kind: 'read'; columns: Columns }

/** What to choose the columns of a file from. */
export interface ColumnsAsked {
  kind: 'asks'
  why: string
  /** Its header row's names: what the columns are remembered by. */
  key: string
  /** A name for each column, numbered where it has none of its own. */
  columns: readonly string[]
  likely: Partial<Columns>
}

/** A file as far as it leaves the worker; its other rows stay there. */
export interface FileRead extends Omit<StatementVerdict, 'chosen'> {
  kind: 'read'
  file: BankFile
  left: Chosen['left']
  /** Debits that may take back a payment of an earlier file, each by what the server is asked about it. */
  debits: ReadonlyMap<string, Payment>
  rowCount: number
  /** How many balances follow from the one before, if all of them do; a merchant app's report has none. */
  links: number | undefined
  /** The first lines that could not be read, of so many. */
  unreadable: readonly UnreadableRow[]
  unreadableCount: number
  /** The first payments that came in, whatever their day: by these an organiser sees whether the columns are right. */
  firstCredits: readonly Payment[]
  /** How its columns are chosen by hand. */
  asks: ColumnsAsked
}

/** `isWrong`: the password that was given does not open it. `words`: a sentence for the organiser. */
export type Answer =
  | FileRead
  | ColumnsAsked
  | { kind: 'password'; isWrong: boolean }
  | { kind: 'refused'; words: string }

const refused = (words: string): Answer => ({ kind: 'refused', words })
const noTable =
  'No table of payments is in this file: no row has a date and an amount. Download the account’s statement from the bank’s site.'
const needsBalance =
  'This file has balances, and they prove that it was read right. Choose the column of the balance, too.'
const tooMuch = `At most ${bankBounds.rows.toLocaleString('en-IN')} payments are taken at once. Download a shorter time from the bank, one part after the other.`
const gone = 'The file cannot be opened any more. Choose it again.'
const byHand = 'Say which column is which; it is asked once.'

type Opened = Exclude<OpenedStatement, { kind: 'no table' }>

const askFor = ({ table, looks: { header } }: Opened, why: string, likely: Partial<Columns>): ColumnsAsked => {
  const width = Math.min(60, Math.max(header.length, ...table.slice(0, 200).map(({ cells }) => cells.length)))
  const columns = Array.from({ length: width }, (_none, column) => {
    const name = (header[column] ?? '').replace(/\s+/g, ' ').trim()
    const same = header.filter((cell) => cell.trim() === name).length > 1
    return name === '' || same ? `${name || 'Column'} ${column + 1}` : name
  })
  return { kind: 'asks', why, likely, key: headerKey(header), columns }
}

const tell = async (of: Opened, statement: Statement, { window, today }: { window: Window; today: Day }) => {
  const { columns, rows, unreadable, chain, days = { first: window.from, last: window.to } } = statement
  const { chosen, ...verdict } = judgeStatement(statement, window, today)
  const { debits, payments, reversals, left } = chosen
  if (Math.max(payments.length, debits.length) > bankBounds.rows) verdict.refusal ??= tooMuch
  const hashed = new Map<string, Payment>()
  // Without HTTPS a browser cannot hash, and nothing is asked.
  if (verdict.refusal === undefined && globalThis.crypto.subtle)
    for (const debit of debits) hashed.set(await hashDebit(debit.narration, -debit.amount), debit)
  const credits = rows.filter(({ amount }) => amount > 0).slice(0, 5)
  return {
    ...verdict,
    kind: 'read',
    file: { days, payments, reversals },
    left,
    debits: hashed,
    rowCount: rows.length,
    links: chain?.breaks.length === 0 ? chain.links : undefined,
    unreadable: unreadable.slice(0, 100),
    unreadableCount: unreadable.length,
    firstCredits: credits.map(({ balance: _kept, ...row }) => row),
    asks: askFor(of, byHand, columns),
  } satisfies FileRead
}

/**
 * Holds one file and answers for it. All of this runs in a worker: the rows of a statement are there, and only what the
 * answers carry comes out (behaviour 15.40).
 */
export const holdFile = (): ((ask: Ask) => Promise<Answer>) => {
  let held: { of: Opened; asked: Extract<Ask, { kind: 'open' }> } | undefined

  const open = async (asked: Extract<Ask, { kind: 'open' }>): Promise<Answer> => {
    // Of a file that is too large no more is read than tells so.
    const part = asked.file.slice(0, bounds.bytes + 1)
    const bytes = await part.arrayBuffer().catch(() => undefined)
    if (!bytes) return refused(gone)
    const of = openStatement(await readFile(new Uint8Array(bytes), asked.password), asked.known)
    if (of.kind === 'no table') return refused(noTable)
    held = { of, asked }
    return of.kind === 'read' ? tell(of, of.statement, asked) : askFor(of, of.why, of.likely)
  }
  return async (ask) => {
    try {
      if (ask.kind === 'open') return await open(ask)
      if (!held) return refused(noTable)
      const { of, asked } = held
      if (ask.columns.balance === undefined && of.choice.kind !== 'no balance') return refused(needsBalance)
      return await tell(of, readStatement(of.table, ask.columns, of.looks), asked)
    } catch (error) {
      if (error instanceof PasswordNeeded)
        return { kind: 'password', isWrong: ask.kind === 'open' && ask.password !== undefined }
      if (error instanceof UnreadableFile) return refused(error.message)
      throw error
    }
  }
}

// The entry of the worker: it answers one ask after the other.
if ('WorkerGlobalScope' in globalThis) {
  const answer = holdFile()
  let last: Promise<void> = Promise.resolve()
  addEventListener('message', ({ data }: MessageEvent<Ask>) => {
    // The desk hears of what fails as an error of the worker.
    last = last.then(async () => postMessage(await answer(data))).catch(reportError)
  })
}

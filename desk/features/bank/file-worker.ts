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
import { bankBounds } from '../../../festival/desk/bank'
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
export interface FileRead {
  kind: 'read'
  verdict: Omit<StatementVerdict, 'chosen'> & { chosen: Omit<Chosen, 'debits'> }
  /** Debits that may take back a payment of an earlier file, each by what the server is asked about it. */
  debits: ReadonlyMap<string, Payment>
  /** The days of the file's first and last row. */
  days: Statement['days']
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
const noTable = refused(
  'No table of payments is in this file: no row has a date and an amount. Download the account’s statement from the bank’s site.',
)
const needsBalance = refused(
  'This file has balances, and they prove that it was read right. Choose the column of the balance, too.',
)
const tooMuch = `At most ${bankBounds.rows.toLocaleString('en-IN')} payments are taken at once. Download a shorter time from the bank, one part after the other.`
const gone = 'The file cannot be opened any more. Choose it again.'
const byHand = 'Say which column is which; it is asked once.'

type Opened = Exclude<OpenedStatement, { kind: 'no table' }>

const nameColumns = ({ table, looks: { header } }: Opened): string[] => {
  const width = Math.min(60, Math.max(header.length, ...table.slice(0, 200).map(({ cells }) => cells.length)))
  return Array.from({ length: width }, (_none, column) => {
    const name = (header[column] ?? '').replace(/\s+/g, ' ').trim()
    const same = header.filter((cell) => cell.trim() === name).length > 1
    return name === '' || same ? `${name || 'Column'} ${column + 1}` : name
  })
}

/**
 * Holds one file and answers for it. All of this runs in a worker: the rows of a statement are there, and only what the
 * answers carry comes out (behaviour 15.40).
 */
export const holdFile = (): ((ask: Ask) => Promise<Answer>) => {
  let opened: OpenedStatement = { kind: 'no table' }
  let asked: Pick<Extract<Ask, { kind: 'open' }>, 'window' | 'today'> | undefined

  const askFor = (of: Opened, why: string, likely: Partial<Columns>): ColumnsAsked => ({
    kind: 'asks',
    why,
    likely,
    key: headerKey(of.looks.header),
    columns: nameColumns(of),
  })
  const tell = async (of: Opened, statement: Statement): Promise<Answer> => {
    if (!asked) return noTable
    const { columns, rows, unreadable, chain, days } = statement
    const { chosen, ...judged } = judgeStatement(statement, asked.window, asked.today)
    const { debits, ...leaves } = chosen
    const verdict =
      Math.max(chosen.payments.length, debits.length) > bankBounds.rows ? { refusal: tooMuch, ...judged } : judged
    // Without HTTPS a browser cannot hash, and nothing is asked.
    const hashed = verdict.refusal === undefined && globalThis.crypto.subtle ? debits : []
    return {
      kind: 'read',
      verdict: { ...verdict, chosen: leaves },
      debits: new Map(
        await Promise.all(
          hashed.map(async (debit) => [await hashDebit(debit.narration, -debit.amount), debit] as const),
        ),
      ),
      days,
      rowCount: rows.length,
      links: chain?.breaks.length === 0 ? chain.links : undefined,
      unreadable: unreadable.slice(0, 100),
      unreadableCount: unreadable.length,
      firstCredits: rows
        .filter(({ amount }) => amount > 0)
        .slice(0, 5)
        .map(({ line, day, amount, narration, reference }) => ({ line, day, amount, narration, reference })),
      asks: askFor(of, byHand, columns),
    }
  }
  const open = async ({ file, password, known }: Extract<Ask, { kind: 'open' }>): Promise<Answer> => {
    // Of a file that is too large no more is read than tells so.
    const bytes = await file
      .slice(0, bounds.bytes + 1)
      .arrayBuffer()
      .catch(() => undefined)
    if (!bytes) return refused(gone)
    opened = openStatement(await readFile(new Uint8Array(bytes), password), known)
    if (opened.kind === 'no table') return noTable
    return opened.kind === 'read' ? tell(opened, opened.statement) : askFor(opened, opened.why, opened.likely)
  }
  return async (ask) => {
    try {
      if (ask.kind === 'open') {
        asked = ask
        return await open(ask)
      }
      if (opened.kind === 'no table') return noTable
      const isPassedOver = ask.columns.balance === undefined && opened.choice.kind !== 'no balance'
      return isPassedOver ? needsBalance : tell(opened, readStatement(opened.table, ask.columns, opened.looks))
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

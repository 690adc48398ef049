import { type Columns, chooseColumns, headerKey, type Looks, lookAt } from '../../../festival/bank/columns'
import { hashDebit } from '../../../festival/bank/narration'
import {
  type KnownColumns,
  openStatement,
  readStatement,
  type Statement,
  type StatementRow,
  type UnreadableRow,
} from '../../../festival/bank/statement'
import {
  type Chosen,
  judgeStatement,
  type Payment,
  type StatementVerdict,
  type Window,
} from '../../../festival/bank/verdict'
import type { Day } from '../../../festival/slot'
import { PasswordNeeded, UnreadableFile } from './bounds'
import { readFile } from './read-file'

/** What the desk asks of the worker that holds a file. */
export type Ask =
  /** Reads a file; `known` are the columns that organisers chose before, `today` is the day in India. */
  | { kind: 'open'; bytes: Uint8Array; password?: string; known: readonly KnownColumns[]; window: Window; today: Day }
  /** Reads the same file by columns that were chosen by hand. */
  | { kind: 'read'; columns: Columns }
  /** The columns of the same file, to be chosen by hand. */
  | { kind: 'columns' }
  /** Its debits with these hashes. */
  | { kind: 'debits'; known: readonly string[] }

/** A file as far as it leaves the worker; its other rows stay there. */
export interface ReadFileAnswer {
  kind: 'read'
  /** Its header row's names: what the columns are remembered by. */
  key: string
  verdict: Omit<StatementVerdict, 'chosen'> & { chosen: Omit<Chosen, 'debits'> }
  /** Of each debit that may take back a payment of an earlier file, what the server knows it by; no one can tell the debit from it. */
  hashes: readonly string[]
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

export interface AsksForColumns {
  kind: 'asks'
  why: string
  key: string
  /** A name for each column, with what stands in it where it has none. */
  columns: readonly string[]
  likely: Partial<Columns>
}

export type Answer =
  | ReadFileAnswer
  | AsksForColumns
  | { kind: 'debits'; debits: readonly Payment[] }
  /** `isWrong`: the one that was given does not open it. */
  | { kind: 'password'; isWrong: boolean }
  /** A sentence for the organiser. */
  | { kind: 'refused'; words: string }

const listedRows = 100
const previewedCredits = 5

const noTable =
  'No table of payments is in this file: no row has a date and an amount. Download the account’s statement from the bank’s site.'
const byHand = 'Say which column is which; it is asked once.'
const needsBalance =
  'This file has balances, and they prove that it was read right. Choose the column of the balance, too.'

/** What `askKnownNumbers` knows a debit by; a browser that cannot hash, since the desk has no HTTPS, asks nothing. */
const hashDebits = async (debits: readonly Payment[]): Promise<Map<string, Payment>> => {
  const hashes = new Map<string, Payment>()
  for (const debit of globalThis.crypto.subtle ? debits : [])
    hashes.set(await hashDebit(debit.narration, -debit.amount), debit)
  return hashes
}

type Table = Parameters<typeof readStatement>[0]

const nameColumns = (table: Table, { header }: Looks): string[] => {
  const width = Math.min(60, Math.max(header.length, ...table.slice(0, 200).map(({ cells }) => cells.length)))
  return Array.from({ length: width }, (_none, column) => {
    const name = (header[column] ?? '').replace(/\s+/g, ' ').trim()
    const same = header.filter((cell) => cell.trim() === name).length > 1
    return name === '' || same ? `${name || 'Column'} ${column + 1}` : name
  })
}

/**
 * Holds one file and answers for it. All of this runs in a worker: the rows of a statement are there, and only what the
 * answers carry comes out (behaviour 15.1).
 */
export const holdFile = (): ((ask: Ask) => Promise<Answer>) => {
  let tables: readonly Table[] = []
  let asked: Extract<Ask, { kind: 'open' }> | undefined
  let hashed: ReadonlyMap<string, Payment> = new Map()

  const tell = async (statement: Statement): Promise<Answer> => {
    if (!asked) return { kind: 'refused', words: noTable }
    const { header, rows, unreadable, chain, days } = statement
    const { chosen, ...verdict } = judgeStatement(statement, asked.window, asked.today)
    const { debits, ...leaves } = chosen
    hashed = await hashDebits(verdict.refusal === undefined ? debits : [])
    return {
      kind: 'read',
      key: headerKey(header),
      verdict: { ...verdict, chosen: leaves },
      hashes: [...hashed.keys()],
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
  const askFor = (table: Table, looks: Looks, why: string, likely: Partial<Columns>): Answer => ({
    kind: 'asks',
    why,
    key: headerKey(looks.header),
    columns: nameColumns(table, looks),
    likely,
  })
  const firstTable = () =>
    tables.flatMap((table) => {
      const looks = lookAt(table)
      return looks ? [{ table, looks }] : []
    })[0]

  const open = async (known: readonly KnownColumns[]): Promise<Answer> => {
    const opened = openStatement(tables, known)
    if (opened.kind === 'read') return tell(opened.statement)
    if (opened.kind === 'asks') return askFor(opened.table, opened.looks, opened.why, opened.likely)
    return { kind: 'refused', words: noTable }
  }
  const columns = (): Answer => {
    const first = firstTable()
    if (!first) return { kind: 'refused', words: noTable }
    const choice = chooseColumns(first.table, first.looks)
    return askFor(first.table, first.looks, byHand, 'columns' in choice ? ([choice.columns].flat()[0] ?? {}) : {})
  }
  const read = async (chosen: Columns): Promise<Answer> => {
    const first = firstTable()
    if (!first) return { kind: 'refused', words: noTable }
    if (chosen.balance === undefined && chooseColumns(first.table, first.looks).kind !== 'no balance')
      return { kind: 'refused', words: needsBalance }
    return tell(readStatement(first.table, chosen, first.looks))
  }
  return async (ask) => {
    if (ask.kind === 'columns') return columns()
    if (ask.kind === 'read') return read(ask.columns)
    if (ask.kind === 'debits') return { kind: 'debits', debits: ask.known.flatMap((hash) => hashed.get(hash) ?? []) }
    try {
      asked = ask
      tables = await readFile(ask.bytes, ask.password)
      return await open(ask.known)
    } catch (error) {
      if (error instanceof PasswordNeeded) return { kind: 'password', isWrong: ask.password !== undefined }
      if (error instanceof UnreadableFile) return { kind: 'refused', words: error.message }
      throw error
    }
  }
}

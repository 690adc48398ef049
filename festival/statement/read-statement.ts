import type { Day } from '../slot'
import { type Chain, checkChain, type Link } from './balance-chain'
import { findHeader } from './find-header'
import type { Layout } from './layout'
import { type ReadRow, readRow, type UnreadableRow } from './read-row'
import { type FileRow, identifyRow, type StatementRow } from './row'

/** A statement that was read: its rows as the file has them, and what in it could not be read. */
export interface Statement {
  layout: Layout
  rows: readonly ReadStatementRow[]
  unreadable: readonly UnreadableRow[]
  /** The proof of the reading; a merchant app's report has no balances and so none. */
  chain: Chain | undefined
  /** The first and last day that a row stands on, where there is one. */
  days: { first: Day; last: Day } | undefined
}

export interface ReadStatementRow extends StatementRow {
  /** What the file tells one row from another by (`identifyRow`). */
  id: string
  /** A merchant app's report says that this was given back. */
  isGivenBack: boolean
}

const twinWords = (line: number) =>
  `it is the same as line ${line} in every column, so that nothing tells a second payment from a row that stands twice`

/** Sums that a bank writes below the table look like unreadable rows without a date; they are no rows. */
const dropSums = (read: readonly ReadRow[]): readonly ReadRow[] => {
  const last = read.findLastIndex(({ kind }) => kind === 'row')
  return read.filter((row, index) => index <= last || row.kind !== 'unreadable' || row.isDated)
}

const linkOf = (read: ReadRow): Link[] => {
  if (read.kind === 'aside') return []
  return [read.kind === 'balance' ? read.link : read.row]
}

/** Reads a table by the first of `layouts` whose names its header row has; `undefined` where none fits. */
export const readStatement = (table: readonly FileRow[], layouts: readonly Layout[]): Statement | undefined => {
  const header = findHeader(table, layouts)
  if (!header) return undefined
  const { layout, columns, index } = header
  const read = dropSums(table.slice(index + 1).map((row) => readRow(row, columns)))
  const rows: ReadStatementRow[] = []
  const unreadable: UnreadableRow[] = []
  const lines = new Map<string, number>()
  for (const one of read) {
    if (one.kind === 'unreadable') unreadable.push(one.row)
    if (one.kind !== 'row') continue
    const id = identifyRow(one.row)
    const twin = lines.get(id)
    if (twin === undefined) rows.push({ ...one.row, id, isGivenBack: one.isGivenBack })
    else unreadable.push({ line: one.row.line, text: one.row.narration, why: twinWords(twin) })
    lines.set(id, twin ?? one.row.line)
  }
  const days = rows.map(({ day }) => day).sort()
  const [first, last] = [days[0], days.at(-1)]
  return {
    layout,
    rows,
    unreadable,
    chain: columns.balance === undefined ? undefined : checkChain(read.flatMap(linkOf)),
    days: first && last ? { first, last } : undefined,
  }
}

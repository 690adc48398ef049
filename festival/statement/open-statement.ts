import type { Layout } from './layout'
import { readStatement, type Statement } from './read-statement'
import type { FileRow } from './row'
import { type ChosenColumns, suggestColumns, suggestHeader } from './suggest-columns'

export type OpenedStatement =
  | { kind: 'read'; statement: Statement }
  /** Nobody has mapped this layout: the names of its columns, a proposal, and the rows to try a mapping on. */
  | { kind: 'unknown'; header: readonly string[]; suggested: Partial<ChosenColumns>; table: readonly FileRow[] }
  /** No row of names stands above a date and an amount. */
  | { kind: 'no table' }

/**
 * Opens what a file's reader found: the first table whose header row one of the layouts fits, an organiser's own before the
 * known ones; else the first that looks like a statement, for mapping (behaviour 15.3).
 */
export const openStatement = (tables: readonly (readonly FileRow[])[], layouts: readonly Layout[]): OpenedStatement => {
  for (const table of tables) {
    const statement = readStatement(table, layouts)
    if (statement) return { kind: 'read', statement }
  }
  for (const table of tables) {
    const header = suggestHeader(table)
    if (header) return { kind: 'unknown', header: header.cells, suggested: suggestColumns(header.cells), table }
  }
  return { kind: 'no table' }
}

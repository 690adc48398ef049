import type { Selectable, Transaction } from 'kysely'
import type { Tables } from '../../db/schema'
import { readRowsBy, type TableName } from '../../db/table-rows'
import type { Cell } from './cell'

type Stored = string | number | null

/** How one column of a row is given. */
export interface Column<Value> {
  /** Its heading; undefined: people see another column in its place, and only JSON has it. */
  head?: string
  /** What a cell shows, where that isn't the stored value. */
  show?: (value: Value) => Cell
  /** What JSON holds, where that isn't the stored value. */
  json?: (value: Value) => Stored | object
}

/** Every column of a row; undefined for one that no export holds. A column that is missing here does not compile. */
export type Columns<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> | undefined }

/** A row as it is given to people, and to programs. */
export interface ExportedRow {
  cells: Cell[]
  json: Record<string, Stored | object>
}

/** How a table is given to the organisers (behaviour 12.13). */
export interface ExportTable {
  /** The table that it gives. */
  table: TableName
  heads: readonly string[]
  /** The stored columns that the export knows, given or not. */
  columns: readonly string[]
  /** Every row as it is in this snapshot, the oldest first, some at a time. */
  read: (snapshot: Transaction<Tables>) => AsyncIterable<ExportedRow[]>
}

/** For a table that is given as it is stored. */
export const asStored =
  async <Row>() =>
  (row: Row): Row[] => [row]

/**
 * Puts an export together.
 * @param order the column that tells when a row came in
 * @param itemsOf looks up what the rows need beside themselves, and gives what makes the items of one row
 */
export const exportOf = <Name extends TableName, Item extends { [Key in keyof Item]: Stored }>(
  table: Name,
  order: keyof Tables[Name] & string,
  itemsOf: (snapshot: Transaction<Tables>) => Promise<(row: Selectable<Tables[Name]>) => Item[]>,
  given: Columns<NoInfer<Item>>,
): ExportTable => {
  const columns: Columns<Item> = given
  const give = (item: Item): ExportedRow => {
    const row: ExportedRow = { cells: [], json: {} }
    for (const name in columns) {
      const column = columns[name]
      if (!column) continue
      const value = item[name]
      row.json[name] = column.json ? column.json(value) : value
      if (column.head !== undefined) row.cells.push(column.show ? column.show(value) : value)
    }
    return row
  }
  const heads: string[] = []
  for (const name in columns) {
    const head = columns[name]?.head
    if (head !== undefined) heads.push(head)
  }
  return {
    table,
    heads,
    columns: Object.keys(columns),
    async *read(snapshot) {
      const split = await itemsOf(snapshot)
      for await (const batch of readRowsBy(snapshot, table, order)) yield batch.flatMap(split).map(give)
    },
  }
}

import type { Selectable, Transaction } from 'kysely'
import type { Cell } from '../../../festival/desk/lists'
import type { Tables } from '../../db/schema'
import { readRowsBy, type TableName } from '../../db/table-rows'

type Stored = string | number | null

/**
 * How one column of a row is given: its heading, and what a cell shows or JSON holds where that isn't the stored value. Where
 * there is no heading, people see another column in its place, and only JSON has it.
 */
type Column<Value> =
  | string
  | readonly [
      head: string | null,
      show?: ((value: Value) => Cell) | undefined,
      json?: (value: Value) => Stored | object,
    ]

/**
 * Every column of a row: null for one that only JSON has, undefined for one that no export holds. A column that is missing
 * here does not compile.
 */
export type Columns<Row> = { readonly [Name in keyof Row]-?: Column<Row[Name]> | null | undefined }

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
  /** Every row as it is in this snapshot, the oldest first, some at a time. */
  read: (snapshot: Transaction<Tables>) => AsyncIterable<ExportedRow[]>
}

/** Of a table that is given as it is stored. */
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
  const heads: string[] = []
  for (const name in columns) {
    const column = columns[name]
    const head = typeof column === 'string' ? column : column?.[0]
    if (head) heads.push(head)
  }
  const give = (item: Item): ExportedRow => {
    const row: ExportedRow = { cells: [], json: {} }
    for (const name in columns) {
      const column = columns[name]
      if (column === undefined) continue
      const value = item[name]
      const [head, show, json] = typeof column === 'string' ? [column] : (column ?? [])
      row.json[name] = json ? json(value) : value
      if (head) row.cells.push(show ? show(value) : value)
    }
    return row
  }
  return {
    table,
    heads,
    async *read(snapshot) {
      const split = await itemsOf(snapshot)
      for await (const batch of readRowsBy(snapshot, table, order)) yield batch.flatMap(split).map(give)
    },
  }
}

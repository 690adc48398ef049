import type { Db } from '../../db/schema'
import { readRowsBy, readSnapshot, type StoredRow } from '../../db/table-rows'
import { csvStart, makeWorkbook, toCsvLine } from './export-formats'
import { type ExportTable, exportTables } from './export-tables'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const isExportFormat = (text: unknown): text is ExportFormat => exportFormats.some((format) => format === text)

const toObject = ({ columns, values }: ExportTable, row: StoredRow) =>
  Object.fromEntries(columns.map((column) => [column, values[column]?.(row) ?? row[column] ?? null]))

const toCells = ({ columns, values, cells }: ExportTable, row: StoredRow) =>
  columns.map((column) => {
    const value = cells[column]?.(row) ?? values[column]?.(row) ?? row[column] ?? null
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  })

/**
 * Gives a table as it is at one moment, the oldest row first, in pieces that go into a file one after the other; the
 * last word is the number of rows (behaviour 12.13).
 */
export const exportTable = (
  db: Db,
  name: keyof typeof exportTables,
  format: ExportFormat,
  write: (piece: string | Uint8Array) => Promise<void>,
): Promise<number> => {
  const table: ExportTable = exportTables[name]
  return readSnapshot(db, async (snapshot) => {
    let rows = 0
    const writeBatches = async (toText: (row: StoredRow, isFirst: boolean) => string) => {
      for await (const batch of readRowsBy(snapshot, table.table, table.order)) {
        await write(batch.map((row, index) => toText(row, rows + index === 0)).join(''))
        rows += batch.length
      }
    }
    if (format === 'csv') {
      await write(csvStart + toCsvLine(table.columns))
      await writeBatches((row) => toCsvLine(toCells(table, row)))
    } else if (format === 'json') {
      await write('[')
      await writeBatches((row, isFirst) => `${isFirst ? '' : ','}\n  ${JSON.stringify(toObject(table, row))}`)
      await write('\n]\n')
    } else {
      const cells = []
      for await (const batch of readRowsBy(snapshot, table.table, table.order))
        for (const row of batch) cells.push(toCells(table, row))
      rows = cells.length
      await write(await makeWorkbook(name, table.columns, cells))
    }
    return rows
  })
}

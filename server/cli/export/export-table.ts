import type { Db } from '../../db/schema'
import { readSnapshot } from '../../db/table-rows'
import type { Cell } from './cell'
import { csvStart, toCsvLine } from './csv'
import type { ExportedRow } from './export-of'
import { exportTables } from './export-tables'
import { makeWorkbook } from './workbook'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const isExportFormat = (text: unknown): text is ExportFormat => exportFormats.some((format) => format === text)

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
  const { heads, read } = exportTables[name]
  return readSnapshot(db, async (snapshot) => {
    let rows = 0
    const writeBatches = async (toText: (row: ExportedRow, isFirst: boolean) => string) => {
      for await (const batch of read(snapshot)) {
        await write(batch.map((row, index) => toText(row, rows + index === 0)).join(''))
        rows += batch.length
      }
    }
    if (format === 'csv') {
      await write(csvStart + toCsvLine(heads))
      await writeBatches(({ cells }) => toCsvLine(cells))
    } else if (format === 'json') {
      await write('[')
      await writeBatches(({ json }, isFirst) => `${isFirst ? '' : ','}\n  ${JSON.stringify(json)}`)
      await write('\n]\n')
    } else {
      const all: Cell[][] = []
      for await (const batch of read(snapshot)) for (const { cells } of batch) all.push(cells)
      rows = all.length
      await write(await makeWorkbook(name, heads, all))
    }
    return rows
  })
}

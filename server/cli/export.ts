import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Cell } from '../../festival/desk/lists'
import { loadConfig } from '../config'
import type { Db } from '../db/schema'
import { readSnapshot } from '../db/table-rows'
import { csvStart, makeWorkbook, toCsvLine } from '../lists/cells'
import { saveAudit } from '../organisers/audit'
import { OperatorError } from '../system/operator-error'
import type { ExportedRow } from './export/export-of'
import { exportTables, isExportTable } from './export/export-tables'
import { formatCount, formatSince } from './format-amounts'
import { openInstallation, runCommand, usageOf } from './installation'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const isExportFormat = (text: unknown): text is ExportFormat => exportFormats.some((format) => format === text)

const usage = usageOf(
  'export',
  `--table ${Object.keys(exportTables).join('|')} --format ${exportFormats.join('|')} [--out FILE]`,
)

/** `npm run export`: a table as a file for the organisers (behaviour 12.13). */
export const exportCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { table: { type: 'string' }, format: { type: 'string' }, out: { type: 'string' } },
    })
    const { table, format } = values
    if (!isExportTable(table) || !isExportFormat(format))
      throw new OperatorError(`Which table, and as what?\nUsage: ${usage}`)
    const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')
    const path = resolve(values.out ?? join('exports', `${table}-${time}Z.${format}`))
    const start = performance.now()
    const { db, close } = await openInstallation(loadConfig())
    try {
      await mkdir(dirname(path), { recursive: true })
      // Personal data: for the operator's eyes.
      const file = await open(path, 'w', 0o600)
      try {
        const rows = await exportTable(db, table, format, (piece) => file.appendFile(piece))
        console.log(`${formatCount(rows, 'row')} of ${table} in ${path}; ${formatSince(start)}`)
      } finally {
        await file.close()
      }
    } finally {
      await close()
    }
  })

/**
 * Gives a table as it is at one moment, the oldest row first, in pieces that go into a file one after the other; the
 * last word is the number of rows (behaviour 12.13). The audit log tells of it (14.8).
 */
export const exportTable = async (
  db: Db,
  name: keyof typeof exportTables,
  format: ExportFormat,
  write: (piece: string | Uint8Array) => Promise<void>,
): Promise<number> => {
  const { heads, read } = exportTables[name]
  const given = await readSnapshot(db, async (snapshot) => {
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
  await saveAudit(db, {
    at: new Date(),
    actor: 'command line',
    action: 'exported',
    detail: { table: name, format, rows: given },
  })
  return given
}

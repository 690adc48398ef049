import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../config'
import { OperatorError } from '../system/operator-error'
import { exportFormats, exportTable, isExportFormat } from './export/export-table'
import { exportTables, isExportTable } from './export/export-tables'
import { noteExport } from './export/note-export'
import { formatCount, formatSince } from './format-amounts'
import { openInstallation } from './open-installation'
import { runCommand, usageOf } from './run-command'

const usage = usageOf(
  'export',
  `--table ${Object.keys(exportTables).join('|')} --format ${exportFormats.join('|')} [--out FILE]`,
)

/** `npm run export`: a table as a file for the organisers (behaviour 12.13), and a line of the audit log (14.8). */
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
        await noteExport(db, { table, format, rows, at: new Date() })
        console.log(`${formatCount(rows, 'row')} of ${table} in ${path}; ${formatSince(start)}`)
      } finally {
        await file.close()
      }
    } finally {
      await close()
    }
  })

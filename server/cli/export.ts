import { mkdir, open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { saveAudit } from '../db/audit'
import { type Db, tables } from '../db/schema'
import { readSnapshot, readTableRows, type TableName, tableNames } from '../db/table-rows'
import { csvStart, toCsvLine } from '../lists/cells'
import { OperatorError } from '../system/operator-error'
import { formatCount, formatSince } from './format-units'
import { formatUsage, runCommand, withInstallation } from './installation'

/** Internal notes and secrets, which are not exported. */
const excludedTables: readonly TableName[] = [
  'note',
  'private_link',
  'group_link',
  'ticket',
  'door',
  'door_phone',
  'idempotency_key',
]
/** A queued e-mail may contain a private link. */
const excludedColumns: readonly string[] = ['payload']

export const exportedTables: readonly TableName[] = tableNames.filter(
  (name) => !excludedTables.includes(name),
)
const findTable = (name: string | undefined) => exportedTables.find((table) => table === name)

const usage = formatUsage('export', `--table ${exportedTables.join('|')} [--out FILE]`)

export const exportCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: { table: { type: 'string' }, out: { type: 'string' } },
    })
    const table = findTable(values.table)
    if (!table) {
      throw new OperatorError(`Name a table.\nUsage: ${usage}`)
    }
    const time = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '')
    const start = performance.now()
    await withInstallation(async ({ db }, { dataDir }) => {
      const path = resolve(values.out ?? join(dataDir, 'exports', `${table}-${time}Z.csv`))
      await mkdir(dirname(path), { recursive: true })
      const file = await open(path, 'w', 0o600)
      const rows = await exportTable(db, table, (piece) => file.appendFile(piece)).finally(() =>
        file.close(),
      )
      console.log(`${formatCount(rows, 'row')} of ${table} in ${path}; ${formatSince(start)}`)
    })
  })

/**
 * Exports a snapshot and records the export in the audit log.
 * @returns the number of rows
 */
export const exportTable = async (
  db: Db,
  table: TableName,
  write: (piece: string) => Promise<void>,
): Promise<number> => {
  const columns = Object.keys(tables[table]).filter((name) => !excludedColumns.includes(name))
  const rows = await readSnapshot(db, async (snapshot) => {
    let count = 0
    await write(csvStart + toCsvLine(columns))
    for await (const batch of readTableRows(snapshot, table)) {
      await write(batch.map((row) => toCsvLine(columns.map((name) => row[name] ?? null))).join(''))
      count += batch.length
    }
    return count
  })
  await saveAudit(db, {
    at: new Date(),
    actor: 'command line',
    action: 'exported',
    detail: { table, format: 'csv', rows },
  })
  return rows
}

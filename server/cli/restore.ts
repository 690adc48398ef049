import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { type Config, loadConfig } from '../config/config'
import { beginEpoch } from '../db/heartbeat'
import { markForIndexing } from '../db/mark-for-indexing'
import {
  listFills,
  migrationNames,
  namesBefore1,
  readOldNames,
  ticketMigration,
} from '../db/migrate'
import type { Db } from '../db/schema'
import { countRows, insertRows, type TableName, tableNames } from '../db/table-rows'
import { issueMissingTickets } from '../db/tickets'
import type { Clock } from '../system/clock'
import { OperatorError } from '../system/operator-error'
import type { FileStore } from '../uploads/file-store'
import { storedName } from '../uploads/upload-rows'
import {
  describeBackup,
  filePath,
  inParallel,
  type Manifest,
  measure,
  readRowLines,
  tablePath,
  verifyBackup,
} from './backup-format'
import { formatSince } from './format-units'
import { formatUsage, openForRestore, runCommand } from './installation'

const usage = formatUsage('restore', '--from FOLDER [--force] [--verify-only]')

/** The server must be stopped. */
export const restoreCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        force: { type: 'boolean' },
        'verify-only': { type: 'boolean' },
      },
    })
    if (values.from === undefined) {
      throw new OperatorError(`Name the folder of a backup with --from.\nUsage: ${usage}`)
    }
    const folder = resolve(values.from)
    const start = performance.now()
    if (values['verify-only']) {
      console.log(`Complete: ${describeBackup(await verifyBackup(folder))}; ${formatSince(start)}`)
      return
    }
    const config = loadConfig()
    const { db, files, close } = await openForRestore(config)
    try {
      const manifest = await restoreBackup({
        db,
        files,
        clock: () => new Date(),
        folder,
        force: values.force ?? false,
      })
      console.log(`Restored the backup of ${manifest.takenAt}`)
      console.log(`${describeBackup(manifest)}, checked before and after; ${formatSince(start)}`)
    } finally {
      await close()
      chownToOwner(config)
    }
  })

export interface RestoreDependencies {
  db: Db
  files: FileStore
  clock: Clock
  folder: string
  force: boolean
}

/**
 * Writes all files first, and then all rows in one transaction, so that an interrupted restore
 * leaves the tables unchanged.
 * @throws OperatorError when the backup is damaged or of a different version, or the tables are not
 * empty
 */
export const restoreBackup = async ({
  db,
  files,
  clock,
  folder,
  force,
}: RestoreDependencies): Promise<Manifest> => {
  const manifest = await verifyBackup(folder)
  requireReadable(manifest)
  if (!force) {
    await requireEmpty(db, files)
  }
  await inParallel(manifest.files, async ({ name }) =>
    files.write(name, await readFile(filePath(folder, name))),
  )
  const gone = new Set(manifest.gone)
  await db.transaction().execute(async (transaction) => {
    // No code except a restore deletes audit lines.
    await transaction.insertInto('audit_access').values({ id: 1 }).execute()
    for (const table of tableNames) {
      await transaction.deleteFrom(table).execute()
      // Skip uploads without a file, because such an upload could be attached as a proof.
      for await (const rows of readBackupRows(folder, manifest, table)) {
        await insertRows(
          transaction,
          table,
          table === 'upload' ? rows.filter((row) => !gone.has(storedName(row))) : rows,
        )
      }
    }
    await transaction.deleteFrom('audit_access').execute()
    for (const fill of listFills(manifest.migrations)) {
      await sql.raw(fill).execute(transaction)
    }
    // The search tokens are rebuilt by indexing.
    await transaction.deleteFrom('search_token').execute()
    await markForIndexing(transaction)
    // Pages that are still open may have a state with a higher version.
    await beginEpoch(transaction, clock())
  })
  await verifyRestored(db, files, manifest)
  if (!manifest.migrations.includes(ticketMigration)) {
    await issueMissingTickets(db, clock())
  }
  return manifest
}

/** @throws OperatorError when the backup is from a newer version or from before 1.0.0 */
const requireReadable = ({ migrations }: Manifest) => {
  const newer = migrations.find((name) => !migrationNames.includes(name))
  if (newer !== undefined && !namesBefore1.includes(newer)) {
    throw new OperatorError(
      `The backup was taken by a newer version of this site (${newer}). Restore it with that version.`,
    )
  }
  if (newer !== undefined) {
    throw new OperatorError(
      `The backup was taken by a version before 1.0.0 (${migrations.at(-1)}). Restore it with that version. This version then updates the database when it first starts.`,
    )
  }
}

/** Returns undefined if the backup is older than the table. */
const findBackupTable = ({ migrations, tables }: Manifest, table: TableName) => {
  const { nameTable } = readOldNames(migrations)
  return Object.keys(tables).find((name) => nameTable(name) === table)
}

/** Rows may lack newer columns, which get their default values when inserted. */
async function* readBackupRows(folder: string, manifest: Manifest, table: TableName) {
  const name = findBackupTable(manifest, table)
  if (name === undefined) {
    return
  }
  const { nameColumn } = readOldNames(manifest.migrations)
  for await (const rows of readRowLines(tablePath(folder, name))) {
    yield rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [nameColumn(column), value])),
    )
  }
}

const requireEmpty = async (db: Db, files: FileStore) => {
  for (const table of tableNames) {
    if ((await countRows(db, table)) > 0) {
      throw new OperatorError(
        `The table ${table} is not empty. Add --force to replace everything in the database.`,
      )
    }
  }
  for await (const _file of files.list()) {
    throw new OperatorError(
      'The file store is not empty. Add --force to add the restored files to it.',
    )
  }
}

const verifyRestored = async (db: Db, files: FileStore, manifest: Manifest) => {
  for (const table of tableNames) {
    const backupCount = manifest.tables[findBackupTable(manifest, table) ?? '']?.rows ?? 0
    const expectedCount = backupCount - (table === 'upload' ? manifest.gone.length : 0)
    const count = await countRows(db, table)
    if (count !== expectedCount) {
      throw new OperatorError(`After the restore, ${table} has ${count} of ${expectedCount} rows.`)
    }
  }
  await inParallel(manifest.files, async ({ name, sha256 }) => {
    const bytes = await files.read(name)
    if (!bytes || (await measure([bytes])).sha256 !== sha256) {
      throw new OperatorError(
        `After the restore, the file of the upload ${name.split('.')[0]} is not complete.`,
      )
    }
  })
}

/** Otherwise the server could not read files that root has restored. */
const chownToOwner = ({ dataDir, store }: Pick<Config, 'dataDir' | 'store'>) => {
  if (process.geteuid?.() !== 0 || !existsSync(dataDir)) {
    return
  }
  const { uid, gid } = statSync(dataDir)
  const changeOwner = (path: string) => {
    if (existsSync(path)) {
      lchownSync(path, uid, gid)
    }
  }
  for (const folder of ['files', 'mail'].map((name) => join(dataDir, name)).filter(existsSync)) {
    changeOwner(folder)
    for (const name of readdirSync(folder)) {
      changeOwner(join(folder, name))
    }
  }
  if (store.engine === 'sqlite') {
    for (const part of ['', '-wal', '-shm', '-lock']) {
      changeOwner(`${store.file}${part}`)
    }
  }
}

import { readFile } from 'node:fs/promises'
import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../db/schema'
import { countRows, insertRows, listMigrations, type StoredRow, type TableName, tableNames } from '../../db/table-rows'
import { OperatorError } from '../../system/operator-error'
import type { FileStore } from '../../uploads/file-store'
import { storedName } from '../../uploads/upload-rows'
import { inParallel } from './in-parallel'
import { filePath, type Manifest, tablePath } from './manifest'
import { measureBytes, readRowLines } from './measured-file'
import { verifyBackup } from './verify-backup'

export interface RestoreDependencies {
  db: Db
  files: FileStore
  /** The backup. */
  folder: string
  /** Whether what the tables hold now may be replaced. */
  force: boolean
}

const batchSize = 1_000

/**
 * Brings a backup back, on either table store and any file store, whichever it was taken from. The files come first and
 * all rows in one transaction after them, so an interrupted restore leaves the tables as they were (behaviour 12.12).
 * @throws OperatorError when the backup is damaged, is of another version, or the tables hold something
 */
export const restoreBackup = async ({ db, files, folder, force }: RestoreDependencies): Promise<Manifest> => {
  const manifest = await verifyBackup(folder)
  await requireSameVersion(db, manifest)
  if (!force) await requireEmpty(db, files)
  await inParallel(manifest.files, async ({ name }) => files.write(name, await readFile(filePath(folder, name))))
  const gone = new Set(manifest.gone)
  await db.transaction().execute(async (transaction) => {
    // Lines of the audit log are deleted here and nowhere else.
    await transaction.insertInto('audit_door').values({ id: 1 }).execute()
    for (const table of tableNames) {
      await transaction.deleteFrom(table).execute()
      if (manifest.tables[table]) await fillTable(transaction, table, folder, gone)
    }
    await transaction.deleteFrom('audit_door').execute()
    // Search tokens are made anew from the records.
    await transaction.deleteFrom('search_token').execute()
    await transaction.updateTable('review').set({ prepared: 0 }).execute()
  })
  await verifyRestored(db, files, manifest)
  return manifest
}

const requireSameVersion = async (db: Db, { migrations }: Manifest): Promise<void> => {
  if (migrations.join() === (await listMigrations(db)).join()) return
  throw new OperatorError(
    `The backup was taken by another version of this site (${migrations.at(-1)}). Restore it with that version; the newer one then brings its tables up to date at its first start.`,
  )
}

const requireEmpty = async (db: Db, files: FileStore): Promise<void> => {
  for (const table of tableNames)
    if ((await countRows(db, table)) > 0)
      throw new OperatorError(`The table ${table} holds rows. Add --force to replace all that the tables hold.`)
  for await (const _file of files.list())
    throw new OperatorError('The file store holds files. Add --force to restore beside them.')
}

const fillTable = async (
  transaction: Transaction<Tables>,
  table: TableName,
  folder: string,
  gone: ReadonlySet<string>,
): Promise<void> => {
  let batch: StoredRow[] = []
  for await (const row of readRowLines(tablePath(folder, table))) {
    // An upload without its file would be taken for a proof.
    if (table === 'upload' && gone.has(storedName(row))) continue
    batch.push(row)
    if (batch.length < batchSize) continue
    await insertRows(transaction, table, batch)
    batch = []
  }
  await insertRows(transaction, table, batch)
}

const verifyRestored = async (db: Db, files: FileStore, manifest: Manifest): Promise<void> => {
  for (const table of tableNames) {
    const wanted = (manifest.tables[table]?.rows ?? 0) - (table === 'upload' ? manifest.gone.length : 0)
    const found = await countRows(db, table)
    if (found !== wanted) throw new OperatorError(`After the restore ${table} has ${found} of ${wanted} rows.`)
  }
  await inParallel(manifest.files, async ({ name, sha256 }) => {
    const bytes = await files.read(name)
    if (!bytes || measureBytes(bytes).sha256 !== sha256)
      throw new OperatorError(`After the restore the file of the upload ${name.split('.')[0]} is not whole.`)
  })
}

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config'
import { readHeartbeat, writeHeartbeat } from '../db/heartbeat'
import { findOrigin, nameStore, requireUsable, type TableInspection } from '../db/inspect-tables'
import { openDatabase, type Store } from '../db/open-database'
import type { Db } from '../db/schema'
import { acquireSharedLock, type TableLock } from '../db/table-lock'
import { tableNames } from '../db/table-rows'
import { OperatorError } from '../system/operator-error'
import type { FileStore } from '../uploads/file-store'
import { explainBucketFault } from '../uploads/s3-store'
import { containsUploads } from '../uploads/upload-rows'

type DataLocations = Pick<Config, 'dataDir' | 'store' | 'files' | 'acceptEmptyStore'>

/**
 * Includes the write-ahead log of a missing or empty database, because SQLite deletes the log when
 * it opens an empty file of that name.
 */
const listOtherDatabases = ({ dataDir, store }: DataLocations): string[] => {
  if (!existsSync(dataDir)) {
    return []
  }
  const readSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  const ownFiles: string[] = []
  if (store.engine === 'sqlite') {
    ownFiles.push(store.file)
    if (readSize(store.file) > 0) {
      ownFiles.push(`${store.file}-wal`)
    }
  }
  return readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:sqlite3?|db)(?:-wal)?$/.test(entry.name))
    .map(({ name }) => join(dataDir, name))
    .filter((path) => !ownFiles.includes(path) && readSize(path) > 0)
}

const describeFiles = ({ dataDir, files }: DataLocations): string =>
  files.engine === 's3'
    ? `the bucket ${files.bucket} under ${files.prefix}`
    : join(dataDir, 'files')

/**
 * @throws OperatorError when files or other databases show that the empty tables are the wrong ones
 */
const refuseEmptyBesideData = async (locations: DataLocations, openFiles: () => FileStore) => {
  if (locations.acceptEmptyStore) {
    return
  }
  const others = listOtherDatabases(locations)
  const files = openFiles()
  try {
    if (await containsUploads(files.list())) {
      others.push(`uploaded files in ${describeFiles(locations)}`)
    }
  } catch (error) {
    const sentence =
      locations.files.engine === 's3' ? explainBucketFault(error, locations.files) : undefined
    if (sentence !== undefined) {
      throw new OperatorError(sentence, { cause: error })
    }
    throw error
  } finally {
    files.close()
  }
  if (others.length === 0) {
    return
  }
  throw new OperatorError(
    [
      `The database ${nameStore(locations.store)} is empty or missing, but other parts of an installation exist: ${others.join(', ')}.`,
      'The server did not start, because these parts may belong to another database.',
      'Put the correct database where DATA_DIR and DATABASE_URL point,',
      'or restore a backup: cerebra restore, or npm run restore --, with --from FOLDER --force.',
      'If the database should be empty, start once with ACCEPT_EMPTY_STORE=yes.',
    ].join(' '),
  )
}

/** Tables of older versions may lack some of these. */
const hasBeenUsed = async (db: Db, { tables }: TableInspection): Promise<boolean> => {
  if (await readHeartbeat(db)) {
    return true
  }
  for (const table of tableNames.filter((name) => tables.includes(name))) {
    if (
      await db
        .selectFrom(table)
        .select(({ lit }) => lit(1).as('one'))
        .limit(1)
        .executeTakeFirst()
    ) {
      return true
    }
  }
  return false
}

/**
 * Refuses empty tables next to stored files or another database, because a file may have been
 * moved, a setting may be wrong, or a restore forgotten.
 * @throws OperatorError saying what was found and how to continue
 */
export const openServerDatabase = async (
  locations: DataLocations,
  openFiles: () => FileStore,
  log: Pick<Logger, 'warn'>,
): Promise<Db> => {
  const { store } = locations
  const inspection = await requireUsable(store, 'Start the server')
  const isEmpty = findOrigin(inspection) === 'none'
  if (isEmpty) {
    await refuseEmptyBesideData(locations, openFiles)
  }
  const onIdleError = (err: Error) => log.warn({ err }, 'an idle database connection broke')
  const db = await openDatabase(store, onIdleError, async (unchanged) => {
    if (!isEmpty && !(await hasBeenUsed(unchanged, inspection))) {
      await refuseEmptyBesideData(locations, openFiles)
    }
  })
  // A full disk must not prevent the start.
  await writeHeartbeat(db).catch((err: unknown) =>
    log.warn({ err }, 'the database is not writable'),
  )
  return db
}

/**
 * Prevents a restore while the server is running. On SQLite, `onExclusive` runs first if no other
 * server uses the file.
 * @throws OperatorError, after closing `db`, while a restore is running
 */
export const lockTables = async (
  store: Store,
  db: Db,
  onExclusive: () => Promise<void>,
): Promise<TableLock> => {
  const lock = await acquireSharedLock(store, onExclusive)
  if (lock) {
    return lock
  }
  await db.destroy()
  throw new OperatorError(
    'A backup is being restored into this database. Start the server when the restore has finished.',
  )
}

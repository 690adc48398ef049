import type { Logger } from 'pino'
import { readHeartbeat, writeHeartbeat } from '../db/heartbeat'
import { findOrigin, requireUsable, type TableInspection } from '../db/inspect-tables'
import { openDatabase, type Store } from '../db/open-database'
import type { Db } from '../db/schema'
import { acquireSharedLock, type TableLock } from '../db/table-lock'
import { tableNames } from '../db/table-rows'
import { OperatorError } from '../system/operator-error'
import { type DataLocations, explainEmptyTables } from '../uploads/empty-tables'
import type { FileStore } from '../uploads/file-store'
import { explainBucketFault } from '../uploads/s3-store'

/** @throws OperatorError when files or other databases show that the empty tables are the wrong ones */
const refuseEmptyBesideData = async (locations: DataLocations, openFiles: () => FileStore) => {
  const reason = await explainEmptyTables(locations, openFiles).catch((cause: unknown) => {
    const { files } = locations
    const sentence = files.engine === 's3' ? explainBucketFault(cause, files) : undefined
    throw sentence === undefined ? cause : new OperatorError(sentence, { cause })
  })
  if (reason !== undefined) {
    throw new OperatorError(reason)
  }
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

import { Kysely } from 'kysely'
import { OperatorError } from '../system/operator-error'
import { keepDatabaseToOwner } from '../system/owner-only'
import { explainPostgresFault, explainSqliteFault } from './explain-store-fault'
import { migrate } from './migrate'
import { postgresDialect } from './postgres'
import type { Db, Tables } from './schema'
import { sqliteDialect } from './sqlite'
import { retryWhileLocked } from './sqlite-file'

export type Store = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/**
 * Opens the table store and upgrades its tables.
 * @param check runs before the upgrade; if it throws, the store is closed
 * @throws OperatorError when the store cannot be opened
 * @throws Error when a migration fails
 */
export const openDatabase = (
  store: Store,
  onIdleError: (error: Error) => void = () => {},
  check: (db: Db) => Promise<void> = async () => {},
): Promise<Db> =>
  openTables(store, onIdleError, async (db) => {
    await check(db)
    await migrate(db)
  })

/**
 * Opens tables of any version without upgrading them.
 * @throws OperatorError when the store cannot be opened
 */
export const openDatabaseAsItIs = (store: Store): Promise<Db> =>
  openTables(
    store,
    () => {},
    async () => {},
  )

const openingMs = 5_000

const openTables = async (
  store: Store,
  onIdleError: (error: Error) => void,
  prepare: (db: Db) => Promise<void>,
): Promise<Db> => {
  if (store.engine === 'sqlite') {
    keepDatabaseToOwner(store.file)
  }
  let db: Db | undefined
  try {
    // PostgreSQL connects only when the first query runs.
    const dialect =
      store.engine === 'sqlite'
        ? sqliteDialect(store.file)
        : postgresDialect(store.url, onIdleError)
    db = await retryWhileLocked(
      performance.now() + openingMs,
      () => new Kysely<Tables>({ dialect }),
    )
    await prepare(db)
    return db
  } catch (error) {
    await db?.destroy()
    throw toOperatorError(error, store)
  }
}

export const toOperatorError = (error: unknown, store: Store): unknown => {
  const sentence =
    store.engine === 'sqlite'
      ? explainSqliteFault(error, store.file)
      : explainPostgresFault(error, store.url)
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error })
}

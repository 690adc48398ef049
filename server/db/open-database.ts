import { Kysely } from 'kysely'
import { OperatorError } from '../system/operator-error'
import { keepDatabaseToOwner } from '../system/owner-only'
import { explainPostgresFault, explainSqliteFault } from './explain-store-fault'
import { migrate } from './migrate'
import { postgresDialect } from './postgres'
import type { Db, Tables } from './schema'
import { sqliteDialect } from './sqlite'
import { retryWhileLocked } from './sqlite-file'

/** Where the tables are kept. */
export type Store = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/**
 * Opens the table store and brings its tables up to date. The caller closes it with `db.destroy()`.
 * @param check runs before they are changed; what it throws is thrown, and the store closed
 * @throws OperatorError when the store cannot be opened (behaviour 12.47)
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
 * Opens the table store as it is: its tables are those of the version that made them (behaviour 12.37).
 * @throws OperatorError when the store cannot be opened (behaviour 12.47)
 */
export const openDatabaseAsItIs = (store: Store): Promise<Db> =>
  openTables(
    store,
    () => {},
    async () => {},
  )

/** How long opening waits for a file that another process has locked, in milliseconds. */
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
    // A file is opened here and now, a connection to PostgreSQL by the first query.
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

/** What a fault of the table store is to the operator: a sentence, where there is one, else the error as it is. */
export const toOperatorError = (error: unknown, store: Store): unknown => {
  const sentence =
    store.engine === 'sqlite'
      ? explainSqliteFault(error, store.file)
      : explainPostgresFault(error, store.url)
  return sentence === undefined ? error : new OperatorError(sentence, { cause: error })
}

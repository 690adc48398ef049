import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Kysely } from 'kysely'
import { migrate } from './migrate'
import { postgresDialect } from './postgres'
import type { Db, Tables } from './schema'
import { sqliteDialect } from './sqlite'

/** Where the tables are kept. */
export type Store = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/**
 * Opens the table store and brings its tables up to date. The caller closes it with `db.destroy()`.
 * @throws Error when the store doesn't answer or a migration fails.
 */
export const openDatabase = async (store: Store, onIdleError: (error: Error) => void = () => {}): Promise<Db> => {
  if (store.engine === 'sqlite') mkdirSync(dirname(store.file), { recursive: true })
  const dialect = store.engine === 'sqlite' ? sqliteDialect(store.file) : postgresDialect(store.url, onIdleError)
  const db = new Kysely<Tables>({ dialect })
  try {
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return db
}

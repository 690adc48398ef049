import { closeSync, existsSync, openSync } from 'node:fs'
import { Client } from 'pg'
import { type Store, toOperatorError } from './open-database'
import { openSqlite } from './sqlite-driver'

/** A lock that ends with its process, so it cannot become stale. */
export interface TableLock {
  release: () => Promise<void>
}

/** `shared`: held by a server. `alone`: held by a restore. */
type LockMode = 'shared' | 'alone'

/** An arbitrary number, because the advisory locks of PostgreSQL have no names. */
const advisoryKey = 20_251_008
const reacquireMs = 5_000
const startTimeoutMs = 5_000

/** Uses SQLite's locks on an empty file. */
const lockFile = (path: string, mode: LockMode): TableLock | undefined => {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600))
  }
  const timeout = mode === 'shared' ? startTimeoutMs : 0
  const database = openSqlite(path, { timeout })
  try {
    database.exec(mode === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT name FROM sqlite_schema')
  } catch {
    database.close()
    return undefined
  }
  return { release: async () => database.close() }
}

/** A server acquires the lock again if its connection breaks. */
const lockPostgres = async (url: string, mode: LockMode): Promise<TableLock | undefined> => {
  const call = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  let client: Client
  let isReleased = false
  const acquire = async (): Promise<boolean> => {
    client = new Client({
      connectionString: url,
      application_name: 'cerebra lock',
      connectionTimeoutMillis: 10_000,
    })
    client.on('error', reacquire)
    await client.connect()
    const { rows } = await client.query<{ acquired: boolean }>(`select ${call}($1) as acquired`, [
      advisoryKey,
    ])
    return rows[0]?.acquired === true
  }
  const reacquire = () => {
    if (isReleased || mode === 'alone') {
      return
    }
    setTimeout(() => {
      if (!isReleased) {
        acquire().catch(reacquire)
      }
    }, reacquireMs).unref()
  }
  const release = async () => {
    isReleased = true
    await client.end().catch(() => {})
  }
  if (await acquire()) {
    return { release }
  }
  await release()
  return undefined
}

/**
 * @returns undefined while an incompatible lock is held
 * @throws OperatorError when the store does not answer
 */
export const acquireTableLock = async (
  store: Store,
  mode: LockMode,
): Promise<TableLock | undefined> => {
  try {
    return store.engine === 'sqlite'
      ? lockFile(`${store.file}-lock`, mode)
      : await lockPostgres(store.url, mode)
  } catch (error) {
    throw toOperatorError(error, store)
  }
}

/**
 * On SQLite, `onExclusive` runs first if no other process holds a lock. On PostgreSQL it never
 * runs, because other processes may be on other machines.
 * @returns undefined while a restore is running
 * @throws OperatorError when the store does not answer
 */
export const acquireSharedLock = async (
  store: Store,
  onExclusive: () => Promise<void>,
): Promise<TableLock | undefined> => {
  const alone = store.engine === 'sqlite' ? await acquireTableLock(store, 'alone') : undefined
  if (alone) {
    await onExclusive().finally(alone.release)
  }
  return acquireTableLock(store, 'shared')
}

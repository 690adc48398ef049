import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { type Store, toOperatorError } from './open-database'

/** Holds until it is released or the process ends, in whichever way: the system lets go of it, so none is ever stale. */
export interface TableLock {
  release: () => Promise<void>
}

/** `shared`: any number of servers. `alone`: a restore, beside which no server works (behaviour 12.38). */
type LockMode = 'shared' | 'alone'

/** Any number of our own; PostgreSQL's advisory locks have no names. */
const advisoryKey = 20_251_008
const reacquireMs = 5_000
/** How long a start waits for another one that is alone at the same moment, in milliseconds. */
const startTimeoutMs = 5_000

/** SQLite's own locks on an empty file beside the database; its readers share it, one that writes has it alone. */
const lockFile = (path: string, mode: LockMode): TableLock | undefined => {
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600))
  }
  const database = new DatabaseSync(path, { timeout: mode === 'shared' ? startTimeoutMs : 0 })
  try {
    database.exec(mode === 'alone' ? 'BEGIN EXCLUSIVE' : 'BEGIN; SELECT name FROM sqlite_schema')
  } catch {
    database.close()
    return undefined
  }
  return { release: async () => database.close() }
}

/** A connection of its own holds the lock. Where it breaks, a server takes the lock again once PostgreSQL is back. */
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
    const { rows } = await client.query<{ taken: boolean }>(`select ${call}($1) as taken`, [
      advisoryKey,
    ])
    return rows[0]?.taken === true
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
 * Takes the lock of these tables, or gives undefined while others hold it in a manner that does not go with this one.
 * @throws OperatorError when the store does not answer (behaviour 12.47)
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
 * Takes a server's share of the lock of these tables. On SQLite, where no other process holds it, what a dead one left
 * behind is put right by `whenAlone` first, before any other can start; of PostgreSQL's processes, which may be on other
 * machines, nothing is known.
 * @returns undefined while a restore is under way
 * @throws OperatorError when the store does not answer (behaviour 12.47)
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

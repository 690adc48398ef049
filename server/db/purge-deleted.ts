import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isPostgres } from './is-postgres'
import type { Db } from './schema'

/** So many times a reader that still looks at an earlier moment is waited for. */
const tries = 60

/**
 * Leaves no byte of deleted or changed rows in a file of SQLite: pages that became free keep what they held until the
 * file is written anew, and the write-ahead log until it is cut (behaviour 12.32). PostgreSQL sees to that by itself.
 * @throws Error when the file stays in use
 */
export const purgeDeleted = async (db: Db): Promise<void> => {
  if (isPostgres(db)) return
  await sql`vacuum`.execute(db)
  for (let left = tries; ; left -= 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) return
    if (left === 0) throw new Error('The write-ahead log stays in use')
    await pause(250)
  }
}

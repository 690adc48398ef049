import { sql } from 'kysely'
import { vi } from 'vitest'
import { isPostgres } from '../../server/db/engines'
import type { Tables } from '../../server/db/schema'
import { SqliteFile } from '../../server/db/sqlite-file'
import { festival } from './festival'

/**
 * Fails commits that add rows to this table, like a full disk, until the returned function is
 * called. On SQLite every commit fails, because simultaneous changes share one.
 */
export const breakCommits = async (table: keyof Tables): Promise<() => Promise<void>> => {
  const { db } = festival
  if (isPostgres(db)) {
    await sql`
      create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$
    `.execute(db)
    await sql`
      create constraint trigger no_room after insert on ${sql.table(table)} deferrable initially deferred
      for each row execute function no_room()
    `.execute(db)
    return async () => void (await sql`drop trigger no_room on ${sql.table(table)}`.execute(db))
  }
  const run = SqliteFile.prototype.do
  // While the clock does not advance, one batch contains all simultaneous changes.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const broken = vi.spyOn(SqliteFile.prototype, 'do').mockImplementation(function (
    this: SqliteFile,
    statement,
  ) {
    if (statement === 'COMMIT') {
      throw new Error('database or disk is full')
    }
    run.call(this, statement)
  })
  return async () => {
    now.mockRestore()
    broken.mockRestore()
  }
}

import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Where several processes count what each network address sends; SQLite has one process, which counts in its memory.
 * The counts are worth nothing after a crash, so they stay out of the log that commits wait for.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  await sql`
    create unlogged table rate_limit (key varchar(255) primary key, points integer not null default 0, expire bigint)
  `.execute(db)
}

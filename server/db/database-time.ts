import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from './is-postgres'
import type { DbOrTransaction } from './schema'

/**
 * The database's own time so many seconds from now, as the tables' timestamps are written. What several processes must
 * agree on goes by this one clock: theirs may differ (behaviour 7.13).
 */
export const databaseTime = (db: DbOrTransaction, seconds = 0): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`to_char(statement_timestamp() at time zone 'UTC' + make_interval(secs => ${seconds}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', cast(${seconds} as text) || ' seconds')`

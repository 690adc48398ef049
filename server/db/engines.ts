import { setTimeout as pause } from 'node:timers/promises'
import {
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import type { Db, DbOrTransaction, Tables } from './schema'

export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/**
 * The database's own time so many seconds from now, as the tables' timestamps are written. What several processes must
 * agree on goes by this one clock: theirs may differ (behaviour 7.13).
 */
export const databaseTime = (db: DbOrTransaction, seconds = 0): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`to_char(statement_timestamp() at time zone 'UTC' + make_interval(secs => ${seconds}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', cast(${seconds} as text) || ' seconds')`

/**
 * Locks what a query selects and passes over what others have locked. On SQLite nothing is added: there one change at a
 * time sees the table.
 */
export const skipLocked =
  (db: Kysely<Tables>) =>
  <From extends keyof Tables, Columns>(query: SelectQueryBuilder<Tables, From, Columns>) =>
    isPostgres(db) ? query.forUpdate().skipLocked() : query

/** Whether a column is one of these: one value to the table store, however many there are. */
export const isAmong = (
  db: DbOrTransaction,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`${sql.ref(column)} in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * A sum of money, in paise. It is added up as double: the driver of SQLite throws where a sum of whole numbers is above 2^53, and one
 * damaged row would keep a whole page from opening.
 */
export const sumOfMoney = (amount: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(sum(cast(${amount} as double precision)), 0)`

/** What must not run twice at once, each with a number of its own for the table store. */
const keys = {
  indexing: 7_214_001,
  payments: 7_214_002,
  cash: 7_214_003,
  forms: 7_214_004,
  festival: 7_214_005,
  messages: 7_214_007,
} as const

/** Waits until no other transaction is at the same work, in whichever process. SQLite has one writer anyway. */
export const acquireLock = async (
  transaction: Transaction<Tables>,
  work: keyof typeof keys,
): Promise<void> => {
  if (isPostgres(transaction)) {
    await sql`select pg_advisory_xact_lock(${sql.lit(keys[work])})`.execute(transaction)
  }
}

/** What no text that begins so comes after: texts sort by their bytes on both engines where a column says so. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`

/** So many times a reader that still looks at an earlier moment is waited for. */
const maxTries = 60

/**
 * Leaves no byte of deleted or changed rows in a file of SQLite: pages that became free keep what they held until the
 * file is written anew, and the write-ahead log until it is cut (behaviour 12.32). PostgreSQL sees to that by itself.
 * @throws Error when the file stays in use
 */
export const purgeDeleted = async (db: Db): Promise<void> => {
  if (isPostgres(db)) {
    return
  }
  await sql`vacuum`.execute(db)
  for (let left = maxTries; ; left -= 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy === 0) {
      return
    }
    if (left === 0) {
      throw new Error('The write-ahead log stays in use')
    }
    await pause(250)
  }
}

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

/** All processes use the database's clock, because their own clocks may differ. */
export const databaseTime = (db: DbOrTransaction, seconds = 0): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`to_char(statement_timestamp() at time zone 'UTC' + make_interval(secs => ${seconds}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', cast(${seconds} as text) || ' seconds')`

/** SQLite needs no row locks because it has only one writer. */
export const skipLocked =
  (db: Kysely<Tables>) =>
  <From extends keyof Tables, Columns>(query: SelectQueryBuilder<Tables, From, Columns>) =>
    isPostgres(db) ? query.forUpdate().skipLocked() : query

/** Passes all values as one parameter, because the number of parameters is limited. */
export const isAmong = (
  db: DbOrTransaction,
  column: string,
  values: readonly string[],
): RawBuilder<SqlBool> =>
  isPostgres(db)
    ? sql`${sql.ref(column)} in (select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`

/**
 * The SQLite driver throws for integer sums above 2^53, so a single damaged row would break a page.
 */
export const sumOfMoney = (amount: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`coalesce(sum(cast(${amount} as double precision)), 0)`

/** The keys of the PostgreSQL advisory locks. */
const keys = {
  indexing: 7_214_001,
  payments: 7_214_002,
  cash: 7_214_003,
  forms: 7_214_004,
  festival: 7_214_005,
  messages: 7_214_007,
  attendance: 7_214_008,
  places: 7_214_009,
  confirmations: 7_214_010,
  doors: 7_214_011,
} as const

/** Holds the lock until the transaction ends. Does nothing on SQLite, which has only one writer. */
export const acquireLock = async (
  transaction: Transaction<Tables>,
  work: keyof typeof keys,
  /** Locks only this part of the work, such as one event. */
  part = '',
): Promise<void> => {
  if (isPostgres(transaction)) {
    const key = sql.lit(keys[work])
    const lock = part === '' ? key : sql`${key}, hashtext(${part})`
    await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction)
  }
}

/** Returns a text that sorts after all texts with this prefix, in columns that sort by bytes. */
export const afterPrefix = (prefix: string): string => `${prefix}\u{10ffff}`

const maxTries = 60

/**
 * On SQLite, deleted data stays in free pages until VACUUM, and in the write-ahead log until the
 * log is truncated.
 * @throws Error when the file remains in use
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
      throw new Error('The write-ahead log is still in use')
    }
    await pause(250)
  }
}

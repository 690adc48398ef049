import { setTimeout as pause } from 'node:timers/promises'
import type { CompiledQuery, QueryResult } from 'kysely'
import { readSqliteCode } from './explain-store-fault'
import { openSqlite, type SqliteDatabase, type SqliteStatement } from './sqlite-driver'

interface PreparedStatement {
  statement: SqliteStatement
  returnsRows: boolean
}

export class SqliteFile {
  readonly #database: SqliteDatabase
  readonly #prepared = new Map<string, PreparedStatement>()

  private constructor(database: SqliteDatabase) {
    this.#database = database
  }

  static openToWrite(file: string): SqliteFile {
    // SQLite's own busy timeout would block the event loop; see `retryWhileLocked`.
    const database = openSqlite(file, { timeout: 0, enableForeignKeyConstraints: true })
    try {
      database.exec('PRAGMA journal_mode = WAL')
      database.exec('PRAGMA synchronous = FULL')
      // 32 MiB, enough for the index pages of 100,000 registrations.
      database.exec('PRAGMA cache_size = -32768')
      // SQLite opens read-only files without an error, so probe with a write and roll it back.
      database.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK')
      return new SqliteFile(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  static openToRead(file: string): SqliteFile {
    return new SqliteFile(openSqlite(file, { timeout: 0, readOnly: true }))
  }

  run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    if (returnsRows) {
      return { rows: statement.all(...parameters) }
    }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  *iterate<Row>({ sql, parameters }: CompiledQuery): IterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(...parameters)) {
      yield { rows: [row] }
    }
  }

  do(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Moves the write-ahead log into the main file, as far as no reader or writer is active. */
  truncateLog(): void {
    // Throws only if the disk fails. The log then remains for the next start.
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {}
  }

  close(): void {
    // The file stays open until its statements are garbage-collected, so end the transaction first.
    if (this.isInTransaction) {
      this.do('ROLLBACK')
    }
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): PreparedStatement {
    const cached = this.#prepared.get(sql)
    if (cached) {
      return cached
    }
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // Queries with lists have an unlimited number of variants.
    if (this.#prepared.size < 500) {
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }
}

export const lockTimeoutMs = 15_000
const lockRetryMs = 25

/** SQLITE_BUSY. */
const isLocked = (error: unknown): boolean => readSqliteCode(error) === 5

/**
 * SQLite's own busy timeout would block the event loop.
 * @param until a time of `performance.now()`
 */
export const retryWhileLocked = async <T>(until: number, statement: () => T): Promise<T> => {
  for (;;) {
    try {
      return statement()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) {
        throw error
      }
    }
    await pause(lockRetryMs)
  }
}

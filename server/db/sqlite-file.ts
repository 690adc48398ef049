import { setTimeout as pause } from 'node:timers/promises'
import {
  DatabaseSync,
  type DatabaseSyncInstance,
  type StatementSyncInstance,
} from '@photostructure/sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

interface Prepared {
  statement: StatementSyncInstance
  returnsRows: boolean
}

/** One open connection to a file of SQLite; its statements are prepared once. */
export class SqliteFile {
  readonly #database: DatabaseSyncInstance
  readonly #prepared = new Map<string, Prepared>()

  private constructor(database: DatabaseSyncInstance) {
    this.#database = database
  }

  /** With the durability that an answer relies on: a commit that returned is on the disk (behaviour 12.3). */
  static openToWrite(file: string): SqliteFile {
    // Whoever opens it and runs statements waits for a lock without holding up the event loop (behaviour 12.30).
    const database = new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: true })
    try {
      database.exec('PRAGMA journal_mode = WAL')
      database.exec('PRAGMA synchronous = FULL')
      // 32 MiB: the pages that the indexes of a hundred thousand registrations come back to.
      database.exec('PRAGMA cache_size = -32768')
      // A file that may only be read opens all the same; a write that is taken back tells.
      database.exec('BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK')
      return new SqliteFile(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Sees what is committed, and nothing of what is being written. */
  static openToRead(file: string): SqliteFile {
    return new SqliteFile(new DatabaseSync(file, { timeout: 0, readOnly: true }))
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

  /** Runs a statement without values, such as COMMIT. */
  do(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /**
   * Moves what is committed into the file itself, so that it is whole without its log (behaviour 12.52); as much of it as
   * nobody else's reading or writing stands against, and waits for none.
   */
  truncateLog(): void {
    // It tells of a lock in a row, and throws only where the disk fails: then the log keeps everything for the next start.
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {}
  }

  close(): void {
    // The file itself stays open until its statements are collected; what it sees must not be kept for it until then.
    if (this.isInTransaction) {
      this.do('ROLLBACK')
    }
    this.#prepared.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) {
      return known
    }
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // Queries without values of their own repeat for ever; those with lists of any length must not fill the memory.
    if (this.#prepared.size < 500) {
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }
}

/** How long a query waits for a file that another process has locked, in milliseconds. */
export const lockTimeoutMs = 15_000
const lockRetryMs = 25

/** SQLITE_BUSY, in all its kinds. */
const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'sqliteCode' in error && error.sqliteCode === 5

/**
 * Runs a statement of SQLite again and again while another process has the file locked, until this moment of
 * `performance.now()`. SQLite's own busy timeout would sleep inside the event loop, and nobody would be answered
 * meanwhile (behaviour 12.30).
 * @throws Error the statement's own, or that the file is locked still
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

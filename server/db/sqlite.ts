import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import { BatchWriter, type Change } from './batch-writer'
import { lockTimeoutMs, retryWhileLocked, SqliteFile } from './sqlite-file'

/** A reader has to wait only while another process recovers the file after a crash. */
const runWhenFree = <Row>(file: SqliteFile, query: CompiledQuery): Promise<QueryResult<Row>> =>
  retryWhileLocked(performance.now() + lockTimeoutMs, () => file.run<Row>(query))

/** Raw SQL counts as a read if it begins with `select`. */
const isSelect = ({ query: { kind }, sql }: CompiledQuery): boolean =>
  kind === 'SelectQueryNode' || (kind === 'RawNode' && /^\s*select\b/i.test(sql))

/**
 * Reads see committed data and never wait. A single write or a read-write transaction is a
 * `Change`.
 */
class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteDriver
  #change: Change | undefined
  #snapshot: SqliteFile | undefined

  constructor(file: SqliteDriver) {
    this.#file = file
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#snapshot) {
      return runWhenFree(this.#snapshot, query)
    }
    if (this.#change) {
      return this.#change.run((file) => file.run(query))
    }
    if (isSelect(query)) {
      return runWhenFree(this.#file.reader, query)
    }
    // Raw SQL may be any statement, such as VACUUM.
    if (query.query.kind === 'RawNode') {
      return this.#file.writer.runAlone((file) => file.run(query))
    }
    const change = await this.#file.writer.begin()
    try {
      const result = change.run((file) => file.run<Row>(query))
      await change.commit()
      return result
    } finally {
      change.undo()
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    if (this.#snapshot) {
      return yield* this.#snapshot.iterate<Row>(query)
    }
    if (this.#change) {
      return yield* this.#change.run((file) => file.iterate<Row>(query))
    }
    const reader = this.#file.openReader()
    try {
      yield* reader.iterate<Row>(query)
    } finally {
      reader.close()
    }
  }

  /** A read-only transaction reads from a snapshot. */
  async begin({ accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') {
      this.#snapshot = this.#file.openReader()
      this.#snapshot.do('BEGIN')
    } else {
      this.#change = await this.#file.writer.begin()
    }
  }

  async commit(): Promise<void> {
    await this.#change?.commit()
    this.end()
  }

  end(): void {
    this.#change?.undo()
    this.#change = undefined
    this.#snapshot?.close()
    this.#snapshot = undefined
  }
}

class SqliteDriver implements Driver {
  readonly #name: string
  readonly writer: BatchWriter
  readonly reader: SqliteFile

  constructor(name: string) {
    this.#name = name
    const file = SqliteFile.openToWrite(name)
    try {
      this.reader = this.openReader()
    } catch (error) {
      file.close()
      throw error
    }
    this.writer = new BatchWriter(file)
  }

  openReader(): SqliteFile {
    return SqliteFile.openToRead(this.#name)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this)
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(connection: SqliteConnection, settings: TransactionSettings): Promise<void> {
    return connection.begin(settings)
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.end()
  }

  async destroy(): Promise<void> {
    this.reader.close()
    await this.writer.close()
  }
}

/** Unlike the base class assumes, SQLite can roll back DDL. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new SqliteDriver(file),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

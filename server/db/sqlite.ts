import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
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
import { Turn } from './turn'

/**
 * Opens a file of SQLite with the durability that an answer relies on: a commit that returned is on the disk
 * (behaviour 12.3).
 */
const openFile = (file: string): DatabaseSyncInstance => {
  const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = FULL')
  return database
}

interface Prepared {
  statement: StatementSyncInstance
  returnsRows: boolean
}

/** One open file; its statements are prepared once. */
class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSyncInstance
  readonly #prepared = new Map<string, Prepared>()

  constructor(database: DatabaseSyncInstance) {
    this.#database = database
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    // Queries without values of their own repeat for ever; those with lists of any length must not fill the memory.
    if (this.#prepared.size < 500) this.#prepared.set(sql, prepared)
    return prepared
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { statement, returnsRows } = this.#prepare(sql)
    if (returnsRows) return { rows: statement.all(...parameters) }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(...parameters)) yield { rows: [row] }
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction
  }

  exec(sql: string): void {
    this.#database.exec(sql)
  }

  close(): void {
    this.#prepared.clear()
    this.#database.close()
  }
}

/**
 * A file has one writer. Queries and transactions take the single connection in turn, so a transaction never sees
 * another's statements and none waits on SQLite's own lock within this process.
 */
class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection
  readonly #turn = new Turn()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turn.take()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#turn.release()
  }

  /** One that only reads takes no lock: it sees one moment of the file while others write on. */
  async beginTransaction(_connection: DatabaseConnection, { accessMode }: TransactionSettings): Promise<void> {
    this.#connection.exec(accessMode === 'read only' ? 'BEGIN' : 'BEGIN IMMEDIATE')
  }

  async commitTransaction(): Promise<void> {
    this.#connection.exec('COMMIT')
  }

  async rollbackTransaction(): Promise<void> {
    // A full disk or a failed commit has already ended the transaction.
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
  }

  async destroy(): Promise<void> {
    this.#connection.close()
  }
}

/** SQLite can undo the making of tables, so a start that is cut short leaves none of a migration behind. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Kysely's dialect for a file of SQLite. */
export const sqliteDialect = (file: string): Dialect => ({
  createDriver: () => new SqliteDriver(new SqliteConnection(openFile(file))),
  createAdapter: () => new TransactionalSqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite'
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
    const database = new DatabaseSync(file, { timeout: 5_000, enableForeignKeyConstraints: true })
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    // 32 MiB: the pages that the indexes of a hundred thousand registrations come back to.
    database.exec('PRAGMA cache_size = -32768')
    return new SqliteFile(database)
  }

  /** Sees what is committed, and nothing of what is being written. */
  static openToRead(file: string): SqliteFile {
    return new SqliteFile(new DatabaseSync(file, { timeout: 5_000, readOnly: true }))
  }

  run<Row>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<Row> {
    const { statement, returnsRows } = this.#prepare(sql)
    if (returnsRows) return { rows: statement.all(...parameters) }
    const { changes } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  *iterate<Row>({ sql, parameters }: CompiledQuery): IterableIterator<QueryResult<Row>> {
    for (const row of this.#database.prepare(sql).iterate(...parameters)) yield { rows: [row] }
  }

  /** Runs a statement without values, such as COMMIT. */
  do(sql: string): void {
    this.#prepare(sql).statement.run()
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  close(): void {
    // The file itself stays open until its statements are collected; what it sees must not be kept for it until then.
    if (this.isInTransaction) this.do('ROLLBACK')
    this.#prepared.clear()
    this.#database.close()
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
}

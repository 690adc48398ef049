import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import { type Db, type DbOrTransaction, type Tables, tables } from './schema'

/**
 * Excluded from backups and exports, because these tables are recomputed, temporary, or grant
 * access.
 */
const excludedTables = [
  'audit_access',
  'heartbeat',
  'search_token',
  'sign_in_link',
  'desk_session',
] as const

export type TableName = Exclude<keyof Tables, (typeof excludedTables)[number]>

const isTable = (name: string): name is TableName =>
  name in tables && !excludedTables.some((other) => other === name)
export const tableNames: readonly TableName[] = Object.keys(tables).filter(isTable)

/** `first` is a value that sorts before all keys. */
const readKey = (table: TableName): { key: string; first: string | number } => {
  const [key, column] =
    Object.entries(tables[table]).find(([, { sql }]) =>
      /^(?:text|integer) primary key$/.test(sql),
    ) ?? []
  return { key: key ?? 'id', first: column?.sql.startsWith('integer') ? 0 : '' }
}

export const storedRowSchema = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])))
export type StoredRow = v.InferOutput<typeof storedRowSchema>

const readBatch = 1_000
/** Far below the maximum number of parameters. */
const insertBatch = 200

/** Reads a consistent snapshot without blocking writers. */
export const readSnapshot = <T>(
  db: Db,
  work: (snapshot: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Yields rows in batches, so that a large table needs little memory. */
export async function* readTableRows(
  db: DbOrTransaction,
  table: TableName,
): AsyncIterable<StoredRow[]> {
  const { key, first } = readKey(table)
  let last: unknown = first
  for (;;) {
    const { rows } = await sql<StoredRow>`
      select * from ${sql.table(table)} where ${sql.ref(key)} > ${last} order by ${sql.ref(key)} limit ${readBatch}
    `.execute(db)
    if (rows.length > 0) {
      yield rows
    }
    if (rows.length < readBatch) {
      return
    }
    last = rows.at(-1)?.[key]
  }
}

/** All rows must have the same columns. */
export const insertRows = async (
  db: DbOrTransaction,
  table: TableName,
  rows: readonly StoredRow[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {})
  for (let start = 0; start < rows.length; start += insertBatch) {
    const values = rows
      .slice(start, start + insertBatch)
      .map((row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(values)}
    `.execute(db)
  }
}

export const countRows = async (db: DbOrTransaction, table: TableName): Promise<number> => {
  const { rows } = await sql<{
    count: number | string
  }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

export const listMigrations = async (db: DbOrTransaction): Promise<string[]> => {
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

export const proofColumns: Partial<Record<TableName, readonly string[]>> = {
  EventRegistration: ['payment_screenshot_url'],
  DelegatePass: ['payment_screenshot_url'],
  proof: ['url'],
  Accommodation: ['payment_proof_url', 'id_proof_url', 'participation_proof_url'],
}

/** The text that replaces the URL of a deleted proof. */
export const proofNote = (day: string): string => `deleted on ${day}`

/** Omits proofs that have been deleted. */
export const listProofUrls = (table: string, row: StoredRow): string[] =>
  (isTable(table) ? (proofColumns[table] ?? []) : []).flatMap((column) => {
    const url = row[column]
    return typeof url === 'string' && URL.canParse(url) ? [url] : []
  })

/** SQLite blocks the process for a few milliseconds while it reads a page. */
const rowsPerPage = 500

/** Yields to the event loop between pages. */
export const readPages = async <Row>(
  readPage: (after: string, limit: number) => Promise<Row[]>,
  readKey: (row: Row) => string,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const page = await readPage(after, rowsPerPage)
    for (const row of page) {
      rows.push(row)
    }
    const last = page.at(-1)
    if (!last || page.length < rowsPerPage) {
      return rows
    }
    after = readKey(last)
    await nextTurn()
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import * as v from 'valibot'
import { type Db, type DbOrTransaction, type Tables, tables } from './schema'

/**
 * What no copy of the tables holds: the heartbeat belongs to the installation, allowances to the hour;
 * search tokens are made from the records, whoever was signed in signs in anew, and a door is open for a moment only.
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

/** The column that tells a table's rows apart. */
const readKey = (table: TableName): { key: string; first: string | number } => {
  const [key, column] =
    Object.entries(tables[table]).find(([, { sql }]) =>
      /^(?:text|integer) primary key$/.test(sql),
    ) ?? []
  return { key: key ?? 'id', first: column?.sql.startsWith('integer') ? 0 : '' }
}

/** A row as both table stores give it and take it. */
export const storedRowSchema = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])))
export type StoredRow = v.InferOutput<typeof storedRowSchema>

const readBatch = 1_000
/** Rows of one statement; the widest table stays far below the number of values that a statement may have. */
const insertBatch = 200

/**
 * Runs the work in one transaction that sees the tables of one moment and holds nobody up, whatever is written
 * meanwhile (behaviour 12.10).
 */
export const readSnapshot = <T>(
  db: Db,
  work: (snapshot: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** All rows of a table by the column that tells them apart, some at a time, so that a large table needs little memory. */
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

/** Adds rows; every one must have the same columns. */
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

/** The changes that these tables have been through, by name: what a copy of them fits. */
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

/** What a record keeps in the place of a proof whose time was over (behaviour 12.14). */
export const proofNote = (day: string): string => `deleted on ${day}`

/** The addresses of a record's proofs; one that was deleted when its time was over has none. */
export const listProofUrls = (table: string, row: StoredRow): string[] =>
  (isTable(table) ? (proofColumns[table] ?? []) : []).flatMap((column) => {
    const url = row[column]
    return typeof url === 'string' && URL.canParse(url) ? [url] : []
  })

/** SQLite reads a page in one piece; this many rows take it a few milliseconds. */
const rowsPerPage = 500

/** Reads all rows by their key, a page at a time, and lets others have their turn between two pages. */
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

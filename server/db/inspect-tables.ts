import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { Client } from 'pg'
import { OperatorError } from '../system/operator-error'
import { migrationNames } from './migrate'
import { type Store, toOperatorError } from './open-database'

/** What was found in a table store. */
export interface FoundTables {
  /** The names of its tables, but for those in which Kysely notes migrations. */
  tables: string[]
  /** The migrations that its tables have been through, in their order. */
  migrations: string[]
}

const ours = 'kysely_migration'
const readNames = `select name from ${ours} order by name`
const isNote = (table: string) => table.startsWith(ours)

/** How long another process may hold the file, or a server may take to answer, in milliseconds. */
const [fileMs, serverMs] = [5_000, 10_000]

const inspectFile = (file: string): FoundTables => {
  // SQLite would turn a file without a byte into a database.
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isDirectory())
    throw new OperatorError(`${file} is a folder. DATABASE_URL names a file, such as cerebra.sqlite in DATA_DIR.`)
  if (!found?.size) return { tables: [], migrations: [] }
  const database = new DatabaseSync(file, { readOnly: true, timeout: fileMs })
  const list = (query: string) =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name))
  try {
    const tables = list(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'",
    )
    return {
      tables: tables.filter((name) => !isNote(name)),
      migrations: tables.includes(ours) ? list(readNames) : [],
    }
  } finally {
    database.close()
  }
}

/** Where another process makes the tables just now, either none of them is seen or their migrations too. */
const inspectServer = async (url: string): Promise<FoundTables> => {
  const client = new Client({ connectionString: url, application_name: 'cerebra', connectionTimeoutMillis: serverMs })
  client.on('error', () => {})
  try {
    await client.connect()
    const list = async (query: string) => (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
    // Tables that an extension brought belong to nobody's program.
    const tables = await list(`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`)
    const [known] = await list(`select to_regclass('${ours}')::text as name`)
    return { tables: tables.filter((name) => !isNote(name)), migrations: known ? await list(readNames) : [] }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Looks what a table store holds, and writes nothing: a file that is not there is not made (behaviour 12.42).
 * @throws OperatorError when the store cannot be opened (behaviour 12.47)
 */
export const inspectTables = async (store: Store): Promise<FoundTables> => {
  try {
    return store.engine === 'sqlite' ? inspectFile(store.file) : await inspectServer(store.url)
  } catch (error) {
    throw toOperatorError(error, store)
  }
}

/** Whose tables they are: nobody's, where there are none; ours by their version; or another program's. */
export type Origin = 'none' | 'ours' | 'older' | 'newer' | 'others'

/** Tells whose tables were found. */
export const originOf = ({ tables, migrations }: FoundTables): Origin => {
  const known = migrations.filter((name) => migrationNames.includes(name))
  if (known.length === 0) return tables.length > 0 || migrations.length > 0 ? 'others' : 'none'
  if (known.length < migrations.length) return 'newer'
  return known.length === migrationNames.length ? 'ours' : 'older'
}

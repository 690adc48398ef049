import { statSync } from 'node:fs'
import { Client } from 'pg'
import { OperatorError } from '../system/operator-error'
import { migrationNames, namesBefore1 } from './migrate'
import { type Store, toOperatorError } from './open-database'
import { openSqlite } from './sqlite-driver'

export interface TableInspection {
  tables: string[]
  migrations: string[]
}

const migrationTable = 'kysely_migration'
const namesQuery = `select name from ${migrationTable} order by name`
const isMigrationTable = (table: string) => table.startsWith(migrationTable)

const fileMs = 5_000
const serverMs = 10_000

const inspectFile = (file: string): TableInspection => {
  // SQLite would turn an empty file into a database.
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isDirectory()) {
    throw new OperatorError(
      `${file} is a folder. DATABASE_URL must name a file, such as cerebra.sqlite in DATA_DIR.`,
    )
  }
  if (!stats?.size) {
    return { tables: [], migrations: [] }
  }
  const database = openSqlite(file, { readOnly: true, timeout: fileMs })
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
      tables: tables.filter((name) => !isMigrationTable(name)),
      migrations: tables.includes(migrationTable) ? list(namesQuery) : [],
    }
  } finally {
    database.close()
  }
}

const inspectServer = async (url: string): Promise<TableInspection> => {
  const client = new Client({
    connectionString: url,
    application_name: 'cerebra',
    connectionTimeoutMillis: serverMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const list = async (query: string) =>
      (await client.query<{ name: string }>(query)).rows.map(({ name }) => name)
    // Tables of extensions do not count as another program's.
    const tables = await list(`
      select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`)
    const [existingTable] = await list(`select to_regclass('${migrationTable}')::text as name`)
    return {
      tables: tables.filter((name) => !isMigrationTable(name)),
      migrations: existingTable ? await list(namesQuery) : [],
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Does not create a missing file.
 * @throws OperatorError when the store cannot be opened
 */
export const inspectTables = async (store: Store): Promise<TableInspection> => {
  try {
    return store.engine === 'sqlite' ? inspectFile(store.file) : await inspectServer(store.url)
  } catch (error) {
    throw toOperatorError(error, store)
  }
}

/** `others`: the tables belong to another program. */
export type Origin = 'none' | 'ours' | 'older' | 'newer' | 'others' | 'too-old'

export const findOrigin = ({ tables, migrations }: TableInspection): Origin => {
  const knownMigrations = migrations.filter((name) => migrationNames.includes(name))
  if (knownMigrations.length > 0) {
    if (knownMigrations.length < migrations.length) {
      return 'newer'
    }
    return knownMigrations.length === migrationNames.length ? 'ours' : 'older'
  }
  if (migrations.join() === namesBefore1.join()) {
    return 'older'
  }
  if (migrations.some((name) => namesBefore1.includes(name))) {
    return 'too-old'
  }
  return tables.length > 0 || migrations.length > 0 ? 'others' : 'none'
}

export const nameStore = (store: Store): string =>
  store.engine === 'sqlite'
    ? store.file
    : `${new URL(store.url).host}${new URL(store.url).pathname}`

const settingsHint = 'Check that DATA_DIR and DATABASE_URL are the same as the server’s.'

const explainForeignTables = (store: Store, { tables }: TableInspection): string =>
  `${nameStore(store)} holds the tables of another program (${tables.slice(0, 3).join(', ')}). Give this site a database of its own (DATA_DIR and DATABASE_URL); nothing was changed.`

const explainNewer = ({ migrations }: TableInspection, nextStep: string): string =>
  `The database is from a newer version of this site (${migrations.at(-1)}). ${nextStep} of that version; nothing was changed.`

const tooOld =
  'The database is from a version of this site that is too old to open. First start version 0.1.0 at its last commit (27495fd) with this database; nothing was changed.'

/**
 * @param nextStep begins the advice about newer tables, before "of that version"
 * @throws OperatorError when the tables are newer, foreign, or older than the last version of 0.1.0
 */
export const requireUsable = async (store: Store, nextStep: string): Promise<TableInspection> => {
  const inspection = await inspectTables(store)
  const origin = findOrigin(inspection)
  if (origin === 'others') {
    throw new OperatorError(explainForeignTables(store, inspection))
  }
  if (origin === 'newer') {
    throw new OperatorError(explainNewer(inspection, nextStep))
  }
  if (origin === 'too-old') {
    throw new OperatorError(tooOld)
  }
  return inspection
}

/** @throws OperatorError when the tables are missing or of a different version */
export const requireOurVersion = async (store: Store): Promise<void> => {
  const inspection = await requireUsable(store, 'Run the command')
  const origin = findOrigin(inspection)
  if (origin === 'none') {
    throw new OperatorError(
      `There are no tables of this site in ${nameStore(store)}. ${settingsHint}`,
    )
  }
  if (origin === 'older') {
    throw new OperatorError(
      `The database is from an older version of this site (${inspection.migrations.at(-1)}). Run the command of that version, or first start the server of this version, which updates the database. Nothing was changed.`,
    )
  }
}

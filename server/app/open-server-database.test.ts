import { existsSync } from 'node:fs'
import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { makeTables27495fd } from '../../tests/support/tables-27495fd'
import { createTestFiles, type TestFiles } from '../../tests/support/test-files'
import { createTestStore, emptyStore, type TestStore } from '../../tests/support/test-store'
import { type Config, readConfig } from '../config/config'
import { inspectTables } from '../db/inspect-tables'
import { namesBefore1 } from '../db/migrate'
import { openDatabase, openDatabaseAsItIs } from '../db/open-database'
import { OperatorError } from '../system/operator-error'
import { createFileStore } from '../uploads/open-file-store'
import { openServerDatabase } from './open-server-database'

let folder: string
let tables: TestStore
let files: TestFiles
let config: Config
const others: TestStore[] = []
beforeEach(async () => {
  folder = await makeFolder()
  tables = await createTestStore(folder)
  files = await createTestFiles(folder)
  config = { ...readConfig({ DATA_DIR: folder }), store: tables.store, files: files.config }
})
afterEach(async () => {
  for (const store of [tables, ...others.splice(0)]) {
    await store.drop()
  }
  await files.drop()
})

const proof = `${'a'.repeat(32)}.png`
const log = { warn: () => {} }
const open = async (changes: Partial<Config> = {}) => {
  const db = await openServerDatabase({ ...config, ...changes }, () => createFileStore(config), log)
  await db.destroy()
}
const anotherStore = async () => {
  const store = await createTestStore(join(folder, 'elsewhere'))
  others.push(store)
  return store.store
}

test('creates new tables, and opens them again while they are empty, even if a file was uploaded', async () => {
  await open()
  await files.store.write(proof, Buffer.from('x'))
  await open()
})

test('refuses empty tables if there are uploaded files, and keeps the files', async () => {
  await open()
  await files.store.write(proof, Buffer.from('x'))
  const store = await anotherStore()
  const refused = open({ store })
  await expect(refused).rejects.toThrow(/uploaded files in .+ACCEPT_EMPTY_STORE=yes/)
  await expect(open({ store })).rejects.toThrow('Point DATA_DIR and DATABASE_URL at')
  expect(await files.names()).toEqual([proof])
  await open({ store, acceptEmptyStore: true })
  await open({ store })
})

test('does not create a new database in place of one that was moved away', async () => {
  const file = join(folder, 'cerebra.sqlite')
  const store = { engine: 'sqlite' as const, file }
  await open({ store })
  await files.store.write(proof, Buffer.from('x'))
  await rename(file, `${folder}-moved`)
  await expect(open({ store })).rejects.toThrow(file)
  expect(existsSync(file)).toBe(false)
  await rename(`${folder}-moved`, file)
  await open({ store })
})

test('refuses empty tables if the data folder contains another database', async () => {
  const db = await openDatabase({ engine: 'sqlite', file: join(folder, 'cerebra.sqlite') })
  await db.destroy()
  const store = await anotherStore()
  await expect(open({ store })).rejects.toThrow(join(folder, 'cerebra.sqlite'))
  expect((await readdir(folder)).filter((name) => name.endsWith('.sqlite'))).toContain(
    'cerebra.sqlite',
  )
})

const listTables = async (): Promise<string[]> => {
  const db = await openDatabaseAsItIs(tables.store)
  const found = await db.introspection.getTables({ withInternalKyselyTables: true })
  await db.destroy()
  return found.map(({ name }) => name)
}

test('refuses a database without tables if there are uploaded files, before writing anything', async () => {
  await emptyStore(tables.store)
  await files.store.write(proof, Buffer.from('x'))
  await expect(open()).rejects.toThrow('Point DATA_DIR and DATABASE_URL at')
  await expect(open()).rejects.toThrow('Point DATA_DIR and DATABASE_URL at')
  if (tables.store.engine === 'sqlite') {
    expect((await stat(tables.store.file)).size).toBe(0)
  }
  expect(await listTables()).toEqual([])
})

test('refuses empty tables from 0.1.0 if there are uploaded files, and leaves the tables unchanged', async () => {
  await makeTables27495fd(tables.store)
  await files.store.write(proof, Buffer.from('x'))
  await expect(open()).rejects.toThrow('Point DATA_DIR and DATABASE_URL at')
  expect((await inspectTables(tables.store)).migrations).toEqual(namesBefore1)
})

test('refuses tables older than the last commit of 0.1.0, and leaves them unchanged (12.43)', async () => {
  await makeTables27495fd(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  await sql`delete from kysely_migration where name = '0024-later'`.execute(db)
  await db.destroy()
  await expect(open()).rejects.toThrow(
    'First start version 0.1.0 at its last commit (27495fd) with this database; nothing was changed.',
  )
  expect((await inspectTables(tables.store)).migrations).toEqual(namesBefore1.slice(0, -1))
})

test('refuses a database with an empty main file and a write-ahead log, and keeps the log', async () => {
  const file = join(folder, 'cerebra.sqlite')
  await writeFile(file, '')
  await writeFile(`${file}-wal`, 'what was committed last')
  await expect(open({ store: { engine: 'sqlite', file } })).rejects.toThrow(`${file}-wal`)
  expect(await readFile(`${file}-wal`, 'utf8')).toBe('what was committed last')
})

test('refuses tables of a newer version and explains why', async () => {
  const db = await openDatabase(tables.store)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2025-10-01')`.execute(
    db,
  )
  await db.destroy()
  await expect(open()).rejects.toThrow(
    'The database is from a newer version of this site (9999-later). Start the server of that version; nothing was changed.',
  )
})

test.each(['EventRegistration', 'wp_posts'])(
  "refuses a database with another program's table %s, and leaves it unchanged",
  async (name) => {
    await emptyStore(tables.store)
    const db = await openDatabaseAsItIs(tables.store)
    await db.schema.createTable(name).addColumn('id', 'integer').execute()
    await db.destroy()
    await expect(open()).rejects.toThrow(OperatorError)
    await expect(open()).rejects.toThrow(`holds the tables of another program (${name})`)
    expect(await listTables()).toEqual([name])
  },
)

test('starts a new installation despite files that were half written before a crash', async () => {
  await files.store.write(`.${proof}.0b5b.tmp`, Buffer.from('x'))
  await open()
})

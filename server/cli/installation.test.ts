import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFreePort } from '../../tests/support/free-port'
import { makeFolder } from '../../tests/support/make-folder'
import { makeTables27495fd } from '../../tests/support/tables-27495fd'
import { createTestFiles, type TestFiles } from '../../tests/support/test-files'
import { createTestStore, emptyStore, type TestStore } from '../../tests/support/test-store'
import { type RunningServer, startServer } from '../app/start'
import { type Config, readConfig } from '../config/config'
import { inspectTables } from '../db/inspect-tables'
import { namesBefore1 } from '../db/migrate'
import { openDatabase, openDatabaseAsItIs } from '../db/open-database'
import { OperatorError } from '../system/operator-error'
import { openForRestore, openInstallation } from './installation'

let folder: string
let tables: TestStore
let files: TestFiles
let config: Config
beforeEach(async () => {
  folder = await makeFolder()
  tables = await createTestStore(folder)
  files = await createTestFiles(folder)
  const env = { DATA_DIR: folder, SITE_DIR: join(folder, 'no-site'), LOG_LEVEL: 'silent' }
  config = { ...readConfig(env), port: 0, store: tables.store, files: files.config }
})
afterEach(async () => {
  await tables.drop()
  await files.drop()
})

const alter = async (statement: string) => {
  const db = await openDatabase(tables.store)
  await sql.raw(statement).execute(db)
  await db.destroy()
}
const listTables = async () => {
  const db = await openDatabaseAsItIs(tables.store)
  const names = (await db.introspection.getTables()).map(({ name }) => name)
  await db.destroy()
  return names
}

test('commands refuse tables of an older version and leave them unchanged', async () => {
  await makeTables27495fd(tables.store)
  await expect(openInstallation(config)).rejects.toThrow(/an older version.*Nothing was changed/)
  expect((await inspectTables(tables.store)).migrations).toEqual(namesBefore1)
})

test('commands, including restore, refuse tables of a newer version', async () => {
  await alter(`insert into kysely_migration (name, timestamp) values ('9999-later', '2025-10-01')`)
  await expect(openInstallation(config)).rejects.toThrow(
    /a newer version of this site \(9999-later\)/,
  )
  await expect(openForRestore(config)).rejects.toThrow(
    '(9999-later). Restore with the command of that version',
  )
})

test('read-only commands do not create missing tables', async () => {
  const file = join(folder, 'nowhere.sqlite')
  await expect(openInstallation({ ...config, store: { engine: 'sqlite', file } })).rejects.toThrow(
    `There is no database at ${file}`,
  )
  expect(existsSync(file)).toBe(false)
  await emptyStore(tables.store)
  await expect(openInstallation(config)).rejects.toThrow('There are no tables of this site')
  expect(await listTables()).toEqual([])
})

test('commands report an unreachable PostgreSQL without showing the password', async () => {
  const url = `postgres://festival:hush@127.0.0.1:${await findFreePort()}/cerebra`
  const unresponsive = { ...config, store: { engine: 'postgres' as const, url } }
  for (const open of [openInstallation, openForRestore]) {
    await expect(open(unresponsive)).rejects.toThrow(OperatorError)
    await expect(open(unresponsive)).rejects.toThrow(
      /^PostgreSQL at 127\.0\.0\.1:\d+ does not respond \(ECONNREFUSED\)\. Check/,
    )
  }
})

test('restore and a running server exclude each other in both directions', async () => {
  let server: RunningServer = await startServer(config)
  await expect(openForRestore(config)).rejects.toThrow('The server is using this database')
  await server.stop()
  const installation = await openForRestore(config)
  await expect(startServer(config)).rejects.toThrow('A backup is being restored into this database')
  await installation.close()
  server = await startServer(config)
  const another = await startServer(config)
  await another.stop()
  await expect(openForRestore(config)).rejects.toThrow('The server is using this database')
  await server.stop()
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Store } from '../../server/db/open-database'
import { atDatabase } from './postgres'

export interface TestStore {
  store: Store
  /** Cuts every connection. Undefined for SQLite, which has no connections. */
  cut?: () => Promise<void>
  drop: () => Promise<void>
}

const onServer = async (statement: string, url = inject('postgresUrl')) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Creates an empty table store of the run's engine: a file in the folder, or a database.
 * @throws Error in a test that runs once (`.unit.test.ts`)
 */
export const createTestStore = async (folder: string): Promise<TestStore> => {
  const { TEST_DATABASE: engine } = process.env
  if (engine === undefined) {
    throw new Error(
      'Tests that open a table store run on every engine, so name the file *.test.ts, without .unit',
    )
  }
  if (engine === 'sqlite') {
    return { store: { engine: 'sqlite', file: join(folder, 'test.sqlite') }, drop: async () => {} }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Copying files without logging the copied pages takes half the time.
  await onServer(`create database ${name} strategy file_copy`)
  return {
    store: { engine: 'postgres', url: atDatabase(inject('postgresUrl'), name) },
    cut: () =>
      onServer(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
      ),
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  }
}

const readNewFile = async (): Promise<Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-test-'))
  const file = join(folder, 'new.sqlite')
  const db = await openDatabase({ engine: 'sqlite', file })
  await db.destroy()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

let newFile: Promise<Buffer> | undefined

/** Creates a store with tables by copying PostgreSQL's template, or one file per process. */
export const createMigratedStore = async (folder: string): Promise<TestStore> => {
  const made = await createTestStore(folder)
  if (made.store.engine === 'sqlite') {
    newFile ??= readNewFile()
    await writeFile(made.store.file, await newFile)
  }
  return made
}

/** Resets a store to a new database without tables, or to an empty file. */
export const emptyStore = async (store: Store): Promise<void> => {
  if (store.engine === 'postgres') {
    return onServer('drop schema public cascade; create schema public', store.url)
  }
  for (const end of ['-wal', '-shm']) {
    await rm(`${store.file}${end}`, { force: true })
  }
  await writeFile(store.file, '')
}

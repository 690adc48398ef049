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
  /** Cuts every connection to it; undefined for a file, which has none. */
  cut?: () => Promise<void>
  /** Removes what the store holds. */
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
 * An empty table store on the engine that this run tests: a file in the folder, or a database of its own.
 * @throws Error in a test that runs once, whose name ends in `.unit.test.ts`.
 */
export const createTestStore = async (folder: string): Promise<TestStore> => {
  const { TEST_DATABASE: engine } = process.env
  if (engine === undefined) {
    throw new Error(
      'What opens a table store runs on every engine: name it *.test.ts, without .unit',
    )
  }
  if (engine === 'sqlite') {
    return { store: { engine: 'sqlite', file: join(folder, 'test.sqlite') }, drop: async () => {} }
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Its files are copied: written to the log as well, as by default, it takes twice as long.
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

/** A new table store that has its tables already: PostgreSQL's template has them, and of a file a process makes one. */
export const createMigratedStore = async (folder: string): Promise<TestStore> => {
  const made = await createTestStore(folder)
  if (made.store.engine === 'sqlite') {
    newFile ??= readNewFile()
    await writeFile(made.store.file, await newFile)
  }
  return made
}

/** Leaves a store as if somebody had just made it: a database without tables, or a file without a byte. */
export const emptyStore = async (store: Store): Promise<void> => {
  if (store.engine === 'postgres') {
    return onServer('drop schema public cascade; create schema public', store.url)
  }
  for (const end of ['-wal', '-shm']) {
    await rm(`${store.file}${end}`, { force: true })
  }
  await writeFile(store.file, '')
}

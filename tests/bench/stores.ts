import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase, type Store } from '../../server/db/open-database'
import type { Db } from '../../server/db/schema'
import { atDatabase } from '../support/postgres'
import { type OwnPostgres, startOwnPostgres } from '../trials/faults/own-postgres'
import { uploadUrl } from './load'

/** An empty table store, flushing as in earnest. */
export interface BenchStore {
  store: Store
  /** What the server must be told to use it. */
  env: Record<string, string>
  remove: () => Promise<void>
}

/** Makes empty table stores of one engine. */
export interface StoreMaker {
  name: 'SQLite' | 'PostgreSQL'
  make: () => Promise<BenchStore>
  stop: () => Promise<void>
}

/** Opens a store, its tables up to date, for as long as the work takes. */
export const withTables = async <T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> => {
  const db = await openDatabase(store)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

export const sqliteStores = (): StoreMaker => ({
  name: 'SQLite',
  make: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cerebra-bench-'))
    return {
      store: { engine: 'sqlite', file: join(folder, 'cerebra.sqlite') },
      env: { DATABASE_URL: join(folder, 'cerebra.sqlite') },
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    }
  },
  stop: async () => {},
})

export const postgresStores = async (): Promise<StoreMaker> => {
  const postgres: OwnPostgres = await startOwnPostgres()
  const command = (words: string) =>
    withTables({ engine: 'postgres', url: postgres.url }, (db) => sql.raw(words).execute(db))
  return {
    name: 'PostgreSQL',
    make: async () => {
      const name = `bench_${randomUUID().replaceAll('-', '')}`
      await command(`create database ${name}`)
      const url = atDatabase(postgres.url, name)
      return {
        store: { engine: 'postgres', url },
        env: { DATABASE_URL: url },
        remove: async () => {
          await command(`drop database ${name} with (force)`)
        },
      }
    },
    stop: postgres.remove,
  }
}

/** Uploads that nobody has referred to yet, for registrations of the numbers from `first` on. */
export const fillUploads = async (db: Db, first: number, count: number): Promise<void> => {
  const [start = '', end = ''] = uploadUrl(0).split('0')
  const numbers = `with recursive counted(i) as (select ${first} union all select i + 1 from counted where i < ${first + count - 1})`
  await sql
    .raw(`
      insert into upload (public_id, secure_url, preset, format, bytes, created_at) ${numbers}
      select 'bench-' || i, '${start}' || i || '${end}', 'payment', 'png', 400000, '${new Date().toISOString()}' from counted`)
    .execute(db)
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { migrations } from '../../server/db/migrate'
import { openDatabaseAsItIs } from '../../server/db/open-database'
import { createTestStore, emptyStore } from './test-store'

/** Tables as a version of this site left them, by the name of its last migration. */
export const openOld = async (version: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  onTestFinished(async () => {
    await db.destroy()
    await tables.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const migrateTo = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined()
  await migrateTo(version)
  return {
    db,
    migrateTo,
    migrateToLatest: () => migrateTo(Object.keys(migrations).sort().at(-1) ?? ''),
    insert: async (table: string, ...rows: Record<string, string | number | null>[]) => {
      for (const row of rows) {
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
        await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
      }
    },
    /** Columns as they are stored, whatever the types of today call them. */
    read: async (table: string, columns: readonly string[], order = columns[0] ?? '') => {
      const { rows } = await sql<Record<string, unknown>>`
        select ${sql.join(columns.map((name) => sql.ref(name)))} from ${sql.table(table)} order by ${sql.ref(order)}
      `.execute(db)
      return rows.map((row) => columns.map((name) => row[name]))
    },
  }
}

/** Columns that a version wants, and that the test says nothing of. */
export const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']))

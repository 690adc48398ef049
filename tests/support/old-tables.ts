import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { migrate, migrationNames } from '../../server/db/migrate'
import { openDatabaseAsItIs } from '../../server/db/open-database'
import { createTestStore, emptyStore } from './test-store'

/** The versions that were released, with the last name that each noted. Their tables stand in `old-tables/`, a statement a line. */
const released = { '9424f19': '0002-shared-limits', '20c3f67': '0011-dropped-imports' } as const

/** Tables as a released version left them; without one, none. */
export const openOld = async (version?: keyof typeof released) => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  onTestFinished(async () => {
    await db.destroy()
    await tables.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const note = async (names: readonly string[]) => {
    const done = { up: async () => {} }
    const getMigrations = async () => Object.fromEntries(names.map((name) => [name, done]))
    expect((await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()).error).toBeUndefined()
  }
  if (version) {
    const statements = await readFile(join(import.meta.dirname, `old-tables/${version}.sql`), 'utf8')
    for (const statement of statements.trim().split('\n')) await sql.raw(statement).execute(db)
    await note(migrationNames.filter((name) => name <= released[version]))
  }
  return {
    db,
    migrate: () => migrate(db),
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

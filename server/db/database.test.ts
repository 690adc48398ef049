import { setTimeout as pause } from 'node:timers/promises'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { createTestStore, type TestStore } from '../../tests/support/test-store'
import { databaseTime, isPostgres } from './engines'
import { listMigrationSteps } from './migrate'
import { openDatabase } from './open-database'
import type { Db, UploadRow } from './schema'
import { transact } from './transact'

let folder: string
let tables: TestStore
let db: Db
beforeEach(async () => {
  folder = await makeFolder()
  tables = await createTestStore(folder)
  db = await openDatabase(tables.store)
})
afterEach(async () => {
  await db.destroy()
  await tables.drop()
})

const upload = (public_id: string): UploadRow => ({
  public_id,
  secure_url: `https://cerebra.test/files/${public_id}.png`,
  preset: 'payment',
  format: 'png',
  bytes: 100,
  created_at: '2025-10-01T04:30:00.000Z',
  referenced_at: null,
  sender: '',
  location: 'file-store',
  sha256: '',
})

const listIds = async () => {
  const rows = await db.selectFrom('upload').select('public_id').orderBy('public_id').execute()
  return rows.map((row) => row.public_id)
}

test('keeps all rows when the store is closed and opened again', async () => {
  await db.insertInto('upload').values(upload('a')).execute()
  await db.destroy()
  db = await openDatabase(tables.store)
  expect(await listIds()).toEqual(['a'])
})

test('databaseTime is in UTC regardless of the connection’s time zone (7.13)', async () => {
  const time = await db.transaction().execute(async (transaction) => {
    if (isPostgres(transaction)) {
      await sql`set local time zone 'Asia/Kolkata'`.execute(transaction)
    }
    const { rows } = await sql<{
      time: string
    }>`select ${databaseTime(transaction)} as time`.execute(transaction)
    return rows[0]?.time ?? ''
  })
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(60_000)
})

test('a failed transaction leaves no rows and does not affect the next one', async () => {
  const failing = transact(db, async (transaction) => {
    await transaction.insertInto('upload').values(upload('a')).execute()
    await sql`select * from no_such_table`.execute(transaction)
  })
  await expect(failing).rejects.toThrow()
  await transact(db, (transaction) =>
    transaction.insertInto('upload').values(upload('b')).execute(),
  )
  expect(await listIds()).toEqual(['b'])
})

test('a transaction whose connection breaks leaves no rows', async () => {
  const outcome = await transact(db, async (transaction) => {
    await transaction.insertInto('upload').values(upload('a')).execute()
    await tables.cut?.()
    await pause(100)
    await transaction.insertInto('upload').values(upload('b')).execute()
  }).then(
    () => ['a', 'b'],
    () => [],
  )
  expect(outcome).toEqual(tables.cut ? [] : ['a', 'b'])
  expect(await listIds()).toEqual(outcome)
})

test('concurrent transactions succeed or fail independently', async () => {
  const work = Array.from({ length: 40 }, (_, index) =>
    transact(db, async (transaction) => {
      await transaction
        .insertInto('upload')
        .values(upload(`${index}-first`))
        .execute()
      await new Promise((resolve) => setImmediate(resolve))
      if (index % 2) {
        throw new Error('changed its mind')
      }
      await transaction
        .insertInto('upload')
        .values(upload(`${index}-second`))
        .execute()
    }),
  )
  const outcomes = await Promise.allSettled(work)
  expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(20)
  const kept = await listIds()
  expect(kept).toHaveLength(40)
  expect(kept.every((id) => Number(id.split('-')[0]) % 2 === 0)).toBe(true)
})

test('a failed migration leaves none of its own tables behind', async () => {
  const provider = {
    getMigrations: async () => ({
      ...listMigrationSteps(),
      '9999-broken': {
        up: async (inner: Db) => {
          await inner.schema.createTable('half_made').addColumn('id', 'text').execute()
          throw new Error('the power went')
        },
      },
    }),
  }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  expect(error).toBeInstanceOf(Error)
  const made = await db.introspection.getTables()
  expect(made.map((table) => table.name)).not.toContain('half_made')
  expect(made.map((table) => table.name)).toContain('EventRegistration')
})

test('audit lines cannot be deleted or replaced unless audit_access has a row (14.8)', async () => {
  const line = {
    id: 'one',
    at: '2025-10-01',
    actor: 'ravi@college.test',
    action: 'decided' as const,
    detail: '{}',
  }
  const row = { ...line, entry_id: null, decision_id: 'press' }
  await db.insertInto('audit_line').values(row).execute()
  await expect(db.deleteFrom('audit_line').execute()).rejects.toThrow(/never deleted/)
  if (isPostgres(db)) {
    await expect(sql`truncate audit_line`.execute(db)).rejects.toThrow(/never deleted/)
  } else {
    for (const id of ['one', 'two']) {
      await db
        .replaceInto('audit_line')
        .values({ ...row, id, actor: 'eve@college.test' })
        .execute()
    }
  }
  expect(await db.selectFrom('audit_line').selectAll().execute()).toEqual([row])
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('audit_access').values({ id: 1 }).execute()
    await transaction.deleteFrom('audit_line').execute()
    await transaction.deleteFrom('audit_access').execute()
  })
  expect(await db.selectFrom('audit_line').selectAll().execute()).toEqual([])
})

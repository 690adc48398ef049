import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestStore, emptyStore, type TestStore } from '../../tests/support/test-store'
import { createIndexer } from '../reviews/index-records'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'
import type { Db } from './schema'

let folder: string
let tables: TestStore
let db: Db
let migrator: Migrator

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  tables = await createTestStore(folder)
  await emptyStore(tables.store)
  db = await openDatabaseAsItIs(tables.store)
  migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
})
afterEach(async () => {
  await db.destroy()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

const migrateTo = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined()

/** A pass as every version keeps it, and how it stands. */
const insert = async (id: string, picture: string, { ground = '', utr = '' } = {}) => {
  await sql`
    insert into "DelegatePass" (
      id, name, email, phone, institution, pass_type, purchase_time, delegate_id, registration_id,
      payment_screenshot_url, amount, payment_reference, utr
    ) values (${id}, '', '', '', '', '', ${`2025-10-01T04:30:00.00${id.length}Z`}, ${id}, ${id}, ${picture}, 500, '', ${utr})
  `.execute(db)
  await sql`
    insert into review (record_id, kind, event, day, state, ground, version, created_at, changed_at, prepared)
    values (${id}, 'delegate-pass', '', '', ${ground ? 'verified' : 'submitted'}, ${ground || null}, 1, '', '', 1)
  `.execute(db)
}

test('of the version before, what was read of pictures stays, and flags are made anew by groups (14.16, 14.17)', async () => {
  await migrateTo('0013-private-files')
  await insert('one', 'https://cerebra.test/files/a.png', { utr: '412345678901' })
  await insert('second', 'https://cerebra.test/files/b.png', { utr: '412345678901' })
  const flags = [
    ['f1', 'one', 'same-utr', 'second'],
    ['f2', 'second', 'same-utr', 'one'],
    ['f3', 'second', 'similar-picture', 'one'],
  ]
  for (const [id, record, kind, other] of flags)
    await sql`
      insert into flag (id, record_id, kind, other_id, detail, created_at) values (${id}, ${record}, ${kind}, ${other}, '', '')
    `.execute(db)
  const read = JSON.stringify({ amount: 500 })
  for (const [id, proof, kind] of [
    ['e1', 'p1', 'ocr'],
    ['e2', 'p2', 'ocr'],
    ['e3', 'p1', 'fingerprint'],
    ['e4', 'p1', 'likeness'],
  ])
    await sql`
      insert into evidence (id, proof, kind, other, method, data, actor, created_at)
      values (${id}, ${proof}, ${kind}, '', '', ${read}, 'ravi@college.test', '')
    `.execute(db)

  await migrateTo('0014-flag-groups')
  expect(await db.selectFrom('flag').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('evidence').selectAll().orderBy('proof').execute()).toEqual([
    { proof: 'p1', data: read, actor: 'ravi@college.test', created_at: '' },
    { proof: 'p2', data: read, actor: 'ravi@college.test', created_at: '' },
  ])
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  const indexer = createIndexer({
    db,
    clock: () => new Date(),
    log: { error: (problem: unknown) => expect(problem).toBe('') },
  })
  await indexer.run()
  expect(await db.selectFrom('flag').select(['record_id', 'kind']).execute()).toEqual([
    { record_id: 'second', kind: 'same-utr' },
  ])
})

test('cash of the version before, a sentence in the place of a picture, becomes cash with who took it (14.94)', async () => {
  await migrateTo('0014-flag-groups')
  await insert('cash', 'Paid in cash at the desk')
  await insert('seen', 'Paid in cash at the desk', { ground: 'picture' })
  await insert('upi', 'Paid by UPI at the desk')
  await insert('usual', 'https://cerebra.test/files/a.png', { ground: 'picture' })
  await sql`
    insert into audit_entry (id, at, actor, action, record_id, decision_id, detail)
    values ('a', '', 'ravi@college.test', 'walk-in-entered', 'cash', null, '{}')
  `.execute(db)
  await migrateTo('0015-money')
  const columns = ['record_id', 'ground', 'cash_amount', 'cash_by'] as const
  expect(await db.selectFrom('review').select(columns).orderBy('record_id').execute()).toEqual([
    { record_id: 'cash', ground: null, cash_amount: 50_000, cash_by: 'ravi@college.test' },
    { record_id: 'seen', ground: 'cash', cash_amount: 50_000, cash_by: '' },
    { record_id: 'upi', ground: null, cash_amount: null, cash_by: null },
    { record_id: 'usual', ground: 'picture', cash_amount: null, cash_by: null },
  ])
  expect(await db.selectFrom('DelegatePass').select(['id', 'payment_screenshot_url']).orderBy('id').execute()).toEqual([
    { id: 'cash', payment_screenshot_url: '' },
    { id: 'seen', payment_screenshot_url: '' },
    { id: 'upi', payment_screenshot_url: '' },
    { id: 'usual', payment_screenshot_url: 'https://cerebra.test/files/a.png' },
  ])
})

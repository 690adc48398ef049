import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestStore, emptyStore, type TestStore } from '../../tests/support/test-store'
import { isPostgres } from './engines'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'
import type { Db } from './schema'

let folder: string
let tables: TestStore
let db: Db

const migrateTo = async (name: string) => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo(name)).error).toBeUndefined()
}

/** The tables of the version before. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  tables = await createTestStore(folder)
  await emptyStore(tables.store)
  db = await openDatabaseAsItIs(tables.store)
  await migrateTo('0005-heartbeat')
})
afterEach(async () => {
  await db.destroy()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

const time = '2025-10-01T04:30:00.000Z'

const insert = async (table: string, row: Record<string, string | number | null>) => {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

const person = { name: 'Asha Test', email: 'asha@college.test', phone: '0123456789' }

const registration = {
  id: 'r',
  registration_id: 'EVT-000123',
  number: 123,
  ...person,
  year: 'Final year',
  event_id: 'SeniorQuiz',
  registration_time: time,
  payment_screenshot_url: 'https://cerebra.test/files/a_b.png',
  team_members: '[]',
  coupon_applied: 'no',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
  coupon_code: '',
  amount: null,
}
const pass = {
  id: 'p',
  ...person,
  institution: 'Test Medical College',
  pass_type: 'novus',
  purchase_time: time,
  delegate_id: '481920047713',
  registration_id: 'DP-047713',
  payment_screenshot_url: 'https://images.test/v1/c.png',
  amount: 500,
}
const room = {
  id: 'a',
  ...person,
  room_type: 'Non-AC',
  check_in: '2025-10-08',
  check_out: '2025-10-12',
  booking_time: time,
  payment_proof_url: '',
  college: 'Test Medical College',
  id_proof_url: '',
  events: '',
  event_keys: '[]',
  participation_proof_url: '',
  arrival: '2025-10-08T16:00',
  departure: '2025-10-12T20:30',
  transaction_id: '412345678901',
}

test('records of the version before stay as they are, but for the key that the submissions know', async () => {
  await insert('EventRegistration', { ...registration, submission_key: 'k' })
  await insert('DelegatePass', { ...pass, submission_key: null })
  await insert('Accommodation', { ...room, submission_key: 'm' })
  await migrateTo('0006-one-owner')
  expect(await db.selectFrom('EventRegistration').selectAll().execute()).toEqual([registration])
  expect(await db.selectFrom('DelegatePass').selectAll().execute()).toEqual([pass])
  expect(await db.selectFrom('Accommodation').selectAll().execute()).toEqual([room])
})

test('an upload says where it lies', async () => {
  const upload = { preset: 'payment', format: 'png', bytes: 100, created_at: time, referenced_at: time, sender: '' }
  const addresses = {
    a_b: 'https://cerebra.test/files/a_b.png',
    c: 'https://images.test/v1/c.png',
    d: 'https://images.test/files/d.jpg',
  }
  for (const [public_id, secure_url] of Object.entries(addresses))
    await insert('upload', { public_id, secure_url, ...upload })
  await migrateTo('0006-one-owner')
  expect(await db.selectFrom('upload').select(['public_id', 'location']).orderBy('public_id').execute()).toEqual([
    { public_id: 'a_b', location: 'file-store' },
    { public_id: 'c', location: 'image-host' },
    { public_id: 'd', location: 'image-host' },
  ])
})

test('what an e-mail said that has gone out is let go, and what one will say is kept', async () => {
  const message = { kind: 'registration', record_id: 'r', recipient: person.email, attempts: 1, payload: '{"a":1}' }
  const times = { next_attempt_at: time, created_at: time }
  for (const [ordinal, state] of ['queued', 'sending', 'sent', 'failed'].entries())
    await insert('message', { id: state, state, ...message, ...times, mailbox: person.email, ordinal })
  await migrateTo('0006-one-owner')
  expect(await db.selectFrom('message').select(['id', 'payload']).orderBy(sql.ref('ordinal')).execute()).toEqual([
    { id: 'queued', payload: '{"a":1}' },
    { id: 'sending', payload: '{"a":1}' },
    { id: 'sent', payload: '' },
    { id: 'failed', payload: '{"a":1}' },
  ])
})

const listIndexes = async (): Promise<string[]> => {
  const { rows } = await (isPostgres(db)
    ? sql<{ name: string }>`select indexdef as name from pg_indexes where schemaname = current_schema()`
    : sql<{ name: string }>`select sql as name from sqlite_schema where type = 'index' and sql is not null`
  ).execute(db)
  return rows.map(({ name }) => name).sort()
}

test('the tables keep their indexes and what is unique in them', async () => {
  const before = await listIndexes()
  await migrateTo('0006-one-owner')
  expect(await listIndexes()).toEqual(before.filter((index) => !index.includes('submission_key')))
  await insert('EventRegistration', registration)
  await expect(insert('EventRegistration', registration)).rejects.toThrow()
  await expect(insert('EventRegistration', { ...registration, id: 's', registration_id: 's' })).rejects.toThrow()
  await expect(insert('EventRegistration', { ...registration, id: 's', number: 1 })).rejects.toThrow()
  await insert('DelegatePass', pass)
  await expect(insert('DelegatePass', { ...pass, id: 's', registration_id: 's' })).rejects.toThrow()
  await expect(insert('DelegatePass', { ...pass, id: 's', delegate_id: 's' })).rejects.toThrow()
})

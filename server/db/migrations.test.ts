import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtFestival } from '../../festival/live/whole-edition'
import { makeFolder } from '../../tests/support/make-folder'
import { makeFilledTables27495fd } from '../../tests/support/tables-27495fd'
import { createTestMailer } from '../../tests/support/test-mailer'
import { createTestStore, type TestStore } from '../../tests/support/test-store'
import { createConfirmations } from '../app/confirmations'
import { createLog } from '../app/log'
import { createOutbox } from '../mail/outbox'
import { isPostgres } from './engines'
import { findOrigin, inspectTables } from './inspect-tables'
import { migrationNames, readOldNames } from './migrate'
import { openDatabase, openDatabaseAsItIs } from './open-database'
import { type Db, tables } from './schema'

let folder: string
let stores: TestStore[]
const createStore = async (name: string) => {
  await mkdir(join(folder, name))
  const made = await createTestStore(join(folder, name))
  stores.push(made)
  return made.store
}
beforeEach(async () => {
  folder = await makeFolder()
  stores = []
})
afterEach(async () => {
  for (const store of stores) {
    await store.drop()
  }
})

/**
 * Reads columns, indexes, triggers and constraints from the database, ignoring the order of
 * columns.
 */
const describeTables = async (db: Db): Promise<string[]> => {
  const { rows } = await (isPostgres(db)
    ? sql<{ text: string }>`
        select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) as text
        from information_schema.columns where table_schema = current_schema()
        union all select indexdef from pg_indexes where schemaname = current_schema()
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          from pg_constraint where connamespace = current_schema()::regnamespace and contype <> 'n'`
    : sql<{ text: string }>`
        select t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk as text
        from sqlite_schema t join pragma_table_info(t.name) c where t.type = 'table'
        union all select type || ' ' || name || ' ' || coalesce(sql, '') from sqlite_schema where type <> 'table'`
  ).execute(db)
  return rows.map(({ text }) => text.toLowerCase().replace(/\s+/g, ' ')).sort()
}

const readAll = async (db: Db): Promise<Record<string, string[]>> => {
  const all: Record<string, string[]> = {}
  const { nameTable, nameColumn } = readOldNames([])
  for (const { name } of await db.introspection.getTables()) {
    if (!(nameTable(name) in tables)) {
      continue
    }
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    all[nameTable(name)] = rows
      .map((row) => Object.entries(row).map(([column, value]) => [nameColumn(column), value]))
      .map((columns) => JSON.stringify(Object.fromEntries(columns)))
      .sort()
  }
  return all
}

/** Removes columns that the earlier rows did not have. */
const without = (later: readonly string[], before: readonly string[] = []) => {
  const names = Object.keys(JSON.parse(before[0] ?? '{}'))
  return later.map((row) => JSON.stringify(JSON.parse(row), names)).sort()
}

test('concurrent starts migrate tables of 27495fd to the current schema (12.43)', async () => {
  const store = await createStore('earlier')
  await makeFilledTables27495fd(store)
  expect(findOrigin(await inspectTables(store))).toBe('older')
  const unchanged = await openDatabaseAsItIs(store)
  const before = await readAll(unchanged)
  await unchanged.destroy()

  const [db, ...others] = await Promise.all(Array.from({ length: 3 }, () => openDatabase(store)))
  for (const other of others) {
    await other.destroy()
  }
  if (!db) {
    throw new Error('The databases were not opened')
  }
  const found = await inspectTables(store)
  expect([findOrigin(found), found.migrations]).toEqual(['ours', migrationNames])
  const review = before.review?.map((row) => row.replace('"is_indexed":1', '"is_indexed":0'))
  expect(review).not.toEqual(before.review)
  const { ticket: tickets = [], ...after } = await readAll(db)
  for (const [name, rows] of Object.entries(after)) {
    expect([name, without(rows, before[name])]).toEqual([
      name,
      name === 'review' ? review : (before[name] ?? []),
    ])
  }
  for (const name of [
    'EventRegistration',
    'DelegatePass',
    'Accommodation',
    'proof',
    'ocr_result',
    'note',
  ] as const) {
    expect(before[name], name).not.toEqual([])
  }

  expect(tickets).toHaveLength(4)

  const fresh = await openDatabase(await createStore('fresh'))
  const wanted = await describeTables(fresh)
  expect(wanted.length).toBeGreaterThan(60)
  expect(await describeTables(db)).toEqual(wanted)
  await fresh.destroy()
  await db.destroy()
})

test('issues a ticket to each earlier registration and pass, once (21.1, 21.10)', async () => {
  const store = await createStore('earlier')
  await makeFilledTables27495fd(store)
  const db = await openDatabase(store)
  const tickets = await db
    .selectFrom('review')
    .leftJoin('ticket', 'ticket.entry_id', 'review.entry_id')
    .select(['review.kind', 'review.state', 'ticket.code', 'ticket.needs_email'])
    .execute()
  expect(tickets.length).toBeGreaterThan(4)
  for (const { kind, state, code, needs_email } of tickets) {
    const hasTicket = kind !== 'accommodation'
    expect(code ?? '').toMatch(hasTicket ? /^\w{16}$/ : /^$/)
    expect(needs_email).toBe(hasTicket ? Number(state === 'verified') : null)
  }
  expect(tickets.filter(({ needs_email }) => needs_email === 1).length).toBeGreaterThan(0)
  await db.destroy()
})

test('keeps open payments of 27495fd, and sends its queued e-mails once', async () => {
  const store = await createStore('earlier')
  await makeFilledTables27495fd(store)
  const db = await openDatabase(store)
  const settled = db.selectFrom('allocated_row').select('row_id')
  const open = await db
    .selectFrom('bank_row')
    .select('narration')
    .where('id', 'not in', settled)
    .orderBy('id')
    .execute()
  expect(open.map(({ narration }) => narration)).toEqual([
    'UPI/P2A/527400000003/ASHA/NOBODY/HDFC',
    'UPI/P2A/527400000001/ASHA/K7Q4M2/HDFC',
  ])
  const verified = await db
    .selectFrom('review')
    .innerJoin('DelegatePass', 'DelegatePass.id', 'review.entry_id')
    .innerJoin('allocation', 'allocation.entry_id', 'review.entry_id')
    .select(['DelegatePass.name', 'review.state', 'review.source', 'allocation.amount'])
    .execute()
  expect(verified).toEqual([{ name: 'Guest 2', state: 'verified', source: 'bank', amount: 50_000 }])

  const mailer = createTestMailer()
  const clock = () => new Date('2025-10-01T06:00:00.000Z')
  const outbox = createOutbox({
    db,
    mailer,
    confirmations: createConfirmations({
      festival: () => builtFestival,
      address: 'https://cerebra.test',
      clock,
    }),
    clock,
    config: {
      mail: { from: 'a@b.test', organisers: undefined, waitSeconds: 5, perSecond: undefined },
    },
    limits: {
      newAddresses: { count: async () => undefined },
      links: { count: async () => undefined },
    },
    log: createLog('silent'),
  })
  await outbox.releaseDeadLeases()
  for (let time = 0; time < 2; time += 1) {
    while (await outbox.deliverDue()) {}
  }
  await outbox.stop()
  const sent = mailer.sent.map(({ to, subject }) => `${to}: ${subject}`).sort()
  expect(sent).toMatchInlineSnapshot(`
    [
      "asha@college.test: Please correct your room request: Room, Non-AC (ACC-419043)",
      "asha@organisers.test: Someone signed in at the organisers’ desk",
      "guest2@college.test: Your payment is verified: NOVUS CEREBRI (DP-972598)",
      "late@college.test: We have received your registration: delegate pass (DP-132497)",
    ]
  `)
  await db.destroy()
})

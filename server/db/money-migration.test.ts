import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore, emptyStore } from '../../tests/support/test-store'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'

test('cash of the version before, a sentence in the place of a picture, becomes cash with who took it (14.94)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  const names = Object.keys(migrations).sort()
  const before = names[names.indexOf('0015-money') - 1] ?? ''
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo(before)).error).toBeUndefined()
  const insert = async (id: string, picture: string, ground: string | null) => {
    await sql`
      insert into "DelegatePass" (
        id, name, email, phone, institution, pass_type, purchase_time, delegate_id, registration_id,
        payment_screenshot_url, amount, payment_reference, utr
      ) values (${id}, '', '', '', '', '', '', ${id}, ${id}, ${picture}, 500, '', '')
    `.execute(db)
    await sql`
      insert into review (record_id, kind, event, day, state, ground, version, created_at, changed_at, prepared)
      values (${id}, 'delegate-pass', '', '', ${ground ? 'verified' : 'submitted'}, ${ground}, 1, '', '', 1)
    `.execute(db)
  }
  await insert('cash', 'Paid in cash at the desk', null)
  await insert('seen', 'Paid in cash at the desk', 'picture')
  await insert('upi', 'Paid by UPI at the desk', null)
  await insert('usual', 'https://cerebra.test/files/a.png', 'picture')
  await sql`
    insert into audit_entry (id, at, actor, action, record_id, decision_id, detail)
    values ('a', '', 'ravi@college.test', 'walk-in-entered', 'cash', null, '{}')
  `.execute(db)
  expect((await migrator.migrateTo('0015-money')).error).toBeUndefined()
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
  await db.destroy()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

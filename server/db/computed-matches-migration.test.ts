import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore, emptyStore } from '../../tests/support/test-store'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'

test('migration 0017 with filled tables: a file that was taken back counts for nothing, and who was verified stays so (15.49)', async () => {
  const tables = await createTestStore(await mkdtemp(join(tmpdir(), 'cerebra-migration-')))
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo('0016-corrections')).error).toBeUndefined()
  for (const [id, d] of [
    ['live', null],
    ['gone', '2025'],
  ])
    await sql`insert into bank_import (id, at, actor, layout, first_day, last_day, rows, lists_rows, dropped_at) values (${id}, '', '', '', '', '', 2, 1, ${d})`.execute(
      db,
    )
  for (const [id, i] of [
    ['a', 'live'],
    ['b', 'live'],
    ['c', 'gone'],
  ]) {
    await sql`insert into bank_row (id, import_id, day, narration, reference, line, amount) values (${id}, ${i}, '', '', '', 1, 5)`.execute(
      db,
    )
    await sql`insert into bank_import_row (id, import_id, row_id) values (${id}, ${i}, ${id})`.execute(db)
  }
  for (const id of ['a', 'b'])
    await sql`insert into bank_spending (row_id, spending_id) values (${id}, 's')`.execute(db)
  for (const [id, f] of [
    ['a', null],
    ['b', null],
    ['c', 'd1'],
  ])
    await sql`insert into bank_match (id, row_id, record_id, spending_id, actor, at, reason, amount, decision_id, freed_by) values (${id}, ${id}, 'r', 's', '', '', '', 5, 'd', ${f})`.execute(
      db,
    )
  await sql`insert into bank_match (id, row_id, record_id, spending_id, actor, at, reason, amount, freed_by) values ('a2', 'a', 'q', 'old', '', '', '', 5, 'd2')`.execute(
    db,
  )
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  const all = async (t: 'bank_import' | 'bank_row') =>
    (await db.selectFrom(t).select('id').orderBy('id').execute()).map(({ id }) => id)
  expect([await all('bank_import'), await all('bank_row')]).toEqual([['live'], ['a', 'b']])
  expect(
    (await db.selectFrom('bank_spending').select('spending_id').orderBy('row_id').execute()).map((x) => x.spending_id),
  ).toEqual(['s.a', 's.b'])
  expect(
    (await db.selectFrom('bank_match').select(['id', 'spending_id']).orderBy('id').execute()).map(
      (x) => `${x.id} ${x.spending_id}`,
    ),
  ).toEqual(['a s.a', 'a2 old.a', 'b s.b'])
  await db.destroy()
  await tables.drop()
})

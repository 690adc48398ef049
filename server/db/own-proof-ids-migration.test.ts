import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore, emptyStore } from '../../tests/support/test-store'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'

test('what was read from pictures by the version before is found by the proofs’ own ids', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo('0011-dropped-imports')).error).toBeUndefined()
  for (const name of ['a', 'b']) {
    const url = `https://cerebra.test/files/${name}.png`
    await sql`
      insert into upload (public_id, secure_url, preset, format, bytes, created_at)
      values (${name}, ${url}, 'payment', 'png', 1, '2025-10-01')
    `.execute(db)
    await sql`
      insert into proof (id, record_id, field, url, created_at)
      values (${`proof-${name}`}, ${`record-${name}`}, 'payment_screenshot_url', ${url}, '2025-10-01')
    `.execute(db)
  }
  for (const proof of ['a', 'gone'])
    await sql`
      insert into evidence (id, proof, kind, other, method, data, actor, created_at)
      values (${proof}, ${proof}, 'ocr', '', '', '{}', 'ravi@college.test', '2025-10-01')
    `.execute(db)
  expect((await migrator.migrateToLatest()).error).toBeUndefined()
  expect(await db.selectFrom('evidence').select('proof').orderBy('proof').execute()).toEqual([
    { proof: 'gone' },
    { proof: 'proof-a' },
  ])
  await db.destroy()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore, emptyStore } from '../../tests/support/test-store'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'

test('requests for a room of the version before are numbered in the order in which they came', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  expect((await migrator.migrateTo('0006-one-owner')).error).toBeUndefined()
  const insert = (id: string, bookingTime: string) =>
    sql`
      insert into "Accommodation" (
        id, name, email, phone, room_type, check_in, check_out, booking_time, payment_proof_url, college, id_proof_url,
        events, event_keys, participation_proof_url, arrival, departure, transaction_id
      ) values (${id}, '', '', '', '', '', '', ${bookingTime}, '', '', '', '', '', '', '', '', 'UTR 4123')
    `.execute(db)
  await insert('a', '2025-10-01T06:00:00.000Z')
  await insert('b', '2025-10-01T04:30:00.000Z')
  expect((await migrator.migrateTo('0007-payment-references')).error).toBeUndefined()
  const columns = ['id', 'request_id', 'transaction_id', 'payment_reference'] as const
  expect(await db.selectFrom('Accommodation').select(columns).orderBy('id').execute()).toEqual([
    { id: 'a', request_id: 'ACC-000002', transaction_id: 'UTR 4123', payment_reference: '' },
    { id: 'b', request_id: 'ACC-000001', transaction_id: 'UTR 4123', payment_reference: '' },
  ])
  await db.destroy()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

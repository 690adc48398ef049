import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestStore } from '../../tests/support/test-store'
import { up } from './migrations/0003-mail-bounds'
import { openDatabase } from './open-database'

const oldMessage = (id: string, recipient: string, createdAt: string) =>
  sql`
    insert into message (id, kind, record_id, recipient, payload, state, attempts, next_attempt_at, created_at)
    values (${id}, 'registration', ${id}, ${recipient}, '{}', 'sent', 1, ${createdAt}, ${createdAt})
  `

test('messages of an earlier version are numbered by their mailbox, the oldest first', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  const db = await openDatabase(tables.store)
  await db.schema.dropTable('mail_allowance').execute()
  await db.schema.dropIndex('message_mailbox').execute()
  for (const column of ['mailbox', 'ordinal', 'due_at', 'scheduled_at', 'refused_at', 'is_copied'])
    await db.schema.alterTable('message').dropColumn(column).execute()
  await db.schema.createIndex('message_recipient').on('message').expression(sql`lower(recipient), created_at`).execute()
  await oldMessage('b', 'Asha@college.example', '2025-10-01T05:00:00.000Z').execute(db)
  await oldMessage('a', 'asha@college.example', '2025-10-01T06:00:00.000Z').execute(db)
  await oldMessage('c', 'bala@college.example', '2025-10-01T04:00:00.000Z').execute(db)
  await db.transaction().execute(up)
  const rows = await db
    .selectFrom('message')
    .select(['id', 'mailbox', 'ordinal', 'due_at', 'is_copied'])
    .orderBy('id')
    .execute()
  expect(rows).toEqual([
    { id: 'a', mailbox: 'asha@college.example', ordinal: 2, due_at: '2025-10-01T06:00:00.000Z', is_copied: 0 },
    { id: 'b', mailbox: 'asha@college.example', ordinal: 1, due_at: '2025-10-01T05:00:00.000Z', is_copied: 0 },
    { id: 'c', mailbox: 'bala@college.example', ordinal: 1, due_at: '2025-10-01T04:00:00.000Z', is_copied: 0 },
  ])
  await db.destroy()
  await tables.drop()
  await rm(folder, { recursive: true, force: true })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Migrator, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { registrationPayload } from '../../tests/support/messages'
import { createTestMailer } from '../../tests/support/test-mailer'
import { createTestStore, emptyStore } from '../../tests/support/test-store'
import { createConfirmations } from '../confirmations'
import { createLog } from '../log'
import { createOutbox } from '../mail/outbox'
import { migrations } from './migrate'
import { openDatabaseAsItIs } from './open-database'
import type { Db } from './schema'

const openOld = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-migration-'))
  const tables = await createTestStore(folder)
  await emptyStore(tables.store)
  const db = await openDatabaseAsItIs(tables.store)
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  onTestFinished(async () => {
    await db.destroy()
    await tables.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const migrateTo = async (name: string) => expect((await migrator.migrateTo(name)).error).toBeUndefined()
  return { db, migrateTo }
}

const time = '2025-10-01T04:30:00.000Z'
const payload = JSON.stringify(registrationPayload)
const message = {
  kind: 'registration',
  record_id: 'r',
  recipient: 'asha@students.test',
  payload,
  state: 'queued',
  attempts: 0,
  next_attempt_at: time,
  created_at: time,
}

const insert = async (db: Db, table: string, row: Record<string, string | number | null>) => {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

/** Sends all that is due a day later, twice over, and gives what went out. */
const deliverAll = async (db: Db) => {
  const mailer = createTestMailer()
  const clock = () => new Date(Date.parse(time) + 86_400_000)
  const outbox = createOutbox({
    db,
    mailer,
    confirmations: createConfirmations({ address: 'https://cerebra.test', clock }),
    clock,
    config: { mail: { from: 'a@b.test', organisers: undefined, waitSeconds: 5, perSecond: undefined } },
    newAddresses: { count: async () => undefined },
    log: createLog('silent'),
  })
  await outbox.releaseDeadClaims()
  for (let time = 0; time < 2; time += 1) while (await outbox.deliverDue());
  await outbox.stop()
  return mailer.sent.map(({ messageId }) => messageId)
}

test('what the first version had not sent is sent once', async () => {
  const { db, migrateTo } = await openOld()
  await migrateTo('0002-shared-limits')
  for (const [id, state] of Object.entries({ a: 'queued', b: 'sending', c: 'failed', d: 'sent' }))
    await insert(db, 'message', { ...message, id, state, attempts: state === 'queued' ? 0 : 1 })
  await insert(db, 'submission', {
    key: 'k',
    kind: 'registration',
    body_hash: 'h',
    record_id: 'r',
    message_id: 'a',
    created_at: time,
  })
  await migrateTo('0012-one-mail-queue')
  expect((await deliverAll(db)).sort()).toEqual(['a', 'b'])
  const kept = await db.selectFrom('submission').select('email_corrections').execute()
  expect(kept).toEqual([{ email_corrections: 0 }])
})

test('what the version before had not sent is sent once, in the order of the queue; a decision that found no place, too', async () => {
  const { db, migrateTo } = await openOld()
  await migrateTo('0011-dropped-imports')
  const old = { ...message, scheduled_at: time, is_copied: 0, ordinal: null, due_at: null, last_error: null }
  const mailbox = 'asha@students.test'
  const link = JSON.stringify({ email: mailbox, address: 'https://cerebra.test/desk/sign-in#x', minutes: 15 })
  const decided = JSON.stringify({
    email: mailbox,
    decision: 'verify',
    name: 'Asha Test',
    label: 'EVT-000123',
    what: 'Senior Quiz',
    reasons: [],
    note: '',
  })
  const later = '2025-10-01T20:30:00.000Z'
  await insert(db, 'message', { ...old, id: 'put off', mailbox, ordinal: 1, due_at: later, next_attempt_at: later })
  await insert(db, 'message', {
    ...old,
    id: 'sign-in',
    kind: 'desk-link',
    payload: link,
    mailbox: `desk-link ${mailbox}`,
    ordinal: 1,
    due_at: later,
    next_attempt_at: later,
  })
  const unplaced = { ...old, mailbox, state: 'failed', last_error: 'Too many e-mails to this mailbox are waiting' }
  await insert(db, 'message', { ...unplaced, id: 'decision', kind: 'decision', payload: decided })
  await insert(db, 'message', { ...unplaced, id: 'form' })
  await insert(db, 'message', { ...old, id: 'sent', mailbox, state: 'sent', ordinal: 2, due_at: time, payload: '' })
  // Two mailboxes have a first e-mail each, and become one.
  const gone = { ...old, kind: 'decision', state: 'sent', ordinal: 1, due_at: time, payload: '' }
  await insert(db, 'message', { ...gone, id: 'ravi', mailbox: 'ravi@students.test' })
  await migrateTo('0012-one-mail-queue')
  expect(await db.selectFrom('message').select(['id', 'priority', 'mailbox']).orderBy('id').execute()).toEqual([
    { id: 'decision', priority: 2, mailbox: '' },
    { id: 'form', priority: 1, mailbox },
    { id: 'put off', priority: 1, mailbox },
    { id: 'ravi', priority: 2, mailbox: '' },
    { id: 'sent', priority: 1, mailbox },
    { id: 'sign-in', priority: 0, mailbox: '' },
  ])
  expect(await deliverAll(db)).toEqual(['sign-in', 'put off', 'decision'])
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { registrationPayload } from '../../tests/support/messages'
import { blank, openOld } from '../../tests/support/old-tables'
import { createTestMailer } from '../../tests/support/test-mailer'
import { createConfirmations } from '../confirmations'
import { createLog } from '../log'
import { createOutbox } from '../mail/outbox'
import { createIndexer } from '../reviews/index-records'
import { isPostgres } from './engines'
import type { Db } from './schema'

const time = '2025-10-01T04:30:00.000Z'
const person = { name: 'Asha Test', email: 'asha@college.test', phone: '0123456789' }
const registration = {
  ...person,
  ...blank('year', 'event_id', 'institution', 'category', 'delegate_id', 'coupon_code'),
  team_members: JSON.stringify([{ name: 'Asha "name": Test' }, { name: 'Bala' }]),
  id: 'r',
  registration_id: 'EVT-000123',
  number: 123,
  registration_time: time,
  payment_screenshot_url: 'https://cerebra.test/files/a_b.png',
  coupon_applied: 'no',
  amount: null,
}
const pass = {
  ...person,
  ...blank('institution', 'pass_type'),
  id: 'p',
  purchase_time: time,
  delegate_id: '481920047713',
  registration_id: 'DP-047713',
  payment_screenshot_url: 'https://images.test/v1/c.png',
  amount: 500,
}
const room = {
  ...person,
  ...blank(
    'room_type',
    'check_in',
    'check_out',
    'payment_proof_url',
    'college',
    'id_proof_url',
    'events',
    'event_keys',
  ),
  ...blank('participation_proof_url', 'arrival', 'departure'),
  id: 'a',
  booking_time: time,
  transaction_id: '412345678901',
}

/** Columns, indexes and triggers, as the table store itself says them. */
const describeTables = async (db: Db): Promise<string[]> => {
  const { rows } = await (isPostgres(db)
    ? sql<{ text: string }>`
        select concat_ws(' ', table_name, ordinal_position, column_name, data_type, is_nullable, column_default, collation_name)
          as text
        from information_schema.columns where table_schema = current_schema()
        union all select indexdef from pg_indexes where schemaname = current_schema()
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
          from pg_constraint where connamespace = current_schema()::regnamespace`
    : sql<{ text: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as text from sqlite_schema`
  ).execute(db)
  return rows.map(({ text }) => text).sort()
}

test('tables of both released versions become those of today, column by column, and nothing of theirs is left', async () => {
  const fresh = await openOld()
  await fresh.migrate()
  const wanted = await describeTables(fresh.db)
  expect(wanted.length).toBeGreaterThan(60)
  for (const version of ['9424f19', '20c3f67'] as const) {
    const { db, migrate } = await openOld(version)
    expect(await describeTables(db)).not.toEqual(wanted)
    await migrate()
    expect(await describeTables(db), version).toEqual(wanted)
    await migrate()
  }
})

const message = {
  kind: 'registration',
  record_id: 'r',
  recipient: 'asha@students.test',
  payload: JSON.stringify(registrationPayload),
  state: 'queued',
  attempts: 0,
  next_attempt_at: time,
  created_at: time,
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
    limits: { newAddresses: { count: async () => undefined }, links: { count: async () => undefined } },
    log: createLog('silent'),
  })
  await outbox.releaseDeadClaims()
  for (let time = 0; time < 2; time += 1) while (await outbox.deliverDue());
  await outbox.stop()
  return mailer.sent.map(({ messageId }) => messageId)
}

test('9424f19: records stay, uploads say where they lie, rooms are numbered as they came, and all wait for a check', async () => {
  const { db, migrate, insert, read } = await openOld('9424f19')
  await insert('EventRegistration', { ...registration, submission_key: 'k' })
  await insert('DelegatePass', { ...pass, submission_key: null })
  await insert('Accommodation', { ...room, booking_time: '2025-10-01T20:00:00.000Z' }, { ...room, id: 'b' })
  const upload = { preset: 'payment', format: 'png', bytes: 100, created_at: time, referenced_at: time }
  const addresses = {
    a_b: 'https://cerebra.test/files/a_b.png',
    c: 'https://images.test/v1/c.png',
    d: 'https://images.test/files/d.jpg',
  }
  for (const [public_id, secure_url] of Object.entries(addresses))
    await insert('upload', { public_id, secure_url, ...upload })
  await migrate()
  const later = { payment_reference: '', utr: '' }
  expect(await db.selectFrom('EventRegistration').selectAll().execute()).toEqual([{ ...registration, ...later }])
  expect(await db.selectFrom('DelegatePass').selectAll().execute()).toEqual([{ ...pass, ...later }])
  expect(await read('Accommodation', ['id', 'request_id', 'transaction_id', 'amount'])).toEqual([
    ['a', 'ACC-000002', '412345678901', 50],
    ['b', 'ACC-000001', '412345678901', 50],
  ])
  expect(await read('upload', ['public_id', 'location'])).toEqual([
    ['a_b', 'file-store'],
    ['c', 'image-host'],
    ['d', 'image-host'],
  ])
  expect(await read('review', ['record_id', 'kind', 'day', 'state', 'prepared'])).toEqual([
    ['a', 'accommodation', '2025-10-02', 'submitted', 0],
    ['b', 'accommodation', '2025-10-01', 'submitted', 0],
    ['p', 'delegate-pass', '2025-10-01', 'submitted', 0],
    ['r', 'registration', '2025-10-01', 'submitted', 0],
  ])
  expect(await read('review', ['record_id', 'due', 'people'])).toEqual([
    ['a', 5_000, 1],
    ['b', 5_000, 1],
    ['p', 50_000, 1],
    ['r', null, 2],
  ])
})

test('9424f19: what had not been sent is sent once, and what it said of the sent is not kept', async () => {
  const { db, migrate, insert, read } = await openOld('9424f19')
  for (const [id, state] of Object.entries({ a: 'queued', b: 'sending', c: 'failed', d: 'sent' }))
    await insert('message', { ...message, id, state, attempts: state === 'queued' ? 0 : 1 })
  const key = { key: 'k', kind: 'registration', body_hash: 'h', record_id: 'r', message_id: 'a', created_at: time }
  await insert('submission', key)
  await migrate()
  expect(await read('message', ['id', 'mailbox', 'due_at', 'priority'])).toEqual(
    ['a', 'b', 'c', 'd'].map((id) => [id, message.recipient, time, 1]),
  )
  expect((await read('message', ['id', 'payload'])).map(([, payload]) => payload !== '')).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect((await deliverAll(db)).sort()).toEqual(['a', 'b'])
  expect(await read('submission', ['email_corrections'])).toEqual([[0]])
})

test('20c3f67: what had not been sent is sent once, in the order of the queue; a decision that found no place, too', async () => {
  const { db, migrate, insert, read } = await openOld('20c3f67')
  const old = { ...message, scheduled_at: time, is_copied: 0, ordinal: null, due_at: null, last_error: null }
  const mailbox = 'asha@students.test'
  const link = JSON.stringify({ email: mailbox, address: 'https://cerebra.test/desk/sign-in#x', minutes: 15 })
  const facts = { email: mailbox, decision: 'verify', name: 'Asha Test', label: 'EVT-000123', what: 'Senior Quiz' }
  const decided = JSON.stringify({ ...facts, reasons: [], note: '' })
  const later = { ordinal: 1, due_at: '2025-10-01T20:30:00.000Z', next_attempt_at: '2025-10-01T20:30:00.000Z' }
  const unplaced = { ...old, mailbox, state: 'failed', last_error: 'Too many e-mails to this mailbox are waiting' }
  // Two mailboxes have a first e-mail each, and become one.
  const gone = { ...old, kind: 'decision', state: 'sent', ordinal: 1, due_at: time, payload: '' }
  await insert(
    'message',
    { ...old, ...later, id: 'put off', mailbox },
    { ...old, ...later, id: 'sign-in', kind: 'desk-link', payload: link, mailbox: `desk-link ${mailbox}` },
    { ...unplaced, id: 'decision', kind: 'decision', payload: decided },
    { ...unplaced, id: 'form' },
    { ...old, id: 'sent', mailbox, state: 'sent', ordinal: 2, due_at: time, payload: '' },
    { ...gone, id: 'ravi', mailbox: 'ravi@students.test' },
  )
  await migrate()
  expect(await read('message', ['id', 'priority', 'mailbox'])).toEqual([
    ['decision', 2, ''],
    ['form', 1, mailbox],
    ['put off', 1, mailbox],
    ['ravi', 2, ''],
    ['sent', 1, mailbox],
    ['sign-in', 0, ''],
  ])
  expect(await deliverAll(db)).toEqual(['sign-in', 'put off', 'decision'])
})

const review = (record_id: string, ground: string | null = null) => ({
  ...{ record_id, kind: 'delegate-pass', event: '', day: '', state: ground ? 'verified' : 'submitted', ground },
  ...{ version: 1, created_at: '', changed_at: '', prepared: 1 },
})
const passOf = (id: string, payment_screenshot_url: string, utr = '') => ({
  ...{ ...pass, id, delegate_id: id, registration_id: id, payment_screenshot_url, payment_reference: '', utr },
  purchase_time: `2025-10-01T04:30:00.00${id.length}Z`,
})

test('20c3f67: what was read of pictures stays by the proofs’ own ids, and flags are made anew by groups (14.16, 14.17)', async () => {
  const { db, migrate, insert, read } = await openOld('20c3f67')
  for (const id of ['one', 'second']) {
    await insert('DelegatePass', passOf(id, `https://cerebra.test/files/${id}.png`, '412345678901'))
    await insert('review', review(id))
  }
  const flag = { detail: '', created_at: '' }
  await insert('flag', { id: 'f1', record_id: 'one', kind: 'same-utr', other_id: 'second', ...flag })
  await insert('flag', { id: 'f2', record_id: 'second', kind: 'similar-picture', other_id: 'one', ...flag })
  const secure_url = 'https://cerebra.test/files/a.png'
  await insert('upload', { public_id: 'a', secure_url, preset: 'payment', format: 'png', bytes: 1, created_at: time })
  await insert('proof', { id: 'proof-a', record_id: 'r', field: 'f', url: secure_url, created_at: time })
  for (const [id, proof, kind] of [
    ['e1', 'a', 'ocr'],
    ['e2', 'gone', 'ocr'],
    ['e3', 'a', 'fingerprint'],
    ['e4', 'a', 'likeness'],
  ] as const)
    await insert('evidence', {
      ...{ id, proof, kind, other: '', method: '', data: '{"amount":500}', actor: 'ravi@college.test', created_at: '' },
    })
  await insert('audit_entry', { ...blank('actor', 'detail'), id: 'l', at: time, action: 'corrected', record_id: 'one' })
  await migrate()
  expect(await read('flag', ['id'])).toEqual([])
  expect(await read('evidence', ['proof', 'data', 'actor'])).toEqual([
    ['gone', '{"amount":500}', 'ravi@college.test'],
    ['proof-a', '{"amount":500}', 'ravi@college.test'],
  ])
  expect(await read('review', ['record_id', 'corrected_at', 'earlier_values'])).toEqual([
    ['one', time, '[]'],
    ['second', null, '[]'],
  ])
  const error = (problem: unknown) => expect(problem).toBe('')
  await createIndexer({ db, clock: () => new Date(), log: { error } }).run()
  expect(await read('flag', ['record_id', 'kind'])).toEqual([['second', 'same-utr']])
})

test('20c3f67: cash, a sentence in the place of a picture, becomes cash with who took it (14.94)', async () => {
  const { migrate, insert, read } = await openOld('20c3f67')
  const cash = 'Paid in cash at the desk'
  const picture = 'https://cerebra.test/files/a.png'
  const pictures = { cash, seen: cash, upi: 'Paid by UPI at the desk', usual: picture }
  for (const [id, shown] of Object.entries(pictures)) {
    await insert('DelegatePass', passOf(id, shown))
    await insert('review', review(id, ['seen', 'usual'].includes(id) ? 'picture' : null))
  }
  const line = { id: 'a', at: '', actor: 'ravi@college.test', action: 'walk-in-entered', detail: '{}' }
  await insert('audit_entry', { ...line, record_id: 'cash', decision_id: null })
  await migrate()
  expect(await read('review', ['record_id', 'ground', 'cash_amount', 'cash_by'])).toEqual([
    ['cash', null, 50_000, 'ravi@college.test'],
    ['seen', 'cash', 50_000, ''],
    ['upi', null, null, null],
    ['usual', 'picture', null, null],
  ])
  expect(await read('cash_move', ['record_id', 'kind', 'to_holder', 'amount'])).toEqual([
    ['cash', 'taken', 'ravi@college.test', 50_000],
    ['seen', 'taken', '', 50_000],
  ])
  const shown = await read('DelegatePass', ['id', 'payment_screenshot_url'])
  expect(shown.map(([, url]) => url)).toEqual(['', '', '', picture])
})

test('20c3f67: a file that was taken back counts for nothing, and who was verified stays so (15.49)', async () => {
  const { migrate, insert, read } = await openOld('20c3f67')
  const file = { ...blank('at', 'actor', 'layout', 'first_day', 'last_day'), rows: 2, lists_rows: 1 }
  await insert('bank_import', { ...file, id: 'live', dropped_at: null }, { ...file, id: 'gone', dropped_at: '2025' })
  const match = { ...blank('actor', 'at', 'reason'), record_id: 'r', spending_id: 's', amount: 5, decision_id: 'd' }
  for (const [id, import_id, freed_by] of [
    ['a', 'live', null],
    ['b', 'live', null],
    ['c', 'gone', 'd1'],
  ] as const) {
    await insert('bank_row', { ...blank('day', 'narration', 'reference'), id, import_id, line: 1, amount: 5 })
    await insert('bank_import_row', { id, import_id, row_id: id })
    if (freed_by === null) await insert('bank_spending', { row_id: id, spending_id: 's' })
    await insert('bank_match', { ...match, id, row_id: id, freed_by })
  }
  await insert('bank_match', { ...match, id: 'a2', row_id: 'a', record_id: 'q', spending_id: 'old', freed_by: 'd2' })
  await migrate()
  expect(await read('bank_import', ['id'])).toEqual([['live']])
  expect(await read('bank_row', ['id'])).toEqual([['a'], ['b']])
  expect(await read('bank_spending', ['row_id', 'spending_id'])).toEqual([
    ['a', 's.a'],
    ['b', 's.b'],
  ])
  expect(await read('bank_match', ['id', 'spending_id'])).toEqual([
    ['a', 's.a'],
    ['a2', 'old.a'],
    ['b', 's.b'],
  ])
})

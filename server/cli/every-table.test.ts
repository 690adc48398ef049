import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { makeFolder } from '../../tests/support/make-folder'
import {
  createDeskApp,
  type Desk,
  deskOrigin,
  organisers,
  signIn,
} from '../../tests/support/organisers'
import {
  copied,
  everyTable,
  expiring,
  exported,
  forgotten,
  internalTables,
  permanent,
} from '../../tests/support/table-rules'
import type { TestApp } from '../../tests/support/test-app'
import { createLog } from '../app/log'
import type { Tables } from '../db/schema'
import { tableNames } from '../db/table-rows'
import { runHousekeeping } from '../jobs/housekeeping'
import { deleteOldProofs } from '../jobs/retention'
import { exportedTables, exportTable } from './export'
import { forgetPerson } from './forget-person'
import { restoreBackup } from './restore'
import { takeBackup } from './take-backup'

let festival: TestApp
let ravi: Desk
let folder: string
beforeEach(async () => {
  folder = await makeFolder()
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(async () => {
  await festival.close()
})

const count = async (table: keyof Tables) =>
  (await festival.db.selectFrom(table).selectAll().execute()).length

/** `forget-person.test.ts` covers the entries of these forms. */
const otherForms: readonly string[] = ['EventRegistration', 'Accommodation']
const filesOnly: readonly string[] = ['upload', 'ocr_result']

/**
 * Asha repeats Bela's UTR. Asha's entry has a proof with an OCR result and a requested correction.
 */
const fillDesk = async () => {
  const utr = '412345678901'
  await submit(festival, 'delegate-pass', {
    utr,
    name: 'Bela Rao',
    email: 'bela@college.test',
    phone: '9800000001',
  })
  festival.passSeconds(1)
  await submit(festival, 'delegate-pass', { utr })
  const asha = await readOnly(ravi, '?q=asha')
  const { proofs } = await readEntry(ravi, asha.id)
  const items = [{ proof: proofs[0]?.id, note: 'asha pays' }]
  await ravi.send('POST', '/api/desk/ocr-results', { items })
  await ravi.send('POST', `/api/desk/entries/${asha.id}/notes`, {
    id: randomUUID(),
    words: 'Asha calls back',
  })
  await decideOn(ravi, asha, {
    decision: 'ask-correction',
    reasons: [{ key: 'proof-unreadable' }],
    note: 'Dear Asha',
  })
  await readQueue(ravi)
  await fillStatement(asha.id)
  const move = {
    id: 'taken',
    actor: organisers.verifier,
    kind: 'taken',
    amount: 400,
    entry_id: asha.id,
  } as const
  await festival.db
    .insertInto('cash_move')
    .values({
      ...move,
      at: festival.now.toISOString(),
      from_holder: null,
      to_holder: organisers.verifier,
    })
    .execute()
  const added = { added_by: organisers.verifier, added_at: festival.now.toISOString() }
  await festival.db
    .insertInto('organiser')
    .values({ ...added, email: 'mira@college.test', role: 'viewer', events: '' })
    .execute()
  const saved = { version: 1, json: '{"subjects":{}}', changes: '[]', organiser: organisers.admin }
  await festival.db
    .insertInto('festival_state')
    .values({ ...saved, at: festival.now.toISOString() })
    .execute()
  await festival.db.insertInto('event_places').values({ event: 'SeniorQuiz', places: 40 }).execute()
  await festival.db
    .insertInto('group_link')
    .values({ event: 'SeniorQuiz', url: 'https://chat.test/quiz' })
    .execute()
  await fillAttendance(asha.id)
  await writeToAsha()
  return asha
}

const fillAttendance = async (entry_id: string) => {
  const at = festival.now.toISOString()
  const mark = { entry_id, list: 'day:2025-10-09', member: 1, actor: organisers.verifier, at }
  await festival.db
    .insertInto('attendance')
    .values({ ...mark, id: 'mark', present: 1 })
    .execute()
  await festival.db.updateTable('review').set({ room: 'Hostel 2' }).execute()
  await festival.db
    .insertInto('door')
    .values({
      id: 'door',
      list: 'day:2025-10-09',
      day: '2025-10-09',
      number: 1,
      key: 'key',
      test_code: 'code',
      opened_by: organisers.verifier,
      opened_at: at,
    })
    .execute()
  await festival.db
    .insertInto('door_phone')
    .values({
      id: 'phone',
      door_id: 'door',
      hash: 'hash',
      volunteer: 'Dev',
      added_at: at,
      unsent: 0,
      is_copied: 0,
    })
    .execute()
  await festival.db
    .insertInto('door_unlisted')
    .values({ id: 'unlisted', door_id: 'door', name: 'ASHA Test', volunteer: 'Dev', at })
    .execute()
}

/** Queues a message to Asha and stops it before it is delivered. */
const writeToAsha = async () => {
  const admin = await signIn(festival, 'admin')
  const message = {
    id: randomUUID(),
    subject: 'Tomorrow',
    text: 'Bring your ID.',
  }
  await admin.send('POST', '/api/desk/messages?state=needs-correction', message)
  await admin.send('PUT', `/api/desk/messages/${message.id}`, { state: 'stopped' })
  // The admin is also called Asha.
  await festival.db.deleteFrom('message').where('recipient', '=', organisers.admin).execute()
}

const fillStatement = async (entry_id: string) => {
  const { db } = festival
  const at = festival.now.toISOString()
  const actor = organisers.verifier
  const first_day = '2025-09-01' as const
  const last_day = '2025-10-01' as const
  const file = { id: 'import', at, actor, layout: 'own', first_day, last_day, rows: 2 }
  await db.insertInto('bank_import').values(file).execute()
  const row = {
    import_id: 'import',
    line: 1,
    day: last_day,
    amount: 400,
    reference: '412345678901',
    balance: null,
  }
  await db
    .insertInto('bank_row')
    .values([
      { ...row, id: 'paid', narration: 'UPI from asha@college.test' },
      { ...row, id: 'open', narration: 'UPI from a stranger' },
    ])
    .execute()
  await db.insertInto('allocated_row').values({ row_id: 'paid', command_id: 'press' }).execute()
  const match = {
    id: 'match',
    row_id: 'paid',
    entry_id,
    command_id: 'press',
    amount: 400,
    actor,
    at,
    reason: '',
  }
  await db
    .insertInto('allocation')
    .values({ ...match, decision_id: null, freed_by: null, is_reversed: 0 })
    .execute()
  await db.insertInto('bank_layout').values({ id: 'own', layout: '{}', actor, at }).execute()
  await db
    .insertInto('refund')
    .values({ id: 'refund', entry_id, amount: 50, kind: 'returned', note: '', actor, at })
    .execute()
  await db.insertInto('refund_upi_id').values({ entry_id, upi_id: 'asha@ybl', at }).execute()
}

test('backup and export include all expected tables (14.30)', async () => {
  const tables = await festival.db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !internalTables.includes(name))
  expect(names.sort()).toEqual([...everyTable].sort())
  expect([...tableNames].sort()).toEqual([...copied].sort())
  expect([...exportedTables].sort()).toEqual([...exported].sort())
})

test('forget erases a person from every table except the audit log (14.30)', async () => {
  const asha = await fillDesk()
  const traces = async (table: keyof Tables, pattern: RegExp) =>
    (await festival.db.selectFrom(table).selectAll().execute()).filter((row) =>
      pattern.test(JSON.stringify(row)),
    ).length
  const about = new RegExp(`asha|${asha.id}`, 'i')
  const erased = forgotten.filter((table) => !otherForms.includes(table))
  for (const table of erased.filter((name) => !filesOnly.includes(name))) {
    expect(await traces(table, about), table).toBeGreaterThan(0)
  }
  const audit = await count('audit_line')
  const uploads = await count('upload')
  const files = festival.files.store
  const mailFolder = join(festival.config.dataDir, 'mail')
  await forgetPerson({
    db: festival.db,
    files,
    clock: () => festival.now,
    mailFolder,
    person: { email: 'asha@college.test' },
  })
  for (const table of erased) {
    expect(await traces(table, about), table).toBe(0)
  }
  for (const table of everyTable) {
    expect(await traces(table, /asha@college|Dear Asha|asha pays/i), table).toBe(0)
  }
  expect(await count('audit_line')).toBe(audit)
  expect(await count('upload')).toBe(uploads - 1)
  const bela = await readOnly(ravi)
  expect([bela.name, bela.flags]).toEqual(['Bela Rao', []])
})

test('a restore recovers every table except sessions (14.30)', async () => {
  await fillDesk()
  const deps = { db: festival.db, files: festival.files.store, folder: join(folder, 'backup') }
  await takeBackup({ ...deps, clock: () => festival.now })
  const read = async (app: TestApp) => {
    const rows: Record<string, unknown[]> = {}
    for (const table of tableNames) {
      rows[table] = (await app.db.selectFrom(table).selectAll().execute())
        .map((row) => JSON.stringify({ ...row, is_indexed: undefined }))
        // Backups omit queued e-mails that contain a private link.
        .filter((row) => !row.includes('/my-submission#'))
        .sort()
    }
    return rows
  }
  const before = await read(festival)
  for (const table of copied.filter((name) => !otherForms.includes(name))) {
    expect(before[table]?.length, table).toBeGreaterThan(0)
  }
  const elsewhere = await createDeskApp()
  await restoreBackup({
    ...deps,
    clock: () => festival.now,
    db: elsewhere.db,
    files: elsewhere.files.store,
    force: true,
  })
  expect(await read(elsewhere)).toEqual(before)
  expect(await elsewhere.db.selectFrom('desk_session').selectAll().execute()).toEqual([])
  expect((await readQueue(await signIn(elsewhere), '?q=bela')).map(({ name }) => name)).toEqual([
    'Bela Rao',
  ])
  await elsewhere.close()
})

test('retention also deletes replaced proofs and OCR results (14.30)', async () => {
  await fillDesk()
  await deleteOldProofs({
    db: festival.db,
    files: festival.files.store,
    asOf: new Date('2026-01-01T00:00:00Z'),
    lastDay: '2025-10-12',
    keptDays: 30,
  })
  const proofs = await festival.db.selectFrom('proof').select('url').execute()
  expect(proofs).toEqual([{ url: 'deleted on 2026-01-01' }, { url: 'deleted on 2026-01-01' }])
  expect(await count('ocr_result')).toBe(0)
  const kept = await festival.db
    .selectFrom('upload')
    .selectAll()
    .where('referenced_at', 'is not', null)
    .execute()
  expect(kept).toEqual([])
})

test('the daily cleanup deletes expired rows only (14.5, 14.45)', async () => {
  await fillDesk()
  await festival.post('/api/desk/sign-in', { email: organisers.admin }, deskOrigin)
  for (const table of expiring) {
    expect(await count(table), table).toBeGreaterThan(0)
  }
  const counts = async () =>
    Object.fromEntries(await Promise.all(permanent.map(async (name) => [name, await count(name)])))
  const before = await counts()
  const links = await festival.db
    .selectFrom('message')
    .select('id')
    .where('kind', '=', 'desk-link')
    .execute()
  expect(links.length).toBeGreaterThan(0)
  const keep = (day: string) => {
    festival.now = new Date(day)
    const { db, files } = festival
    const settings = {
      acceptedDay: day.slice(0, 10),
      lastDay: '2025-10-12' as const,
      keptDays: undefined,
    }
    return runHousekeeping({
      db,
      files: files.store,
      clock: () => festival.now,
      log: createLog('silent'),
      ...settings,
    })
  }
  await keep('2025-10-15T00:00:00.000Z')
  expect(await count('private_link'), 'it may still be exchanged').toBe(1)
  await keep('2025-11-20T00:00:00.000Z')
  for (const table of expiring) {
    expect(await count(table), table).toBe(0)
  }
  // E-mails with a sign-in link are deleted one day after they were sent.
  const left = { ...before, message: (before.message ?? 0) - links.length }
  expect({ ...(await counts()), heartbeat: before.heartbeat }).toEqual(left)
})

test('exports refunds and the audit log only for admins, in rupees and Indian time (14.113)', async () => {
  await fillDesk()
  const admin = await signIn(festival, 'admin')
  const refunds = await (await admin.get('/api/desk/refunds/file')).text()
  expect(refunds.split('\r\n').slice(1)).toEqual([
    expect.stringMatching(
      /^Refunded,0\.5,DP-\d+,Asha Test,,,,,ravi@college\.test,2025-10-01 10:00$/,
    ),
    '',
  ])
  festival.passSeconds(60)
  const before = await admin.get('/api/desk/audit/file')
  expect(await before.text()).toMatch(/\r\n2025-10-01 10:00,ravi@college\.test,decided,/)
  festival.passSeconds(60)
  const audit = await (await admin.get('/api/desk/audit/file')).text()
  expect(audit.split('\r\n')[1]).toMatch(
    /^2025-10-01 10:01,asha@organisers\.test,exported,"\{""table"":""audit""/,
  )
  expect((await ravi.get('/api/desk/refunds/file')).status).toBe(403)
  expect((await ravi.get('/api/desk/audit/file')).status).toBe(403)
})

test('records exports by the command line in the audit log (14.8)', async () => {
  await submit(festival, 'delegate-pass', {})
  await exportTable(festival.db, 'DelegatePass', async () => {})
  const { lines } = await (await ravi.get('/api/desk/audit?action=exported')).json()
  expect(lines).toMatchObject([
    { actor: 'command line', detail: { table: 'DelegatePass', format: 'csv', rows: 1 } },
  ])
})

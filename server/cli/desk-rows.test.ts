import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeskApp, type Desk, signIn } from '../../tests/support/organisers'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/submissions'
import type { TestApp } from '../../tests/support/test-app'
import { tableNames } from '../db/table-rows'
import { deleteOldProofs } from '../jobs/retention'
import { restoreBackup } from './backup/restore-backup'
import { takeBackup } from './backup/take-backup'
import { forgetPerson } from './forget-person'

let festival: TestApp
let ravi: Desk
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-desk-rows-'))
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(async () => {
  await festival.close()
  await rm(folder, { recursive: true, force: true })
})

const deskTables = ['review', 'decision', 'audit_entry', 'proof', 'flag', 'evidence', 'private_link'] as const
const allTables = [...deskTables, 'search_token', 'presence'] as const
const count = async (table: (typeof allTables)[number]) =>
  (await festival.db.selectFrom(table).selectAll().execute()).length

/** Asha and Bela with the same UTR; Asha's was looked at, read, and is to be corrected. */
const fillDesk = async () => {
  const utr = '412345678901'
  await submit(festival, 'delegate-pass', { utr })
  await submit(festival, 'delegate-pass', { utr, name: 'Bela Rao', email: 'bela@college.test', phone: '9800000001' })
  const asha = await readOnly(ravi, '?q=asha')
  await ravi.send('PUT', `/api/desk/submissions/${asha.id}/presence`)
  const record = await (await ravi.get(`/api/desk/submissions/${asha.id}`)).json()
  const items = [{ kind: 'ocr', proof: record.proofs[0].id, note: 'asha pays' }]
  await ravi.send('POST', '/api/desk/evidence', { items })
  await decideOn(ravi, asha, { decision: 'ask-correction', reasons: [{ key: 'proof-unreadable' }], note: 'Dear Asha' })
  await readQueue(ravi)
  return asha
}

test('forget erases all that the desk knows of a person, and what others’ records say of it; the audit log stays (14.30)', async () => {
  const asha = await fillDesk()
  const audit = await count('audit_entry')
  const [files, mailFolder] = [festival.files.store, join(festival.config.dataDir, 'mail')]
  await forgetPerson({ db: festival.db, files, clock: () => festival.now, mailFolder, email: 'asha@college.test' })
  for (const table of allTables) {
    const rows = await festival.db.selectFrom(table).selectAll().execute()
    const rest = table === 'audit_entry' ? [] : rows
    expect(JSON.stringify(rest), table).not.toMatch(new RegExp(`asha|${asha.id}`, 'i'))
    expect(JSON.stringify(rows), table).not.toMatch(/asha@college|Dear Asha|asha pays/i)
  }
  expect(await count('audit_entry')).toBe(audit)
  const bela = await readOnly(ravi)
  expect([bela.name, bela.flags]).toEqual(['Bela Rao', []])
})

test('a backup brings every table of the desk back, nobody is signed in, and the search finds again (14.30)', async () => {
  await fillDesk()
  const parts = { db: festival.db, files: festival.files.store, folder: join(folder, 'backup') }
  await takeBackup({ ...parts, clock: () => festival.now })
  const read = async (app: TestApp) => {
    const rows: Record<string, unknown[]> = {}
    for (const table of tableNames)
      rows[table] = (await app.db.selectFrom(table).selectAll().execute())
        .map((row) => JSON.stringify({ ...row, prepared: undefined }))
        .sort()
    return rows
  }
  const before = await read(festival)
  for (const table of deskTables) expect(before[table]?.length, table).toBeGreaterThan(0)
  const elsewhere = await createDeskApp()
  await restoreBackup({ ...parts, db: elsewhere.db, files: elsewhere.files.store, force: true })
  expect(await read(elsewhere)).toEqual(before)
  expect(await elsewhere.db.selectFrom('desk_session').selectAll().execute()).toEqual([])
  expect((await readQueue(await signIn(elsewhere), '?q=bela')).map(({ name }) => name)).toEqual(['Bela Rao'])
  await elsewhere.close()
})

test('when proofs go in their time, earlier ones go too, and what was read from them (14.30)', async () => {
  await fillDesk()
  await deleteOldProofs({
    db: festival.db,
    files: festival.files.store,
    by: new Date('2026-01-01T00:00:00Z'),
    lastDay: '2025-10-12',
    keptDays: 30,
  })
  const proofs = await festival.db.selectFrom('proof').select('url').execute()
  expect(proofs).toEqual([{ url: 'deleted on 2026-01-01' }, { url: 'deleted on 2026-01-01' }])
  expect(await count('evidence')).toBe(0)
  const kept = await festival.db.selectFrom('upload').selectAll().where('referenced_at', 'is not', null).execute()
  expect(kept).toEqual([])
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDeskApp, type Desk, deskOrigin, organisers, signIn } from '../../tests/support/organisers'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/submissions'
import type { TestApp } from '../../tests/support/test-app'
import type { Tables } from '../db/schema'
import { type TableName, tableNames } from '../db/table-rows'
import { keepHouse } from '../jobs/housekeeping'
import { deleteOldProofs } from '../jobs/retention'
import { createLog } from '../log'
import { restoreBackup } from './backup/restore-backup'
import { takeBackup } from './backup/take-backup'
import { exportTables } from './export/export-tables'
import { noteExport } from './export/note-export'
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

interface Account {
  /** The export that gives its rows, or why none does. */
  export: keyof typeof exportTables | { none: string }
  /** Whether a backup has its rows and a restore brings them back, or why not. */
  backup: 'copied' | { left: string }
  /** What `forget` does with a person's rows, or why it leaves them. */
  forget: 'erases' | { leaves: string }
  /** When rows go by themselves: `proofs`, with the files in their time; `time`, when their own is over. */
  goes: 'with proofs' | 'in time' | 'never'
}

const none = (why: string) => ({ none: why })

/** What becomes of every table; one that is missing here does not compile. */
const accounts: Readonly<Record<keyof Tables, Account>> = {
  EventRegistration: { export: 'registrations', backup: 'copied', forget: 'erases', goes: 'never' },
  DelegatePass: { export: 'delegate-passes', backup: 'copied', forget: 'erases', goes: 'never' },
  Accommodation: { export: 'accommodations', backup: 'copied', forget: 'erases', goes: 'never' },
  submission: {
    export: none('keys of forms say nothing to people'),
    backup: 'copied',
    forget: 'erases',
    goes: 'never',
  },
  message: { export: 'messages', backup: 'copied', forget: 'erases', goes: 'never' },
  upload: { export: none('the records name their files'), backup: 'copied', forget: 'erases', goes: 'with proofs' },
  mail_allowance: {
    export: none('counts of an hour'),
    backup: { left: 'counts of an hour' },
    forget: { leaves: 'it names no person' },
    goes: 'in time',
  },
  heartbeat: {
    export: none('about this installation'),
    backup: { left: 'it belongs to this installation' },
    forget: { leaves: 'it names no person' },
    goes: 'never',
  },
  review: { export: 'reviews', backup: 'copied', forget: 'erases', goes: 'never' },
  search_token: {
    export: none('made from the records'),
    backup: { left: 'made from the records, and made anew' },
    forget: 'erases',
    goes: 'never',
  },
  presence: {
    export: none('who looks just now'),
    backup: { left: 'who looks just now' },
    forget: 'erases',
    goes: 'in time',
  },
  decision: { export: 'decisions', backup: 'copied', forget: 'erases', goes: 'never' },
  audit_entry: {
    export: 'audit',
    backup: 'copied',
    forget: { leaves: 'ids and keys, and nothing that a registrant wrote' },
    goes: 'never',
  },
  proof: { export: none('the records name their files'), backup: 'copied', forget: 'erases', goes: 'never' },
  flag: { export: none('made from the records'), backup: 'copied', forget: 'erases', goes: 'never' },
  evidence: {
    export: none('what browsers read, beside its picture'),
    backup: 'copied',
    forget: 'erases',
    goes: 'with proofs',
  },
  sign_in_link: {
    export: none('it lets somebody in'),
    backup: { left: 'whoever was signed in signs in anew' },
    forget: { leaves: 'it is an organiser’s, for a quarter of an hour' },
    goes: 'in time',
  },
  desk_session: {
    export: none('it lets somebody in'),
    backup: { left: 'whoever was signed in signs in anew' },
    forget: { leaves: 'it is an organiser’s, for a week' },
    goes: 'in time',
  },
  private_link: { export: none('it lets somebody in'), backup: 'copied', forget: 'erases', goes: 'in time' },
}

/** A key that hashes senders, and the counts of a limit: no query sees their rows, and no copy holds them. */
const unseen = ['sender_key', 'rate_limit']

const isTable = (name: string): name is keyof Tables => name in accounts
const everyTable = Object.keys(accounts).filter(isTable)
const tablesWith = (test: (account: Account) => boolean) => everyTable.filter((name) => test(accounts[name]))
const isCopied = (name: keyof Tables): name is TableName => accounts[name].backup === 'copied'

const count = async (table: keyof Tables) => (await festival.db.selectFrom(table).selectAll().execute()).length

/** No form of these is sent here; how they are erased is told in `forget-person.test.ts`. */
const otherForms: readonly string[] = ['EventRegistration', 'Accommodation']
/** They name files, and no person. */
const filesOnly: readonly string[] = ['upload', 'evidence']

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

test('every table that there is has its account, and commands do what it says (14.30)', async () => {
  const tables = await festival.db.introspection.getTables()
  const names = tables.map(({ name }) => name).filter((name) => !unseen.includes(name))
  expect(names.sort()).toEqual([...everyTable].sort())
  expect([...tableNames].sort()).toEqual(everyTable.filter(isCopied).sort())
  const exported = new Set(Object.values(exportTables).map(({ table }) => table))
  expect(new Set(tablesWith((account) => typeof account.export === 'string'))).toEqual(exported)
  for (const name of everyTable) {
    const { export: given } = accounts[name]
    if (typeof given === 'string') expect(exportTables[given].table).toBe(name)
  }
})

test('forget erases all that the tables know of a person, and what others’ records say of it; the audit log stays (14.30)', async () => {
  const asha = await fillDesk()
  const traces = async (table: keyof Tables, pattern: RegExp) =>
    (await festival.db.selectFrom(table).selectAll().execute()).filter((row) => pattern.test(JSON.stringify(row)))
      .length
  const about = new RegExp(`asha|${asha.id}`, 'i')
  const erased = tablesWith(({ forget }) => forget === 'erases').filter((table) => !otherForms.includes(table))
  for (const table of erased.filter((name) => !filesOnly.includes(name)))
    expect(await traces(table, about), table).toBeGreaterThan(0)
  const [audit, uploads] = [await count('audit_entry'), await count('upload')]
  const [files, mailFolder] = [festival.files.store, join(festival.config.dataDir, 'mail')]
  await forgetPerson({ db: festival.db, files, clock: () => festival.now, mailFolder, email: 'asha@college.test' })
  for (const table of erased) expect(await traces(table, about), table).toBe(0)
  for (const table of everyTable) expect(await traces(table, /asha@college|Dear Asha|asha pays/i), table).toBe(0)
  expect(await count('audit_entry')).toBe(audit)
  expect(await count('upload')).toBe(uploads - 1)
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
  for (const table of tablesWith(({ backup }) => backup === 'copied').filter((name) => !otherForms.includes(name)))
    expect(before[table]?.length, table).toBeGreaterThan(0)
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

test('what is over goes by itself: links, sessions and who was there; the rest stays (14.5, 14.45)', async () => {
  await fillDesk()
  const inTime = tablesWith(({ goes }) => goes === 'in time').filter((name) => name !== 'mail_allowance')
  await festival.post('/api/desk/sign-in', { email: organisers.admin }, deskOrigin)
  for (const table of inTime) expect(await count(table), table).toBeGreaterThan(0)
  const counts = async () =>
    Object.fromEntries(
      await Promise.all(tablesWith(({ goes }) => goes === 'never').map(async (name) => [name, await count(name)])),
    )
  const before = await counts()
  const keep = (day: string) => {
    festival.now = new Date(day)
    const { db, files } = festival
    const settings = { acceptedDay: day.slice(0, 10), lastDay: '2025-10-12' as const, keptDays: undefined }
    return keepHouse({ db, files: files.store, clock: () => festival.now, log: createLog('silent'), ...settings })
  }
  await keep('2025-10-15T00:00:00.000Z')
  expect(await count('private_link'), 'it may still be exchanged').toBe(1)
  await keep('2025-11-20T00:00:00.000Z')
  for (const table of inTime) expect(await count(table), table).toBe(0)
  expect({ ...(await counts()), heartbeat: before.heartbeat }).toEqual(before)
})

test('an export is a line of the audit log (14.8)', async () => {
  const at = new Date('2025-10-02T04:30:00.000Z')
  await noteExport(festival.db, { table: 'registrations', format: 'csv', rows: 412, at })
  const { entries } = await (await ravi.get('/api/desk/audit?action=exported')).json()
  expect(entries).toMatchObject([
    { at: at.toISOString(), actor: 'command line', detail: { table: 'registrations', format: 'csv', rows: 412 } },
  ])
})

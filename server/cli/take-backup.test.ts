import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePdf, makePng } from '../../tests/support/files'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
} from '../../tests/support/filled-forms'
import { makeFolder } from '../../tests/support/make-folder'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { openDatabase } from '../db/open-database'
import type { Db } from '../db/schema'
import type { FileStore } from '../uploads/file-store'
import {
  filePath,
  type Manifest,
  manifestFile,
  measure,
  sumManifest,
  tablePath,
  verifyBackup,
} from './backup-format'
import { restoreBackup } from './restore'
import { takeBackup } from './take-backup'

let festival: TestApp
let home: string
let folder: string
let files: FileStore
/** A second connection, because the command runs while the server is running. */
let db: Db
beforeEach(async () => {
  festival = await createTestApp()
  home = await makeFolder()
  folder = join(home, 'monday')
  files = festival.files.store
  db = await openDatabase(festival.config.store)
})
afterEach(async () => {
  await db.destroy()
  await festival.close()
})

const clock = () => festival.now
const backUp = () => takeBackup({ db, files, clock, folder })

const fillTables = async () => {
  const proof = await festival.upload('payment', makePng({ shade: 7 }))
  await festival.post(
    '/api/event-registrations',
    await fillRegistration(festival, { payment_screenshot_url: proof }),
  )
  await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  const id_proof_url = await festival.upload('id-proof', makePdf())
  await festival.post('/api/accommodations', await fillAccommodation(festival, { id_proof_url }))
  await festival.upload('payment')
  return proof
}

const restoreElsewhere = async (work: (elsewhere: TestApp) => Promise<void>, force = false) => {
  const elsewhere = await createTestApp()
  try {
    await work(elsewhere)
    await restoreBackup({ db: elsewhere.db, files: elsewhere.files.store, clock, folder, force })
    return elsewhere
  } catch (error) {
    await elsewhere.close()
    throw error
  }
}
const nothing = async () => {}

const allRows = async ({ db: tables }: TestApp) => ({
  registrations: await tables.selectFrom('EventRegistration').selectAll().orderBy('id').execute(),
  passes: await tables.selectFrom('DelegatePass').selectAll().orderBy('id').execute(),
  rooms: await tables.selectFrom('Accommodation').selectAll().orderBy('id').execute(),
  keys: await tables.selectFrom('idempotency_key').selectAll().orderBy('key').execute(),
  messages: await tables.selectFrom('message').selectAll().orderBy('id').execute(),
  uploads: await tables.selectFrom('upload').selectAll().orderBy('public_id').execute(),
})

test('restores a backup with identical rows and files', async () => {
  const proof = await fillTables()
  const institution = 'A\u2028B\u2029C "quoted" \\ ’ 学院\nnext'
  await festival.db.updateTable('EventRegistration').set({ institution, amount: null }).execute()
  const manifest = await backUp()
  await expect(backUp()).rejects.toThrow(/already exists/)
  expect(sumManifest(manifest)).toMatchObject({ rows: 24, files: 7 })
  expect(manifest.takenAt).toBe('2025-10-01T04:30:00.123Z')

  const elsewhere = await restoreElsewhere(nothing)
  expect(await allRows(elsewhere)).toEqual(await allRows(festival))
  const opened = await elsewhere.request(new URL(proof).pathname)
  expect(Buffer.from(await opened.arrayBuffer()).equals(makePng({ shade: 7 }))).toBe(true)
  await elsewhere.close()
})

test('omits e-mails with a private or sign-in link from backups (12.10)', async () => {
  await fillTables()
  await festival.db
    .updateTable('EventRegistration')
    .set({ registration_id: 'EVT-000123' })
    .execute()
  const answer = await festival.post('/api/my-submission/links', {
    id: 'EVT-000123',
    email: 'asha@college.test',
  })
  expect(answer.status).toBe(202)
  // The state of an e-mail while the mail server is down.
  const payload = JSON.stringify({
    address: `https://cerebra.test/my-submission#${'s'.repeat(43)}`,
  })
  const waits = await festival.db
    .updateTable('message')
    .set({ state: 'queued', sent_at: null, payload })
    .where('kind', '=', 'private-link')
    .executeTakeFirstOrThrow()
  expect(waits.numUpdatedRows).toBe(1n)
  await backUp()
  expect(await readFile(tablePath(folder, 'message'), 'utf8')).not.toMatch(/#[\w-]{43}/)
  const elsewhere = await restoreElsewhere(nothing)
  expect((await allRows(elsewhere)).messages).toHaveLength(3)
  await elsewhere.close()
})

test('takes a consistent snapshot without blocking the server', async () => {
  const proofs = await Promise.all(
    Array.from({ length: 10 }, (_, shade) => festival.upload('payment', makePng({ shade }))),
  )
  let isDone = false
  let sent = 0
  const load = async (lane: number) => {
    for (let round = 0; !isDone && round < 500; round += 1) {
      const body = await fillRegistration(festival, {
        email: `r${lane}x${round}@college.test`,
        payment_screenshot_url: proofs[(lane + round) % proofs.length],
      })
      expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
      sent += 1
    }
  }
  const lanes = [0, 1].map(load)
  while (sent < 10) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const before = sent
  const manifest = await backUp()
  const after = sent
  isDone = true
  await Promise.all(lanes)

  const rowsOf = (table: string) => manifest.tables[table]?.rows ?? 0
  const registrations = rowsOf('EventRegistration')
  expect(registrations).toBeGreaterThanOrEqual(before)
  expect(registrations).toBeLessThanOrEqual(after + lanes.length)
  expect([rowsOf('idempotency_key'), rowsOf('message')]).toEqual([registrations, registrations])
  expect(after).toBeGreaterThan(before)
  const elsewhere = await restoreElsewhere(nothing)
  expect(await countRows(elsewhere)).toMatchObject({ EventRegistration: registrations })
  await elsewhere.close()
})

test('refuses a damaged backup, and describes the damage', async () => {
  await fillTables()
  const manifest = await backUp()
  await verifyBackup(folder)
  const table = tablePath(folder, 'EventRegistration')
  const text = await readFile(table, 'utf8')
  await writeFile(table, text.replace('Asha', 'Usha'))
  await expect(verifyBackup(folder)).rejects.toThrow(
    /EventRegistration\.jsonl has changed since the backup/,
  )
  await expect(restoreElsewhere(nothing)).rejects.toThrow(/damaged/)
  await writeFile(table, text)
  await rm(filePath(folder, manifest.files[0]?.name ?? ''))
  await expect(verifyBackup(folder)).rejects.toThrow(/is missing/)
  await rm(join(folder, 'manifest.json'))
  await expect(verifyBackup(folder)).rejects.toThrow(/not a complete backup/)
})

test('omits uploads that are deleted while the backup runs', async () => {
  await fillTables()
  const reading: FileStore['read'] = async (name) => {
    const publicId = name.slice(0, 32)
    const { numDeletedRows } = await festival.db
      .deleteFrom('upload')
      .where('public_id', '=', publicId)
      .where('referenced_at', 'is', null)
      .executeTakeFirst()
    if (numDeletedRows > 0n) {
      await files.remove(name)
    }
    return files.read(name)
  }
  const manifest = await takeBackup({
    db,
    files: { read: reading, list: files.list },
    clock,
    folder,
  })
  expect(manifest.gone).toHaveLength(2)
  const elsewhere = await restoreElsewhere(nothing)
  expect(await elsewhere.db.selectFrom('upload').selectAll().execute()).toHaveLength(5)
  await elsewhere.close()
})

test('replaces existing rows and files only with --force', async () => {
  await fillTables()
  await backUp()
  const register = async (elsewhere: TestApp) => {
    await elsewhere.post(
      '/api/delegate-passes',
      await fillDelegatePass(elsewhere, { email: 'late@college.test' }),
    )
  }
  await expect(restoreElsewhere(register)).rejects.toThrow(/DelegatePass is not empty.*--force/)
  await expect(
    restoreElsewhere(async (elsewhere) => void (await elsewhere.upload('payment'))),
  ).rejects.toThrow(/--force/)
  const elsewhere = await restoreElsewhere(register, true)
  expect(await allRows(elsewhere)).toEqual(await allRows(festival))
  await elsewhere.close()
})

test('leaves the tables unchanged if a restore cannot write a file', async () => {
  await fillTables()
  await backUp()
  const elsewhere = await createTestApp()
  const { store } = elsewhere.files
  const write: FileStore['write'] = async (name, bytes) => {
    if (name.endsWith('.pdf')) {
      throw new Error('disk full')
    }
    await store.write(name, bytes)
  }
  await expect(
    restoreBackup({ db: elsewhere.db, files: { ...store, write }, clock, folder, force: false }),
  ).rejects.toThrow('disk full')
  expect(await countRows(elsewhere)).toEqual({})
  await elsewhere.close()
})

/** Rewrites the manifest and tables as a different version would have written them. */
const rewriteBackup = async (change: (manifest: Manifest) => Promise<Manifest>): Promise<void> => {
  const path = join(folder, manifestFile)
  const manifest = await change(JSON.parse(await readFile(path, 'utf8')))
  await writeFile(path, JSON.stringify(manifest))
}

const oldTables: Readonly<Record<string, string>> = {
  idempotency_key: 'submission',
  ocr_result: 'evidence',
  allocation: 'bank_match',
  allocated_row: 'bank_spending',
  refund: 'bank_refund',
  audit_line: 'audit_entry',
}
const oldColumns: Readonly<Record<string, string>> = {
  entry_id: 'record_id',
  is_indexed: 'prepared',
  source: 'ground',
  from_source: 'from_ground',
  command_id: 'spending_id',
  needs_no_copy: 'is_copied',
}
const newColumns = [
  'privacy_notice',
  'age',
  'erasure_asked_at',
  'erasure_answered_at',
  'erasure_answer',
]

test('restores a backup from 1.0.0, which has former table and column names (12.11)', async () => {
  await fillTables()
  const before = await allRows(festival)
  await backUp()
  await rewriteBackup(async (manifest) => {
    const tables: Manifest['tables'] = {}
    for (const [table, { rows }] of Object.entries(manifest.tables)) {
      const lines = (await readFile(tablePath(folder, table), 'utf8')).split('\n').filter(Boolean)
      const older = lines.map((line) => {
        const columns = Object.entries(JSON.parse(line)).filter(
          ([name]) => !newColumns.includes(name),
        )
        return JSON.stringify(
          Object.fromEntries(columns.map(([name, value]) => [oldColumns[name] ?? name, value])),
        )
      })
      await rm(tablePath(folder, table))
      const name = oldTables[table] ?? table
      const bytes = Buffer.from(older.map((line) => `${line}\n`).join(''))
      await writeFile(tablePath(folder, name), bytes)
      tables[name] = { rows, ...(await measure([bytes])) }
    }
    const migrations = manifest.migrations.filter((name) => name < '1009')
    return { ...manifest, tables, migrations }
  })
  const elsewhere = await restoreElsewhere(nothing)
  expect(await allRows(elsewhere)).toEqual(before)
  const reviews = await elsewhere.db.selectFrom('review').select(['source', 'is_indexed']).execute()
  expect(reviews).toEqual(Array(3).fill({ source: null, is_indexed: 0 }))
  await elsewhere.close()
})

test('refuses a backup from a newer version', async () => {
  await fillTables()
  await backUp()
  await rewriteBackup(async (manifest) => ({
    ...manifest,
    migrations: [...manifest.migrations, '9999-later'],
  }))
  await expect(restoreElsewhere(nothing)).rejects.toThrow(/by a newer version/)
})

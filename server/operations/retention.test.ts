import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countRows, fillAccommodation, fillRegistration } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { takeBackup } from './backup'
import { deleteOldProofs, keptUntil } from './retention'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  await festival.post('/api/accommodations', await fillAccommodation(festival))
})
afterEach(() => festival.close())

const store = () => festival.files.store
const clock = () => festival.now
const sweepAt = (time: string, keptDays: number | undefined) => {
  festival.now = new Date(time)
  return deleteOldProofs({ db: festival.db, files: store(), clock, lastDay: '2025-10-12', keptDays })
}
const fileCount = async () => (await festival.files.names()).length

test('proofs are kept to the end of the last day they may be, in India', async () => {
  expect(keptUntil('2025-10-12', 30).toISOString()).toBe('2025-11-11T18:30:00.000Z')
  expect(await sweepAt('2025-11-11T18:29:59Z', 30)).toBe(0)
  expect(await fileCount()).toBe(4)
})

test('after that they are deleted, and the records note when', async () => {
  const unclaimed = await festival.upload('payment')
  expect(await sweepAt('2025-11-11T18:30:00Z', 30)).toBe(4)
  expect(await fileCount()).toBe(1)
  expect((await festival.request(new URL(unclaimed).pathname)).status).toBe(200)
  const note = 'deleted on 2025-11-12'
  const registration = await festival.db.selectFrom('EventRegistration').selectAll().executeTakeFirstOrThrow()
  expect(registration).toMatchObject({ name: 'Asha Test', payment_screenshot_url: note })
  const room = await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirstOrThrow()
  expect(room).toMatchObject({ payment_proof_url: note, id_proof_url: note, participation_proof_url: note })
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 1, Accommodation: 1, message: 2 })
  expect(await sweepAt('2025-11-13T18:30:00Z', 30)).toBe(0)
})

test('unless it is configured they are kept', async () => {
  expect(await sweepAt('2035-01-01T00:00:00Z', undefined)).toBe(0)
  expect(await fileCount()).toBe(4)
})

test('hundreds go in one sweep, by two processes at once', async () => {
  const urls = await Promise.all(Array.from({ length: 230 }, () => festival.upload('payment')))
  await festival.db.updateTable('upload').set({ referenced_at: '2025-10-02T00:00:00.000Z' }).execute()
  const [one, other] = await Promise.all([sweepAt('2026-01-01T00:00:00Z', 0), sweepAt('2026-01-01T00:00:00Z', 0)])
  expect(one + other).toBe(urls.length + 4)
  expect(await fileCount()).toBe(0)
})

test('a backup taken afterwards misses nothing', async () => {
  await sweepAt('2025-12-01T00:00:00Z', 30)
  const home = await mkdtemp(join(tmpdir(), 'cerebra-backup-'))
  const manifest = await takeBackup({ db: festival.db, files: store(), clock, folder: join(home, 'later') })
  expect([manifest.files, manifest.gone]).toEqual([[], []])
  expect(manifest.tables.Accommodation.rows).toBe(1)
  await rm(home, { recursive: true })
})

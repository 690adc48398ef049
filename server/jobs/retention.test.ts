import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
} from '../../tests/support/filled-forms'
import { makeFolder } from '../../tests/support/make-folder'
import { createTestApp } from '../../tests/support/test-app'
import { takeBackup } from '../cli/take-backup'
import { deleteOldProofs, deleteUnmatchedRows, keptUntil } from './retention'

startFestival()
beforeEach(async () => {
  await festival.post('/api/event-registrations', await fillRegistration(festival))
  await festival.post('/api/accommodations', await fillAccommodation(festival))
})

const store = () => festival.files.store
const sweepAt = (time: string, keptDays: number | undefined, db = festival.db) => {
  const by = new Date(time)
  return deleteOldProofs({ db, files: store(), asOf: by, lastDay: '2025-10-12', keptDays })
}
const fileCount = async () => (await festival.files.names()).length

test('keeps proofs until the end of the retention period’s last day in India', async () => {
  expect(keptUntil('2025-10-12', 30).toISOString()).toBe('2025-11-11T18:30:00.000Z')
  expect(await sweepAt('2025-11-11T18:29:59Z', 30)).toBe(0)
  expect(await fileCount()).toBe(4)
})

test('deletes expired proofs, and records the date on their entries', async () => {
  const unattached = await festival.upload('payment')
  expect(await sweepAt('2025-11-11T18:30:00Z', 30)).toBe(4)
  expect(await fileCount()).toBe(1)
  expect((await festival.request(new URL(unattached).pathname)).status).toBe(200)
  const note = 'deleted on 2025-11-12'
  const registration = await festival.db
    .selectFrom('EventRegistration')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(registration).toMatchObject({ name: 'Asha Test', payment_screenshot_url: note })
  const room = await festival.db.selectFrom('Accommodation').selectAll().executeTakeFirstOrThrow()
  expect(room).toMatchObject({
    payment_proof_url: note,
    id_proof_url: note,
    participation_proof_url: note,
  })
  expect(await countRows(festival)).toMatchObject({
    EventRegistration: 1,
    Accommodation: 1,
    message: 2,
  })
  expect(await sweepAt('2025-11-13T18:30:00Z', 30)).toBe(0)
})

test('keeps proofs forever if no retention period is configured', async () => {
  expect(await sweepAt('2035-01-01T00:00:00Z', undefined)).toBe(0)
  expect(await fileCount()).toBe(4)
})

test('deletes several batches in a single run, even with two servers', async () => {
  const urls = await Promise.all(Array.from({ length: 120 }, () => festival.upload('payment')))
  await festival.db
    .updateTable('upload')
    .set({ referenced_at: '2025-10-02T00:00:00.000Z' })
    .execute()
  const second = await createTestApp({ beside: festival })
  const at = '2026-01-01T00:00:00Z'
  const [one, other] = await Promise.all([sweepAt(at, 0), sweepAt(at, 0, second.db)])
  await second.close()
  expect(one + other).toBe(urls.length + 4)
  expect(await fileCount()).toBe(0)
})

test('a backup taken after proofs were deleted is complete', async () => {
  await sweepAt('2025-12-01T00:00:00Z', 30)
  const home = await makeFolder()
  const manifest = await takeBackup({
    db: festival.db,
    files: store(),
    clock: () => festival.now,
    folder: join(home, 'later'),
  })
  expect([manifest.files, manifest.gone]).toEqual([[], []])
  expect(manifest.tables.Accommodation?.rows).toBe(1)
})

/** Buys a pass a year after the festival. An upload counts from the first record that uses it. */
const buyPassLater = async (body: Record<string, unknown>) => {
  const before = await festival.db
    .selectFrom('upload')
    .select('public_id')
    .where('referenced_at', 'is not', null)
    .execute()
  const referenced_at = '2026-11-01T12:00:00.000Z'
  expect((await festival.post('/api/delegate-passes', body)).status).toBe(201)
  await festival.db.updateTable('DelegatePass').set({ purchase_time: referenced_at }).execute()
  const ids = before.map(({ public_id }) => public_id)
  await festival.db
    .updateTable('upload')
    .set({ referenced_at })
    .where('public_id', 'not in', ids)
    .where('referenced_at', 'is not', null)
    .execute()
}

test('keeps the proofs of an entry made after the festival for a full retention period', async () => {
  await buyPassLater(await fillDelegatePass(festival))
  expect(await sweepAt('2026-11-01T12:30:00Z', 90)).toBe(4)
  expect(await fileCount()).toBe(1)
  expect(await sweepAt('2027-01-30T18:29:59Z', 90)).toBe(0)
  expect(await sweepAt('2027-01-30T18:30:00Z', 90)).toBe(1)
})

test('keeps a shared proof as long as either entry needs it', async () => {
  const early = await festival.db
    .selectFrom('EventRegistration')
    .selectAll()
    .executeTakeFirstOrThrow()
  const payment_screenshot_url = early.payment_screenshot_url
  await buyPassLater(await fillDelegatePass(festival, { payment_screenshot_url }))
  expect(await sweepAt('2026-11-02T12:00:00Z', 90)).toBe(3)
  const still = await festival.db
    .selectFrom('EventRegistration')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(still).toEqual(early)
  expect(await sweepAt('2027-03-01T00:00:00Z', 90)).toBe(1)
})

test('erases door phones, volunteers and unlisted people together with the proofs (21.42)', async () => {
  const { db } = festival
  const at = '2025-10-09T04:00:00.000Z'
  await db
    .insertInto('attendance')
    .values({
      id: 'scan',
      entry_id: 'e',
      list: 'day:2025-10-09',
      member: 1,
      present: 1,
      actor: 'door',
      at,
      door_id: 'door',
      volunteer: 'Dev',
    })
    .execute()
  await db
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
  await db
    .insertInto('door_unlisted')
    .values({ id: 'unlisted', door_id: 'door', name: 'Meena', volunteer: 'Dev', at })
    .execute()
  const eraseAt = async (time: string) => {
    const asOf = new Date(time)
    await deleteUnmatchedRows({ db, asOf, lastDay: '2025-10-12', keptDays: 30 })
    const phones = await db.selectFrom('door_phone').select('id').execute()
    const unlisted = await db.selectFrom('door_unlisted').select('id').execute()
    const scans = await db.selectFrom('attendance').select('volunteer').execute()
    return [phones.length, unlisted.length, scans]
  }
  expect(await eraseAt('2025-11-11T18:29:59Z')).toEqual([1, 1, [{ volunteer: 'Dev' }]])
  expect(await eraseAt('2025-11-11T18:30:00Z')).toEqual([0, 0, [{ volunteer: null }]])
})

test('erases rooms with the proofs (17.14)', async () => {
  const { db } = festival
  await db.updateTable('review').set({ room: 'Hostel 2' }).execute()
  const eraseAt = async (time: string) => {
    const asOf = new Date(time)
    await deleteUnmatchedRows({ db, asOf, lastDay: '2025-10-12', keptDays: 30 })
    return db.selectFrom('review').select('room').distinct().execute()
  }
  expect(await eraseAt('2025-11-11T18:29:59Z')).toEqual([{ room: 'Hostel 2' }])
  expect(await eraseAt('2025-11-11T18:30:00Z')).toEqual([{ room: '' }])
})

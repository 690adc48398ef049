import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp

beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

const hour = 3_600_000
const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** Uploads at the clock's time; the file's own time is set to it too. */
const uploadNow = async (): Promise<string> => {
  const url = await festival.upload('payment')
  await festival.files.setTime(nameOf(url), festival.now)
  return url
}

const refer = (url: string) =>
  festival.db
    .updateTable('upload')
    .set({ referenced_at: festival.now.toISOString() })
    .where('secure_url', '=', url)
    .execute()

const passHours = (hours: number) => {
  festival.now = new Date(festival.now.getTime() + hours * hour)
}

const rows = async () =>
  (await festival.db.selectFrom('upload').select('secure_url').execute()).map((row) => row.secure_url)

test('an upload that no record refers to is gone after 24 hours, row and file', async () => {
  const forgotten = await uploadNow()
  const submitted = await uploadNow()
  await refer(submitted)
  passHours(24.1)
  const recent = await uploadNow()
  await festival.uploads.sweep()
  expect((await rows()).sort()).toEqual([submitted, recent].sort())
  expect((await festival.files.names()).sort()).toEqual([nameOf(submitted), nameOf(recent)].sort())
  expect((await festival.request(new URL(forgotten).pathname)).status).toBe(404)
})

test('within 24 hours nothing is touched', async () => {
  const url = await uploadNow()
  passHours(23.9)
  await festival.uploads.sweep()
  expect(await rows()).toEqual([url])
  expect(await festival.files.names()).toEqual([nameOf(url)])
})

test('what a crash left behind is gone after 24 hours: half a file, and a whole one without a row', async () => {
  const left = [`.${'a'.repeat(32)}.png.0b5b.tmp`, `${'a'.repeat(32)}.png`]
  for (const name of left) {
    await festival.files.store.write(name, Buffer.from('x'))
    await festival.files.setTime(name, festival.now)
  }
  passHours(23)
  await festival.uploads.sweep()
  expect(await festival.files.names()).toHaveLength(2)
  passHours(2)
  await festival.uploads.sweep()
  expect(await festival.files.names()).toEqual([])
})

test('hundreds of leftovers go in one sweep, by two processes at once', async () => {
  const created_at = festival.now.toISOString()
  await festival.db
    .insertInto('upload')
    .values(
      Array.from({ length: 450 }, (_, n) => ({
        public_id: `${n}`.padStart(32, 'x'),
        secure_url: `https://cerebra.test/files/${n}`,
        preset: 'payment' as const,
        format: 'png',
        bytes: 1,
        created_at,
        referenced_at: null,
      })),
    )
    .execute()
  const kept = await uploadNow()
  await refer(kept)
  passHours(25)
  await Promise.all([festival.uploads.sweep(), festival.uploads.sweep()])
  expect(await rows()).toEqual([kept])
  expect(await festival.files.names()).toEqual([nameOf(kept)])
})

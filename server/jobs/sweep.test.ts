import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp

beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

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

const rows = async () =>
  (await festival.db.selectFrom('upload').select('secure_url').execute()).map((row) => row.secure_url)

test('an upload that no record refers to is gone after 24 hours, row and file', async () => {
  const forgotten = await uploadNow()
  const submitted = await uploadNow()
  await refer(submitted)
  festival.passSeconds(24.1 * 3_600)
  const recent = await uploadNow()
  await festival.sweep()
  expect((await rows()).sort()).toEqual([submitted, recent].sort())
  expect((await festival.files.names()).sort()).toEqual([nameOf(submitted), nameOf(recent)].sort())
  expect((await festival.request(new URL(forgotten).pathname)).status).toBe(404)
})

test('within 24 hours nothing is touched', async () => {
  const url = await uploadNow()
  festival.passSeconds(23.9 * 3_600)
  await festival.sweep()
  expect(await rows()).toEqual([url])
  expect(await festival.files.names()).toEqual([nameOf(url)])
})

const stray = `${'a'.repeat(32)}.png`
/** Files that no row names. */
const leave = async (...names: string[]) => {
  for (const name of names) {
    await festival.files.store.write(name, Buffer.from('x'))
    await festival.files.setTime(name, festival.now)
  }
}
const quarantined = async () => {
  const names: string[] = []
  for await (const { name } of festival.files.store.quarantine.list()) names.push(name)
  return names.sort()
}

test('what a crash left behind is in quarantine after 24 hours: half a file, and a whole one without a row', async () => {
  const left = [`.${'a'.repeat(32)}.png.0b5b.tmp`, stray]
  await leave(...left)
  festival.passSeconds(23 * 3_600)
  await festival.sweep()
  expect(await festival.files.names()).toHaveLength(2)
  festival.passSeconds(2 * 3_600)
  expect(await festival.sweep()).toMatchObject({ quarantined: 2, deleted: 0 })
  expect(await festival.files.names()).toEqual([])
  expect(await quarantined()).toEqual(left)
  expect((await festival.request(`/files/${stray}`)).status).toBe(404)
})

test('what has been in quarantine for a week is deleted, and not a day before', async () => {
  await leave(stray)
  festival.passSeconds(25 * 3_600)
  await festival.sweep()
  await festival.files.setTime(`trash/${stray}`, festival.now)
  festival.passSeconds((7 * 24 - 1) * 3_600)
  expect(await festival.sweep()).toMatchObject({ deleted: 0 })
  expect(await quarantined()).toEqual([stray])
  festival.passSeconds(3_600)
  expect(await festival.sweep()).toMatchObject({ deleted: 1 })
  expect(await quarantined()).toEqual([])
})

test('a file comes back from quarantine byte for byte when a row names it again, also past its week', async () => {
  const url = await uploadNow()
  const row = await festival.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  const before = await festival.files.store.read(nameOf(url))
  await festival.db.deleteFrom('upload').execute()
  festival.passSeconds(25 * 3_600)
  await festival.sweep()
  expect(await quarantined()).toEqual([nameOf(url)])
  await festival.files.setTime(`trash/${nameOf(url)}`, festival.now)
  festival.passSeconds(8 * 24 * 3_600)
  await festival.db
    .insertInto('upload')
    .values({ ...row, referenced_at: row.created_at })
    .execute()
  expect(await festival.sweep()).toMatchObject({ givenBack: 1, deleted: 0 })
  expect(await quarantined()).toEqual([])
  expect(await festival.files.store.read(nameOf(url))).toEqual(before)
})

test('where most files have no row the tables are wrong, and nothing is touched', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `${`${index}`.padStart(32, 'b')}.png`)
  await leave(...names)
  const kept = await uploadNow()
  await refer(kept)
  festival.passSeconds(25 * 3_600)
  expect(await festival.sweep()).toMatchObject({ quarantined: 0, suspicious: 20 })
  expect(await festival.files.names()).toHaveLength(21)
  expect(await quarantined()).toEqual([])
})

test('hundreds of leftovers go in one sweep, by two servers at once', async () => {
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
  festival.passSeconds(25 * 3_600)
  const second = await createTestApp({ beside: festival })
  await Promise.all([festival.sweep(), second.sweep()])
  await second.close()
  expect(await rows()).toEqual([kept])
  expect(await festival.files.names()).toEqual([nameOf(kept)])
})

import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { createTestApp } from '../../tests/support/test-app'

startFestival()

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

const uploadNow = async (): Promise<string> => {
  const url = await festival.upload('payment')
  await festival.files.setTime(nameOf(url), festival.now)
  return url
}

const markReferenced = (url: string) =>
  festival.db
    .updateTable('upload')
    .set({ referenced_at: festival.now.toISOString() })
    .where('secure_url', '=', url)
    .execute()

const rows = async () =>
  (await festival.db.selectFrom('upload').select('secure_url').execute()).map(
    (row) => row.secure_url,
  )

test('deletes an upload that no form attaches within 24 hours', async () => {
  const forgotten = await uploadNow()
  const submitted = await uploadNow()
  await markReferenced(submitted)
  festival.passSeconds(24.1 * 3_600)
  const recent = await uploadNow()
  await festival.sweep()
  expect((await rows()).sort()).toEqual([submitted, recent].sort())
  expect((await festival.files.names()).sort()).toEqual([nameOf(submitted), nameOf(recent)].sort())
  expect((await festival.request(new URL(forgotten).pathname)).status).toBe(404)
})

test('keeps an unattached upload for 24 hours', async () => {
  const url = await uploadNow()
  festival.passSeconds(23.9 * 3_600)
  await festival.sweep()
  expect(await rows()).toEqual([url])
  expect(await festival.files.names()).toEqual([nameOf(url)])
})

const stray = `${'a'.repeat(32)}.png`
const leave = async (...names: string[]) => {
  for (const name of names) {
    await festival.files.store.write(name, Buffer.from('x'))
    await festival.files.setTime(name, festival.now)
  }
}

test('keeps files left by a crash, but counts them after 24 hours (6.31)', async () => {
  const left = [`.${'a'.repeat(32)}.png.0b5b.tmp`, stray]
  await leave(...left)
  const submitted = await uploadNow()
  await markReferenced(submitted)
  festival.passSeconds(23 * 3_600)
  expect(await festival.sweep()).toEqual({ unattached: 0, orphans: 0 })
  festival.passSeconds(2 * 3_600)
  expect(await festival.sweep()).toEqual({ unattached: 0, orphans: 2 })
  expect((await festival.files.names()).sort()).toEqual([...left, nameOf(submitted)].sort())
})

test('deletes hundreds of uploads in a single run, even with two servers', async () => {
  const created_at = festival.now.toISOString()
  await festival.db
    .insertInto('upload')
    .values(
      Array.from({ length: 250 }, (_, n) => ({
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
  await markReferenced(kept)
  festival.passSeconds(25 * 3_600)
  const second = await createTestApp({ beside: festival })
  await Promise.all([festival.sweep(), second.sweep()])
  await second.close()
  expect(await rows()).toEqual([kept])
  expect(await festival.files.names()).toEqual([nameOf(kept)])
})

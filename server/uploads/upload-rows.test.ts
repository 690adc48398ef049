import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { makePng, makeUploadForm } from '../../tests/support/files'
import { countRows, fillRegistration } from '../../tests/support/filled-forms'
import { createTestApp } from '../../tests/support/test-app'
import { removeUnattached, sumUnattached } from './upload-rows'

const MiB = 1024 * 1024
/** 16 MiB in total, so each network may use 4 MiB. */
const env = { UNATTACHED_MB: '16', TRUST_PROXY: '1' }

startFestival({ env })

const picture = makePng({ bytes: MiB })

/** Each upload is made a millisecond after the previous one. */
const uploadFrom = async (network: number, app = festival, bytes = picture): Promise<string> => {
  festival.passSeconds(0.001)
  app.now = festival.now
  const headers = { 'X-Forwarded-For': `10.0.0.${network}` }
  const answer = await app.request('/image/upload', {
    method: 'POST',
    body: makeUploadForm(bytes),
    headers,
  })
  expect(answer.status).toBe(200)
  const receipt: { secure_url: string } = await answer.json()
  return receipt.secure_url
}

const isThere = async (url: string) =>
  (await festival.request(new URL(url).pathname, { method: 'HEAD' })).status === 200

const register = async (url: string) => {
  const body = await fillRegistration(festival, { payment_screenshot_url: url })
  return festival.post('/api/event-registrations', body)
}

test('limits a network to a quarter of the unattached uploads by removing its oldest ones', async () => {
  const other = await uploadFrom(2)
  const mine = []
  for (let number = 0; number < 10; number += 1) {
    mine.push(await uploadFrom(1))
  }
  expect(await Promise.all(mine.map(isThere))).toEqual([
    ...Array(6).fill(false),
    ...Array(4).fill(true),
  ])
  expect(await isThere(other)).toBe(true)
  expect([...(await sumUnattached(festival.db)).values()].sort()).toEqual([MiB, 4 * MiB])
  expect(await festival.files.names()).toHaveLength(5)
})

test('keeps to the total limit by removing uploads of the busiest network', async () => {
  const flood = []
  for (let number = 0; number < 4; number += 1) {
    flood.push(await uploadFrom(1))
  }
  const few: string[] = []
  for (let network = 2; network <= 14; network += 1) {
    few.push(await uploadFrom(network))
  }
  // 17 MiB in total, so the oldest upload of the flood has been removed.
  expect(await Promise.all(flood.map(isThere))).toEqual([false, true, true, true])
  expect(await Promise.all(few.map(isThere))).toEqual(Array(13).fill(true))
})

test('neither removes nor counts attached uploads, and deletes their network’s hash', async () => {
  const submitted = await uploadFrom(1)
  expect((await register(submitted)).status).toBe(201)
  for (let number = 0; number < 9; number += 1) {
    await uploadFrom(1)
  }
  expect(await isThere(submitted)).toBe(true)
  const row = festival.db.selectFrom('upload').select('sender').where('secure_url', '=', submitted)
  expect(await row.executeTakeFirst()).toEqual({ sender: '' })
})

test('does not remove an upload that has been attached since its row was read', async () => {
  const url = await uploadFrom(1)
  const seen = await festival.db.selectFrom('upload').selectAll().executeTakeFirstOrThrow()
  expect((await register(url)).status).toBe(201)
  expect(await removeUnattached(festival.db, festival.files.store, seen)).toBe(false)
  expect(await isThere(url)).toBe(true)
})

test('two servers compute the same hash for a network address', async () => {
  const second = await createTestApp({ env, beside: festival })
  try {
    await uploadFrom(1)
    await uploadFrom(1, second)
    expect([...(await sumUnattached(festival.db)).values()]).toEqual([2 * MiB])
  } finally {
    await second.close()
  }
})

test('hashes network addresses with a key unique to the installation', async () => {
  await uploadFrom(1)
  const other = await createTestApp({ env })
  try {
    // Test stores may be copies of one another, but real installations have random keys.
    await sql`update sender_key set value = 'another installation’s'`.execute(other.db)
    const [mine] = (await sumUnattached(festival.db)).keys()
    await uploadFrom(1, other)
    const [theirs] = (await sumUnattached(other.db)).keys()
    expect(mine).toMatch(/^[\w-]{43}$/)
    expect(theirs).not.toBe(mine)
  } finally {
    await other.close()
  }
})

test('reports a removed upload at its field, and accepts a new one', async () => {
  const first = await uploadFrom(1)
  for (let number = 0; number < 4; number += 1) {
    await uploadFrom(1)
  }
  const answer = await register(first)
  expect(await answer.json()).toMatchObject({
    code: 'invalid',
    errors: [
      {
        path: 'payment_screenshot_url',
        message: 'We no longer have this file. Please choose and upload it again.',
      },
    ],
  })
  expect((await register(await uploadFrom(1))).status).toBe(201)
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 1 })
})

test('counts even the smallest file as 256 KiB', async () => {
  for (let number = 0; number < 3; number += 1) {
    await uploadFrom(1, festival, makePng())
  }
  expect([...(await sumUnattached(festival.db)).values()]).toEqual([3 * 256 * 1024])
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type FaultProxy,
  type ProxyBehaviour,
  startFaultProxy,
} from '../../tests/support/fault-proxy'
import { makePng } from '../../tests/support/files'
import { makeBucket, startS3, type TestBucket, type TestS3 } from '../../tests/support/s3'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import type { FileStore } from './file-store'
import { openS3Store, type S3Timeouts } from './s3-store'

/** Long enough to succeed on a slow machine. */
const generousTimeouts: S3Timeouts = { connect: 5_000, whole: 15_000, undo: 3_000 }
const quick: S3Timeouts = { connect: 300, whole: 1_000, undo: 500 }
let timeouts: S3Timeouts
let s3: TestS3
let bucket: TestBucket
let proxy: FaultProxy
let store: FileStore
let festival: TestApp

beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.stop())
beforeEach(async () => {
  bucket = await makeBucket(s3)
  proxy = await startFaultProxy(s3.endpoint)
  timeouts = { ...generousTimeouts }
  store = openS3Store({ ...bucket.config, endpoint: proxy.url }, timeouts)
  festival = await createTestApp({ fileStore: store })
})
afterEach(async () => {
  store.close()
  await proxy.stop()
  await bucket.drop()
  await festival.close()
})

const upload = (bytes = makePng({ bytes: 400_000 })) => {
  const form = new FormData()
  form.append('upload_preset', 'payment')
  form.append('file', new Blob([new Uint8Array(bytes)]), 'proof.png')
  return festival.request('/image/upload', { method: 'POST', body: form })
}

const setBehaviour = (behaviour: ProxyBehaviour) => {
  proxy.behaviour = behaviour
  Object.assign(timeouts, behaviour === 'hangs' ? quick : generousTimeouts)
}

const rows = () => festival.db.selectFrom('upload').selectAll().execute()

test('writes, reads, lists and removes a file under the key prefix', async () => {
  const bytes = makePng({ bytes: 400_000 })
  await store.write('a.png', bytes)
  expect(await bucket.names()).toEqual(['a.png'])
  const kept = await store.read('a.png')
  expect(kept && bytes.equals(kept)).toBe(true)
  const listed = []
  for await (const file of store.list()) {
    listed.push(file)
  }
  expect(listed).toEqual([{ name: 'a.png', changedAt: expect.any(Date) }])
  await store.remove('a.png')
  await store.remove('a.png')
  expect(await store.read('a.png')).toBeUndefined()
  expect(await bucket.names()).toEqual([])
})

test.each<ProxyBehaviour>(['answers-500', 'hangs', 'cuts-request', 'loses-answer', 'cuts-answer'])(
  'responds in time, and records only uploads that were stored, if the store has the fault %s',
  async (behaviour) => {
    setBehaviour(behaviour)
    const began = performance.now()
    const answer = await upload()
    expect(performance.now() - began).toBeLessThan(8_000)
    // The response to a write has no body that could be cut off.
    const arrived = behaviour === 'cuts-answer'
    expect(answer.status).toBe(arrived ? 200 : 503)
    expect(await rows()).toHaveLength(arrived ? 1 : 0)
    if (arrived) {
      return
    }
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await answer.json()).toMatchObject({
      code: 'unavailable',
      detail: 'Failed to upload image. Please try again.',
    })
    expect(festival.logged.join('')).toContain('an upload could not be stored')
    setBehaviour('fair')
    expect((await upload()).status).toBe(200)
    expect(await rows()).toHaveLength(1)
  },
)

test('retries once if the connection breaks', async () => {
  proxy.upcoming.push('loses-answer')
  expect((await upload()).status).toBe(200)
  expect(proxy.seen).toBe(2)
  expect(await bucket.names()).toHaveLength(1)
})

test('stores hundreds of simultaneous files', async () => {
  const unrestricted = openS3Store(bucket.config)
  await Promise.all(
    Array.from({ length: 200 }, (_, n) => unrestricted.write(`${n}.png`, makePng())),
  )
  expect(await bucket.names()).toHaveLength(200)
  unrestricted.close()
})

test('removes a file if the response to its write was lost', async () => {
  proxy.upcoming.push('loses-answer', 'loses-answer')
  await expect(store.write('a.png', makePng())).rejects.toThrow()
  expect(proxy.seen).toBe(3)
  expect(await bucket.names()).toEqual([])
})

test.each<ProxyBehaviour>(['answers-500', 'hangs', 'loses-answer'])(
  'returns 503 without any part of the file if the store %s',
  async (behaviour) => {
    const receipt: { secure_url: string } = await (await upload()).json()
    const path = new URL(receipt.secure_url).pathname
    setBehaviour(behaviour)
    const broken = await festival.request(path)
    expect(broken.status).toBe(503)
    expect(await broken.json()).toMatchObject({ code: 'unavailable' })
    setBehaviour('fair')
    expect((await festival.request(path)).status).toBe(200)
  },
)

test('aborts a download if the store stops in the middle of a file', async () => {
  const receipt: { secure_url: string } = await (await upload()).json()
  const path = new URL(receipt.secure_url).pathname
  setBehaviour('cuts-answer')
  const broken = await festival.request(path)
  const received = broken.arrayBuffer()
  if (broken.status === 200) {
    await expect(received).rejects.toThrow()
  } else {
    expect(broken.status).toBe(503)
  }
  setBehaviour('fair')
  expect((await (await festival.request(path)).arrayBuffer()).byteLength).toBe(400_000)
})

test('lists only files under the prefix', async () => {
  const outside = openS3Store({ ...bucket.config, prefix: 'other/' })
  await outside.write('theirs.png', makePng())
  for (let n = 0; n < 12; n += 1) {
    await store.write(`${n}.png`, makePng())
  }
  const names = []
  for await (const { name } of store.list()) {
    names.push(name)
  }
  expect(names).toHaveLength(12)
  outside.close()
})

test('refuses uploads without a bucket, and logs the reason without the keys', async () => {
  const lost = openS3Store({ ...bucket.config, bucket: 'not-there' })
  const app = await createTestApp({ fileStore: lost })
  await expect(app.upload('payment')).resolves.toBeUndefined()
  expect(app.logged.join('')).toContain('NoSuchBucket')
  expect(app.logged.join('')).not.toContain('TESTSECRET')
  lost.close()
  await app.close()
})

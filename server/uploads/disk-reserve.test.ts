import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeUploadForm } from '../../tests/support/files'
import { fillRegistration } from '../../tests/support/filled-forms'
import { makeFolder } from '../../tests/support/make-folder'
import { organisers, organisersSetting, readEmails, signIn } from '../../tests/support/organisers'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { createLog } from '../app/log'
import {
  createDiskReserve,
  createFreeSpaceReader,
  findFreeSpaceReader,
  warnOfLowSpace,
} from './disk-reserve'

const MiB = 1024 * 1024

let festival: TestApp
let free: number

beforeEach(async () => {
  free = 2_000 * MiB
  festival = await createTestApp({
    env: { DISK_RESERVE_MB: '1024' },
    readFreeBytes: async () => free,
  })
})
afterEach(() => festival.close())

test('refuses uploads that would use the disk reserve, but still accepts forms', async () => {
  const body = await fillRegistration(festival)
  free = 1_024 * MiB
  const refused = await festival.request('/image/upload', {
    method: 'POST',
    body: makeUploadForm(),
  })
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
  const { code, detail } = await refused.json()
  expect(code).toBe('no-room')
  expect(detail).toMatch(
    /^Our storage is full .* still on this device, so please try again .* Or call the help desk, \+91/,
  )
  expect(await festival.db.selectFrom('upload').selectAll().execute()).toHaveLength(1)
  expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
})

test('refuses an upload whose declared length would use the disk reserve, before reading its body', async () => {
  free = 1_026 * MiB
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_000))
      },
    },
    { highWaterMark: 0 },
  )
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: {
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': String(4 * MiB),
    },
    body: endless,
    duplex: 'half',
  }
  expect(
    (await festival.fetch(new Request('https://cerebra.test/image/upload', init))).status,
  ).toBe(503)
  expect(pulled).toBe(0)
})

test('logs refused uploads at most once a minute', async () => {
  let time = 0
  const logged: string[] = []
  const reserve = createDiskReserve({
    readFreeBytes: async () => 100,
    reserveBytes: 90,
    log: createLog('warn', { write: (line) => logged.push(line) }),
    now: () => time,
  })
  await reserve.ensureRoomFor(10)
  for (time = 0; time < 60_000; time += 500) {
    await expect(reserve.ensureRoomFor(11)).rejects.toThrow(/is full/)
  }
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('"free":100,"taken":11,"reserve":90')
  time = 60_500
  await expect(reserve.ensureRoomFor(11)).rejects.toThrow()
  expect(logged).toHaveLength(2)
})

test('accepts uploads and logs a warning if the free space cannot be read', async () => {
  const logged: string[] = []
  const reserve = createDiskReserve({
    readFreeBytes: () => Promise.reject(new Error('ENOSYS')),
    reserveBytes: 90,
    log: createLog('warn', { write: (line) => logged.push(line) }),
  })
  await reserve.ensureRoomFor(10)
  expect(logged.join('')).toContain('the free space of the disk cannot be read')
})

test('keeps a reserve on a local disk, but none for a bucket or an image host', async () => {
  const folder = await makeFolder()
  expect(await createFreeSpaceReader([folder, tmpdir()])()).toBeGreaterThan(0)
  const { config } = festival
  const onDisk = { ...config, files: { engine: 'disk' as const } }
  expect(findFreeSpaceReader(onDisk)).toBeDefined()
  const presets = { payment: 'a', 'id-proof': 'b', 'participation-proof': 'c' }
  expect(
    findFreeSpaceReader({ ...onDisk, imageHost: { url: 'https://images.test', presets } }),
  ).toBeUndefined()
})

test('warns at startup if there is less free space than the reserve (6.18)', async () => {
  const reported: unknown[] = []
  const log = { warn: (...facts: unknown[]) => reported.push(facts) }
  await warnOfLowSpace(async () => 10 * MiB, 10 * MiB, log)
  await warnOfLowSpace(() => Promise.reject(new Error('no such disk')), 10 * MiB, log)
  expect(reported).toEqual([])
  await warnOfLowSpace(async () => 9 * MiB, 10 * MiB, log)
  const words = 'the disk has less free space than DISK_RESERVE_MB, so uploads are refused'
  expect(reported).toEqual([[{ free: 9 * MiB, reserve: 10 * MiB }, words]])
})

test('counts uploads that are still being written (6.18)', async () => {
  let onDisk = 0
  const reserve = createDiskReserve({
    readFreeBytes: async () => 2_000 * MiB - onDisk,
    reserveBytes: 1_024 * MiB,
    log: createLog('silent'),
  })
  const ends: (() => void)[] = []
  const write = () =>
    reserve
      .write(4 * MiB, async () => {
        await new Promise<void>((end) => ends.push(end))
        onDisk += 4 * MiB
      })
      .then(
        () => 'kept',
        () => 'refused',
      )
  const burst = Array.from({ length: 300 }, write)
  await new Promise(setImmediate)
  expect(ends).toHaveLength(244)
  for (const end of ends.splice(0, 100)) {
    end()
  }
  await new Promise(setImmediate)
  expect(await write()).toBe('refused')
  for (const end of ends) {
    end()
  }
  const reported = await Promise.all(burst)
  expect(reported.filter((result) => result === 'kept')).toHaveLength(244)
  expect(await write()).toBe('refused')
  expect(2_000 * MiB - onDisk).toBe(1_024 * MiB)
})

test('e-mails the admins at most once a day about low disk space (6.24)', async () => {
  const desk = await createTestApp({
    env: { DISK_RESERVE_MB: '1024', ORGANISERS: organisersSetting },
    readFreeBytes: async () => free,
  })
  try {
    const checkRoom = async (bytes: number) => {
      free = bytes
      await desk.upload('payment')
      await new Promise(setImmediate)
      const emails = await readEmails(desk, /disk/)
      return emails.map(({ to }) => to)
    }
    const ravi = await signIn(desk)
    const readRoom = async () => (await (await ravi.get('/api/desk/overview')).json()).lowDiskSpace
    expect(await checkRoom(2_048 * MiB)).toEqual([])
    expect(await readRoom()).toBeUndefined()
    expect(await checkRoom(1_536 * MiB)).toEqual([organisers.admin])
    expect(await readRoom()).toEqual({ free: 1_536 * MiB, reserve: 1_024 * MiB })
    desk.passSeconds(25 * 3_600)
    expect(await checkRoom(1_500 * MiB)).toHaveLength(1)
    expect(await checkRoom(3_000 * MiB)).toHaveLength(1)
    expect(await checkRoom(1_500 * MiB)).toHaveLength(2)
    expect(await checkRoom(3_000 * MiB)).toHaveLength(2)
    expect(await checkRoom(1_500 * MiB)).toHaveLength(2)
  } finally {
    await desk.close()
  }
})

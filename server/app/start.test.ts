import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePng } from '../../tests/support/files'
import { createTestFiles, type TestFiles } from '../../tests/support/test-files'
import { createTestStore, type TestStore } from '../../tests/support/test-store'
import { readConfig } from '../config/config'
import { type RunningServer, startServer } from './start'

let folder: string
let tables: TestStore
let files: TestFiles
let server: RunningServer
let address: string
let isStopped = false
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-start-'))
  tables = await createTestStore(folder)
  files = await createTestFiles(folder)
  await start()
})
const start = async (env: Record<string, string> = {}) => {
  const config = readConfig({ DATA_DIR: folder, SITE_DIR: join(folder, 'no-site'), LOG_LEVEL: 'silent', ...env })
  server = await startServer({ ...config, port: 0, store: tables.store, files: files.config })
  address = `http://127.0.0.1:${server.address.port}`
}
afterEach(async () => {
  if (!isStopped) await server.stop()
  isStopped = false
  await tables.drop()
  await files.drop()
  await rm(folder, { recursive: true, force: true })
})

const register = async () => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(makePng())]), 'payment.png')
  form.append('upload_preset', 'payment')
  const upload = await fetch(`${address}/image/upload`, { method: 'POST', body: form })
  const { secure_url }: { secure_url: string } = await upload.json()
  return fetch(`${address}/api/event-registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({
      event: 'SeniorQuiz',
      members: [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }],
      email: 'asha@college.test',
      institution: 'Test Medical College',
      category: 'student',
      payment_screenshot_url: secure_url,
    }),
  })
}

test('a server without a built site answers the calls over a real connection, and writes the e-mail into its folder', async () => {
  const answer = await register()
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    registration_id: expect.stringMatching(/^EVT-\d{6}$/),
    confirmation: 'sent',
  })
  expect(await readdir(join(folder, 'mail'))).toEqual([expect.stringMatching(/\.eml$/)])
  expect((await fetch(`${address}/`)).status).toBe(404)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
})

/** Sends a head that asks to go on, lets the test do something once it may, sends the body, and gives what the server said. */
const sendInParts = (head: string, between: () => Promise<unknown>, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(server.address.port, '127.0.0.1', () => socket.write(head))
    socket.once('data', async () => {
      await between()
      if (body) socket.write(body)
    })
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
  })

test('stopping waits for a request that is under way and takes no new one', async () => {
  const body = JSON.stringify({ event: 'SeniorQuiz', code: 'ATLAS555' })
  const head = [
    'POST /api/coupons/check HTTP/1.1',
    'Host: cerebra.test',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ].join('\r\n')
  let stopped: Promise<void> | undefined
  const said = await sendInParts(
    `${head}\r\n\r\n`,
    async () => {
      stopped = server.stop()
      await setTimeout(100)
      await expect(fetch(`${address}/healthz`)).rejects.toThrow()
    },
    body,
  )
  expect(said).toMatch(/^HTTP\/1\.1 200 /m)
  expect(said).toMatch(/^connection: close\r$/im)
  await stopped
  isStopped = true
})

test('stopping waits neither for a connection that is kept without a request, nor for one that never sent any', async () => {
  const opened = connect(server.address.port, '127.0.0.1')
  const kept = connect(server.address.port, '127.0.0.1')
  const ended = Promise.all([opened, kept].map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  kept.write('GET /healthz HTTP/1.1\r\nHost: cerebra.test\r\n\r\n')
  const answer = await new Promise((resolve) => kept.once('data', (chunk) => resolve(String(chunk))))
  expect(answer).toMatch(/^connection: keep-alive\r$/im)
  const begun = performance.now()
  await server.stop()
  isStopped = true
  expect(performance.now() - begun).toBeLessThan(5_000)
  await ended
})

test('stopping lets those go whose e-mail only waits for its turn: they hear so at once, and their record stays', async () => {
  await server.stop()
  await start({ MAIL_PER_SECOND: '1' })
  const answers = Promise.all(Array.from({ length: 6 }, register))
  const countMessages = async () => (await readdir(join(folder, 'mail'))).length
  while ((await countMessages()) === 0) await setTimeout(10)
  await setTimeout(300)
  const begun = performance.now()
  await server.stop()
  isStopped = true
  expect(performance.now() - begun).toBeLessThan(5_000)
  const told = await Promise.all((await answers).map(async (answer) => (await answer.json()).confirmation))
  expect(new Set(told)).toEqual(new Set(['sent', 'queued']))
})

test('what is not HTTP is turned away and the server goes on', async () => {
  const said = await sendInParts('\u0016\u0003\u0001 hello\r\n\r\n', async () => {}, '')
  expect(said).toMatch(/^HTTP\/1\.1 400 /)
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
})

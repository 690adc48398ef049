import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registrationBody } from '../../tests/support/bodies'
import { makePng } from '../../tests/support/files'
import { organisersSetting } from '../../tests/support/organisers'
import { type ServedApp, serveApp, uploadTo } from '../../tests/support/served-app'

let server: ServedApp
beforeEach(async () => {
  server = await serveApp({ METRICS_PORT: '9100' })
})
afterEach(() => server.remove())

const uploadProof = async () => {
  const { secure_url }: { secure_url: string } = await (
    await uploadTo(server.address, makePng())
  ).json()
  return secure_url
}

const register = async (proof?: string) => {
  const payment_screenshot_url = proof ?? (await uploadProof())
  return fetch(`${server.address}/api/event-registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ ...registrationBody, payment_screenshot_url }),
  })
}

test('serves API calls without a built site, and writes e-mails to a folder', async () => {
  const answer = await register()
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    registration_id: expect.stringMatching(/^EVT-\d{6}$/),
    confirmation: 'sent',
  })
  expect(await server.countMails()).toBe(1)
  expect((await fetch(`${server.address}/`)).status).toBe(404)
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
})

test('serves metrics only on a separate local port', async () => {
  const { address, metricsAddress } = server
  await fetch(`${address}/healthz`)
  const answer = await fetch(`${metricsAddress}/metrics`)
  expect(answer.headers.get('Content-Type')).toContain('text/plain; version=0.0.4')
  expect(await answer.text()).toContain(
    'cerebra_requests_total{route="/healthz",method="GET",status="200"} 1',
  )
  expect((await fetch(`${metricsAddress}/healthz`)).status).toBe(404)
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
})

test('serves metrics at METRICS_HOST (20.8)', async () => {
  await server.remove()
  server = await serveApp({ METRICS_PORT: '9100', METRICS_HOST: '127.0.0.2' })
  const address = server.metricsAddress.replace('127.0.0.1', '127.0.0.2')
  expect((await fetch(`${address}/metrics`)).status).toBe(200)
  await expect(fetch(`${server.metricsAddress}/metrics`)).rejects.toThrow()
})

test('a stopping server completes pending requests and accepts no new ones', async () => {
  const body = JSON.stringify({ event: 'SeniorQuiz', code: 'ATLAS555' })
  const head = [
    'POST /api/coupons/check HTTP/1.1',
    'Host: cerebra.test',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ].join('\r\n')
  let stopped: Promise<void> | undefined
  const responseText = await server.exchangeRaw((socket) => {
    // By now the server has sent "100 Continue". The body arrives while the server is stopping.
    socket.once('data', async () => {
      stopped = server.stop()
      await pause(100)
      await expect(fetch(`${server.address}/healthz`)).rejects.toThrow()
      socket.write(body)
    })
    socket.write(`${head}\r\n\r\n`)
  })
  expect(responseText).toMatch(/^HTTP\/1\.1 200 /m)
  expect(responseText).toMatch(/^connection: close\r$/im)
  await stopped
})

test('a stopping server closes idle connections immediately', async () => {
  const opened = server.connect()
  const kept = server.connect()
  const closedSockets = Promise.all(
    [opened, kept].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
  )
  kept.write('GET /healthz HTTP/1.1\r\nHost: cerebra.test\r\n\r\n')
  const answer = await new Promise((resolve) =>
    kept.once('data', (chunk) => resolve(String(chunk))),
  )
  expect(answer).toMatch(/^connection: keep-alive\r$/im)
  const begun = performance.now()
  await server.stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
  await closedSockets
})

test('a stopping server returns "queued" immediately for waiting e-mails', async () => {
  await server.remove()
  server = await serveApp({ MAIL_PER_SECOND: '1' })
  const answers = Promise.all(Array.from({ length: 6 }, () => register()))
  while ((await server.countMails()) === 0) {
    await pause(10)
  }
  await pause(300)
  const begun = performance.now()
  await server.stop()
  expect(performance.now() - begun).toBeLessThan(5_000)
  const outcomes = await Promise.all(
    (await answers).map(async (answer) => (await answer.json()).confirmation),
  )
  expect(new Set(outcomes)).toEqual(new Set(['sent', 'queued']))
})

test('serves attached proofs only at the desk, even if the desk is not built (6.34)', async () => {
  await server.remove()
  server = await serveApp({ ORGANISERS: organisersSetting })
  const proof = await uploadProof()
  const readProof = () => fetch(server.address + new URL(proof).pathname, { redirect: 'manual' })
  expect((await readProof()).status).toBe(200)
  expect((await register(proof)).status).toBe(201)
  expect((await readProof()).status).toBe(303)
})

import { beforeEach, expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import { fillDelegatePass, fillRegistration } from '../../tests/support/filled-forms'
import { createApp } from './app'
import { createLog } from './log'
import { createMetrics, type Metrics } from './metrics'

let metrics: Metrics
startFestival()
beforeEach(async () => {
  const clock = () => festival.now
  metrics = createMetrics({ db: festival.db, clock })
  const { db, uploads, outbox, rateLimits, config } = festival
  const files = festival.files.store
  const log = createLog('silent')
  const app = createApp({
    state: festival.state,
    db,
    files,
    uploads,
    outbox,
    rateLimits,
    site: undefined,
    metrics,
    clock,
    config,
    log,
  })
  festival.request = async (path, init) => app.request(path, init)
})

const post = async (path: string, body: unknown) =>
  (
    await festival.request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).status

const readText = async () => (await metrics.read()).text

test('counts forms by kind and outcome, and requests by route and status, without personal data', async () => {
  expect(await post('/api/event-registrations', await fillRegistration(festival))).toBe(201)
  expect(await post('/api/event-registrations', {})).toBe(422)
  festival.mailer.behaviour = 'refuse'
  expect(await post('/api/delegate-passes', await fillDelegatePass(festival))).toBe(502)
  await festival.request('/files/none.png')
  const text = await readText()
  expect(text).toContain('cerebra_forms_total{kind="registration",outcome="confirmed"} 1')
  expect(text).toContain('cerebra_forms_total{kind="registration",outcome="refused"} 1')
  expect(text).toContain('cerebra_forms_total{kind="delegate-pass",outcome="saved"} 1')
  expect(text).toContain(
    'cerebra_requests_total{route="/api/event-registrations",method="POST",status="201"} 1',
  )
  expect(text).toContain('cerebra_request_seconds_count{route="/api/event-registrations"} 2')
  expect(text).toContain('cerebra_requests_total{route="/files/:name",method="GET",status="404"} 1')
  expect(text).toMatch(/process_resident_memory_bytes \d+/)
  expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds /)
  expect(text).not.toMatch(/asha|college\.test|cerebra\.test/i)
})

test('counts an upload as failed if the image host rejected it', async () => {
  metrics.observe({
    requestId: '',
    method: 'POST',
    path: '/image/upload',
    route: '/image/upload',
    status: 502,
    ms: 1,
  })
  const text = await readText()
  expect(text).toContain('cerebra_uploads_total{outcome="failed"} 1')
  expect(text).not.toContain('cerebra_uploads_total{outcome="saved"}')
})

test('counts wrong coupon codes without storing their text', async () => {
  await post('/api/coupons/check', { event: 'SeniorQuiz', code: 'WRONG-ONE' })
  const text = await readText()
  expect(text).toContain('cerebra_coupon_guesses_total{outcome="wrong"} 1')
  expect(text).not.toContain('WRONG')
})

test('counts unsent confirmations by state and shows the age of the oldest one', async () => {
  expect(await readText()).toContain('cerebra_mail_oldest_seconds 0')
  festival.mailer.behaviour = 'refuse'
  await post('/api/event-registrations', await fillRegistration(festival))
  festival.passSeconds(90)
  const text = await readText()
  expect(text).toContain('cerebra_mail_messages{state="queued"} 1')
  expect(text).toContain('cerebra_mail_messages{state="failed"} 0')
  expect(text).toContain('cerebra_mail_oldest_seconds 90')
})

test('shows the free disk space and the size of unattached uploads', async () => {
  await festival.upload('payment')
  const clock = () => festival.now
  const { text } = await createMetrics({
    db: festival.db,
    clock,
    readFreeBytes: async () => 5_000_000,
  }).read()
  expect(text).toContain('cerebra_disk_free_bytes 5000000')
  expect(text).toContain('cerebra_uploads_unattached_bytes 262144')
  // With a bucket there is no disk to measure, and 0 would raise an alarm.
  expect(await readText()).toContain('cerebra_disk_free_bytes Nan')
})

test('adds no metrics for made-up paths or methods', async () => {
  for (let index = 0; index < 200; index += 1) {
    await festival.request(`/made-up-${index}`)
    await festival.request(`/api/made-up/${index}`)
    await festival.request('/', { method: `WORD${index}` })
  }
  const lines = (await readText())
    .split('\n')
    .filter((line) => line.startsWith('cerebra_requests_total'))
  expect(lines.length).toBeLessThan(6)
})

test('reports the other metrics even if the table of e-mails is missing', async () => {
  await festival.db.schema.dropTable('message').execute()
  const text = await readText()
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('cerebra_mail_messages{')
})

import { expect, test } from 'vitest'
import { festival, startFestivalOnce } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { findFreePort } from '../../tests/support/free-port'
import { createDeskApp, deskOrigin } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'
import { wireApp } from '../../tests/support/wired-app'
import { createApp } from '../app/app'
import { createLog } from '../app/log'
import { openDatabaseAsItIs } from '../db/open-database'

startFestivalOnce()

const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000',
}

test('adds security headers and a request ID to every response, including refusals', async () => {
  const answers = [
    await festival.request('/healthz'),
    await festival.request('/api/nothing'),
    await festival.request('/api/event-registrations'),
    await festival.post('/api/event-registrations', {}),
    await festival.post('/api/event-registrations', await fillRegistration(festival)),
  ]
  expect(answers.map((answer) => answer.status)).toEqual([200, 404, 405, 422, 201])
  for (const answer of answers) {
    expect(Object.fromEntries(answer.headers)).toMatchObject(safeHeaders)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('permissions-policy')).toContain('camera=()')
  }
})

test('responds to an unknown API call with a JSON problem', async () => {
  for (const path of [
    '/api',
    '/api/',
    '/api/event-registrations/1',
    '/api/../api/x',
    '/image/none',
    '/files/',
  ]) {
    const answer = await festival.request(path)
    expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([
      path,
      404,
      'application/problem+json',
    ])
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not-found',
      detail: expect.stringMatching(/\S/),
    })
  }
})

test('refuses forms sent by pages of other sites', async () => {
  const body = await fillRegistration(festival)
  for (const path of ['/api/event-registrations', '/api/coupons/check', '/image/upload']) {
    const answer = await festival.post(path, body, { 'Sec-Fetch-Site': 'cross-site' })
    expect([path, answer.status]).toEqual([path, 403])
    expect(await answer.json()).toMatchObject({ code: 'forbidden' })
  }
  const own = await festival.post('/api/event-registrations', body, {
    'Sec-Fetch-Site': 'same-origin',
  })
  expect(own.status).toBe(201)
})

test('sends no HSTS header without TLS', async () => {
  const plain = await createTestApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })
  expect((await plain.request('/healthz')).headers.get('strict-transport-security')).toBeNull()
  await plain.close()
})

test('includes subdomains in HSTS only if configured', async () => {
  const bound = await createTestApp({ env: { HSTS_SUBDOMAINS: 'yes' } })
  const answer = await bound.request('/healthz')
  expect(answer.headers.get('strict-transport-security')).toBe(
    'max-age=31536000; includeSubDomains',
  )
  await bound.close()
})

test('reveals nothing about an unexpected error', async () => {
  const { db, uploads, outbox, config } = festival
  const files = festival.files.store
  const count = async () => {
    throw new TypeError('cannot read /secret/folder of asha@college.test')
  }
  const rateLimits = { ...festival.rateLimits, guesses: { ...festival.rateLimits.guesses, count } }
  const logged: string[] = []
  const log = createLog('info', { write: (line) => logged.push(line) })
  const app = createApp({
    state: festival.state,
    db,
    files,
    uploads,
    outbox,
    rateLimits,
    site: undefined,
    clock: () => festival.now,
    config,
    log,
  })
  const answer = await app.request('/api/coupons/check', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ event: 'SeniorQuiz', code: 'X' }),
  })
  expect(answer.status).toBe(500)
  expect(Object.fromEntries(answer.headers)).toMatchObject(safeHeaders)
  expect(await answer.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    code: 'unexpected',
    detail: 'Something went wrong on our side. Please try again.',
  })
  const [error] = logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 50)
  expect(error).toMatchObject({ msg: 'a request failed', err: { name: 'TypeError' } })
  expect(error.request).toBe(answer.headers.get('x-request-id'))
  expect(logged.join('')).not.toMatch(/secret|asha/)
})

test('keeps mistyped URL paths out of the log', async () => {
  const app = await createTestApp()
  for (const path of [
    '/Asha-Test/0123456789',
    '/Files/SECRET.png',
    '//files/SECRET.png',
    '/image/SECRET',
    '/api/asha@b.test',
  ]) {
    await app.request(`https://cerebra.test${path}?q=Asha`)
  }
  await app.request('/files/SECRET.png')
  await app.request('/healthz?q=Asha')
  const paths = app.logged
    .map((line) => JSON.parse(line))
    .flatMap(({ msg, path }) => (msg === 'request' ? [path] : []))
  expect(paths).toEqual(['/…', '/…', '/…', '/…', '/…', '/files/:name', '/healthz'])
  expect(app.logged.join('')).not.toMatch(/asha|secret|0123456789/i)
  await app.close()
})

test.each([
  ['https://cerebra.test', 30],
  ['http://localhost:3000', 20],
])('logs a request to %s at level %i (12.5)', async (address, level) => {
  const app = await createTestApp({ env: { PUBLIC_URL: address } })
  await app.request('/healthz')
  expect(JSON.parse(app.logged.at(-1) ?? '')).toMatchObject({ level, msg: 'request' })
  await app.close()
})

test('the desk, sign-ins and private links return 503 and a reason if the database is unreachable (13.92)', async () => {
  const desk = await createDeskApp()
  const url = `postgres://cerebra:hush@127.0.0.1:${await findFreePort()}/cerebra`
  const unreachable = await openDatabaseAsItIs({ engine: 'postgres', url })
  const { config, mailer } = desk
  const log = createLog('silent')
  const { app, outbox, rateLimits } = wireApp({
    ...{ db: unreachable, config, files: desk.files.store, mailer, clock: () => desk.now, log },
    ...{ site: undefined, desk: undefined },
  })
  const secret = 'a'.repeat(43)
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json', ...deskOrigin } }
  const body = JSON.stringify({ secret })
  for (const answer of [
    await app.request('/api/desk/entries', { headers: { Cookie: `__Host-desk=${secret}` } }),
    await app.request('/api/desk/sessions', { ...post, body }),
    await app.request('/api/my-submission/open', { ...post, body }),
  ]) {
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '15'])
    const responseText = await answer.text()
    expect(responseText).toContain('cannot reach its database')
    expect(responseText).not.toMatch(/ECONN|127\.0|hush/)
  }
  await Promise.all([outbox.stop(), rateLimits.close()])
  await unreachable.destroy()
  await desk.close()
})

test('reveals nothing about a failing database', async () => {
  const broken = await createTestApp()
  await broken.db.schema.dropTable('upload').execute()
  const answer = await broken.post('/api/event-registrations', {
    ...(await fillRegistration(festival)),
    payment_screenshot_url: 'https://cerebra.test/files/x.png',
  })
  expect(answer.status).toBe(503)
  expect(await answer.text()).not.toMatch(/upload|table|sql|at \//i)
  await broken.close()
})

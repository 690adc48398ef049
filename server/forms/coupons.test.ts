import { expect, test } from 'vitest'
import { festival, startFestivalOnce } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

startFestivalOnce({ env: { COUPON_CODE: 'Atlas-Five!' } })

const check = async (event: unknown, code: unknown) => {
  const answer = await festival.post('/api/coupons/check', { event, code })
  return { status: answer.status, body: await answer.json() }
}

test('takes 5% off the Senior Quiz for the configured code, in any spelling', async () => {
  for (const code of ['ATLASFIVE!', ' atlasfive! ', 'Atlas-Five!']) {
    expect(await check('SeniorQuiz', code)).toEqual({
      status: 200,
      body: { valid: true, message: 'Coupon applied: 5% discount', price: 570 },
    })
  }
})

test('rejects coupons for events that are not open (7.9)', async () => {
  expect(await check('CasePulse', 'ATLASFIVE!')).toEqual({
    status: 409,
    body: expect.objectContaining({ code: 'registration-closed', detail: 'Registration Closed' }),
  })
})

test('rejects any other code as unknown', async () => {
  for (const code of ['ATLASFIVE', 'ATLASFIVE!!', '-', '%', '__proto__']) {
    expect(await check('SeniorQuiz', code)).toEqual({
      status: 200,
      body: { valid: false, message: 'Sorry, this coupon does not exist or has been used.' },
    })
  }
})

test('refuses a coupon for a subject without a fee', async () => {
  expect((await check('SonicShift', 'ATLASFIVE!')).body).toEqual({
    valid: false,
    message: 'There is no fee, so you do not need a coupon.',
  })
})

test('rejects a list as a coupon code', async () => {
  const { status, body } = await check('SeniorQuiz', ['ATLASFIVE!'])
  expect([status, body.errors.map((error: { path: string }) => error.path)]).toEqual([
    422,
    ['code'],
  ])
})

test('accepts no coupon if none is configured', async () => {
  const plain = await createTestApp()
  const answer = await plain.post('/api/coupons/check', { event: 'SeniorQuiz', code: 'undefined' })
  expect(await answer.json()).toMatchObject({ valid: false })
  await plain.close()
})

const checkCode = (app: TestApp, code: string, from: string) =>
  app.post('/api/coupons/check', { event: 'SeniorQuiz', code }, { 'X-Forwarded-For': from })

test('blocks a network after thirty wrong codes in an hour', async () => {
  const app = await createTestApp({
    env: { COUPON_CODE: 'Atlas-Five!', TRUST_PROXY: '1', METRICS_PORT: '1' },
  })
  const from = (host: number) => `2001:db8:77:${host}::1`
  const body = await fillRegistration(app)
  for (let guess = 0; guess < 29; guess += 1) {
    expect(await (await checkCode(app, `WRONG${guess}`, from(guess))).json()).toMatchObject({
      valid: false,
    })
  }
  const inside = { ...body, coupon: 'WRONG-29' }
  const forwarded = { 'X-Forwarded-For': from(77) }
  expect((await app.post('/api/event-registrations', inside, forwarded)).status).toBe(422)

  const refused = await checkCode(app, 'ATLASFIVE!', from(99))
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000)
  expect(await refused.json()).toMatchObject({
    code: 'too-many-requests',
    detail: expect.stringMatching(/coupon/),
  })
  const known = { ...body, coupon: 'ATLASFIVE!' }
  const tooMany = await app.post('/api/event-registrations', known, forwarded)
  expect(tooMany.status).toBe(422)
  expect(await tooMany.json()).toMatchObject({
    errors: [{ path: 'coupon', message: expect.stringMatching(/continue without a coupon/) }],
  })
  expect((await app.post('/api/event-registrations', body, forwarded)).status).toBe(201)

  expect(await (await checkCode(app, 'ATLASFIVE!', '2001:db8:78::1')).json()).toMatchObject({
    valid: true,
  })
  const warnings = app.logged.filter((line) => /coupon/.test(JSON.parse(line).msg))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).not.toMatch(/2001|WRONG|ATLAS/i)
  await app.close()
})

test('does not count valid codes as guesses', async () => {
  const app = await createTestApp({ env: { COUPON_CODE: 'Atlas-Five!' } })
  // One network may guess fewer codes in an hour, and all networks together fewer in a minute.
  for (let time = 0; time < 70; time += 1) {
    expect(
      (await app.post('/api/coupons/check', { event: 'SeniorQuiz', code: 'ATLASFIVE!' })).status,
    ).toBe(200)
  }
  await app.close()
})

test('accepts at most sixty wrong guesses a minute from all networks together', async () => {
  const app = await createTestApp({ env: { COUPON_CODE: 'Atlas-Five!', TRUST_PROXY: '1' } })
  const statuses = new Map<number, number>()
  for (let guess = 0; guess < 80; guess += 1) {
    const { status } = await checkCode(app, 'WRONG', `198.51.${guess % 64}.1`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses]).toEqual([
    [200, 60],
    [429, 20],
  ])
  await app.close()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillRegistration } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
beforeAll(async () => {
  festival = await createTestApp()
})
afterAll(() => festival.close())

const safeHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

test('every answer carries the safety headers and a request id, refusals included', async () => {
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

test('an unknown call is a problem in JSON', async () => {
  for (const path of ['/api', '/api/', '/api/event-registrations/1', '/api/../api/x', '/image/none', '/files/']) {
    const answer = await festival.request(path)
    expect([path, answer.status, answer.headers.get('Content-Type')]).toEqual([path, 404, 'application/problem+json'])
    expect(await answer.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not-found',
      detail: expect.stringMatching(/\S/),
    })
  }
})

test('a form that another site’s page sends is refused', async () => {
  const body = await fillRegistration(festival)
  for (const path of ['/api/event-registrations', '/api/coupons/check', '/image/upload']) {
    const answer = await festival.post(path, body, { 'Sec-Fetch-Site': 'cross-site' })
    expect([path, answer.status]).toEqual([path, 403])
    expect(await answer.json()).toMatchObject({ code: 'forbidden' })
  }
  const own = await festival.post('/api/event-registrations', body, { 'Sec-Fetch-Site': 'same-origin' })
  expect(own.status).toBe(201)
})

test('without TLS the server does not ask browsers for it', async () => {
  const plain = await createTestApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } })
  expect((await plain.request('/healthz')).headers.get('strict-transport-security')).toBeNull()
  await plain.close()
})

test('an error that nobody expected tells nothing of itself', async () => {
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

import { afterEach, expect, test } from 'vitest'
import { countRows, fillRegistration, keyHeader } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
afterEach(() => festival.close())

test('one e-mail address makes so many records an hour, and the answer says when to come back', async () => {
  festival = await createTestApp({ env: { LIMIT_SENDER: '3' } })
  const body = await fillRegistration(festival)
  for (const seconds of [0, 60, 120]) {
    festival.now = new Date(Date.parse('2025-10-01T05:00:00Z') + seconds * 1_000)
    expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
  }
  const refused = await festival.post('/api/event-registrations', { ...body, email: 'ASHA@college.test' })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('Retry-After')).toBe('3480')
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
  expect(await countRows(festival)).toEqual({ EventRegistration: 3, submission: 3, message: 3 })

  const other = await festival.post('/api/event-registrations', { ...body, email: 'bala@college.test' })
  expect(other.status).toBe(201)
  festival.now = new Date('2025-10-01T06:00:00Z')
  expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
})

test('repeating a request counts once', async () => {
  festival = await createTestApp({ env: { LIMIT_SENDER: '2' } })
  const body = await fillRegistration(festival)
  const headers = keyHeader()
  for (let time = 0; time < 5; time += 1)
    expect((await festival.post('/api/event-registrations', body, headers)).status).toBe(201)
  expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
  expect((await festival.post('/api/event-registrations', body)).status).toBe(429)
  expect((await festival.post('/api/event-registrations', body, headers)).status).toBe(201)
})

test('one network address sends so many forms and uploads; reading stays free', async () => {
  festival = await createTestApp({ env: { LIMIT_SUBMISSIONS: '2', LIMIT_UPLOADS: '1' } })
  const body = await fillRegistration(festival)
  const statuses = []
  for (let time = 0; time < 3; time += 1) statuses.push((await festival.post('/api/event-registrations', {})).status)
  expect(statuses).toEqual([422, 422, 429])
  const refused = await festival.post('/api/event-registrations', body)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500)
  expect(await countRows(festival)).toEqual({})
  expect((await festival.request('/image/upload', { method: 'POST' })).status).toBe(429)
  expect((await festival.request('/readyz')).status).toBe(200)
})

test('an address that visitors claim counts only as far as our proxies saw it', async () => {
  festival = await createTestApp({ env: { LIMIT_SUBMISSIONS: '1', TRUST_PROXY: '1' } })
  const from = async (forwarded: string) =>
    (await festival.post('/api/event-registrations', {}, { 'X-Forwarded-For': forwarded })).status
  expect(await from('198.51.100.7')).toBe(422)
  expect(await from('10.1.2.3, 198.51.100.7')).toBe(429)
  expect(await from('198.51.100.7, 198.51.100.8')).toBe(422)
  expect(await from('2001:db8:1:2::1')).toBe(422)
  expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
  expect(await from('2001:db8:1:3::1')).toBe(422)
  expect(await from('::ffff:198.51.100.8')).toBe(429)
})

test('without a proxy of ours no claimed address counts', async () => {
  festival = await createTestApp({ env: { LIMIT_SUBMISSIONS: '1' } })
  const from = async (forwarded: string) =>
    (await festival.post('/api/event-registrations', {}, { 'X-Forwarded-For': forwarded })).status
  expect(await from('198.51.100.7')).toBe(422)
  expect(await from('198.51.100.8')).toBe(429)
})

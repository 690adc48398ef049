import type { Transaction } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { countRows, fillRegistration, keyHeader } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import type { Tables } from '../db/schema'

let festival: TestApp
afterEach(() => festival.close())

const register = '/api/event-registrations'

test('limits records per network address, and suggests a retry after a few seconds', async () => {
  festival = await createTestApp({ env: { LIMIT_ENTRIES: '2' } })
  const body = await fillRegistration(festival)
  const statuses = []
  for (let time = 0; time < 4; time += 1) {
    statuses.push((await festival.post(register, body)).status)
  }
  // A sixtieth of the burst, but at least one record, is allowed every ten seconds.
  expect(statuses).toEqual([201, 201, 201, 429])
  const refused = await festival.post(register, body)
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(10)
  expect(await refused.json()).toMatchObject({ code: 'too-many-requests' })
  expect((await countRows(festival)).EventRegistration).toBe(3)
  expect((await festival.request('/readyz')).status).toBe(200)
})

test('does not block a campus after three thousand forms from one student (13.5)', async () => {
  festival = await createTestApp({ env: { TRUST_PROXY: '1' } })
  const { entries } = festival.rateLimits
  for (let made = 0; made < 3_100; made += 1) {
    expect(await entries.count('198.51.100.7')).toBeUndefined()
  }
  const body = await fillRegistration(festival)
  expect((await festival.post(register, body, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(
    201,
  )
})

test('counts a form once even if its transaction runs twice (13.5)', async () => {
  festival = await createTestApp({ env: { LIMIT_ENTRIES: '1' } })
  const body = await fillRegistration(festival)
  const begin = festival.db.transaction.bind(festival.db)
  let lost = 3
  vi.spyOn(festival.db, 'transaction').mockImplementation(() => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    return Object.assign(builder, {
      execute: <T>(work: (transaction: Transaction<Tables>) => Promise<T>) =>
        execute(async (transaction) => {
          const result = await work(transaction)
          lost -= 1
          if (lost >= 0) {
            throw Object.assign(new Error('Another transaction came first'), { code: '40001' })
          }
          return result
        }),
    })
  })
  expect((await festival.post(register, body)).status).toBe(201)
  expect(lost).toBeLessThan(0)
})

test('does not count refused or repeated requests towards the limit of records', async () => {
  festival = await createTestApp({ env: { LIMIT_ENTRIES: '1' } })
  const body = await fillRegistration(festival)
  for (let time = 0; time < 20; time += 1) {
    await festival.post('/api/x', {})
    await festival.post(register, {})
    await festival.post(register, { ...body, event: 'InsideICU' })
    await festival.post(register, {
      ...body,
      payment_screenshot_url: 'https://cerebra.test/files/none.png',
    })
    await festival.request('/image/upload', { method: 'POST' })
  }
  const headers = keyHeader()
  for (let time = 0; time < 5; time += 1) {
    expect((await festival.post(register, body, headers)).status).toBe(201)
  }
  expect((await festival.post(register, body)).status).toBe(201)
  expect((await festival.post(register, body)).status).toBe(429)
  expect((await festival.post(register, body, headers)).status).toBe(201)
  await festival.upload('payment')
})

test('answers a flood of bad requests with 429 and closes the connections, but still serves valid requests', async () => {
  festival = await createTestApp()
  const body = await fillRegistration(festival)
  for (let time = 0; time < 600; time += 1) {
    expect((await festival.post('/api/x', {})).status).toBe(404)
  }
  for (let time = 0; time < 5; time += 1) {
    const refused = await festival.post('/api/x', {})
    expect([refused.status, refused.headers.get('Connection')]).toEqual([429, 'close'])
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
    expect(refused.headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
  const { payment_screenshot_url: _, ...unfinished } = body
  const neighbour = await festival.post(register, unfinished)
  expect(neighbour.status).toBe(422)
  expect((await neighbour.json()).errors).toMatchObject([{ path: 'payment_screenshot_url' }])
  expect((await festival.post(register, body)).status).toBe(201)
  const warnings = festival.logged.filter((line) => JSON.parse(line).level === 40)
  expect(warnings).toHaveLength(1)
})

test('trusts only forwarded addresses that our own proxies added', async () => {
  festival = await createTestApp({ env: { LIMIT_ENTRIES: '1', TRUST_PROXY: '1' } })
  const body = await fillRegistration(festival)
  const from = async (forwarded: string) =>
    (await festival.post(register, body, { 'X-Forwarded-For': forwarded })).status
  const fill = async (forwarded: string) =>
    expect([await from(forwarded), await from(forwarded)]).toEqual([201, 201])
  await fill('198.51.100.7')
  expect(await from('10.1.2.3, 198.51.100.7')).toBe(429)
  await fill('198.51.100.7, 198.51.100.8')
  await fill('2001:db8:1:2::1')
  expect(await from('2001:db8:1:2:ffff::9')).toBe(429)
  await fill('2001:db8:1:3::1')
  expect(await from('2001:0DB8:0001:0003::9')).toBe(429)
  expect(await from('::ffff:198.51.100.8')).toBe(429)
})

test('ignores forwarded addresses if there is no proxy', async () => {
  festival = await createTestApp({ env: { LIMIT_ENTRIES: '1' } })
  const body = await fillRegistration(festival)
  const from = async (forwarded: string) =>
    (await festival.post(register, body, { 'X-Forwarded-For': forwarded })).status
  expect([
    await from('198.51.100.7'),
    await from('198.51.100.8'),
    await from('198.51.100.9'),
  ]).toEqual([201, 201, 429])
})

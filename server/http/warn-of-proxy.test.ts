import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
afterEach(() => festival.close())

const warnings = () => festival.logged.filter((line) => JSON.parse(line).level === 40)
const read = async (headers: Record<string, string>, path = '/api/state') => {
  await festival.request(path, { headers })
}

test('warns once an hour about a proxy that TRUST_PROXY does not count, and logs no address', async () => {
  festival = await createTestApp()
  await read({})
  expect(warnings()).toEqual([])
  await read({ 'X-Forwarded-For': '198.51.100.7' })
  await read({ 'X-Forwarded-For': '198.51.100.8' })
  expect(warnings()).toEqual([expect.stringContaining('set TRUST_PROXY to the number of proxies')])
  expect(festival.logged.join()).not.toContain('198.51.100.')
})

test('does not warn about a proxy that TRUST_PROXY counts', async () => {
  festival = await createTestApp({ env: { TRUST_PROXY: '1' } })
  await read({ 'X-Forwarded-For': '198.51.100.7' })
  expect(warnings()).toEqual([])
})

test('warns once an hour while requests pass fewer proxies than TRUST_PROXY states (20.6)', async () => {
  festival = await createTestApp({ env: { TRUST_PROXY: '2' } })
  await read({ 'X-Forwarded-For': '203.0.113.1, 198.51.100.7' })
  // Health checks need not pass through a proxy.
  await read({}, '/healthz')
  await read({}, '/readyz')
  expect(warnings()).toEqual([])
  await read({ 'X-Forwarded-For': '198.51.100.7' })
  await read({ 'X-Forwarded-For': '198.51.100.8' })
  const expected = expect.stringContaining('fewer proxies than TRUST_PROXY states')
  expect(warnings()).toEqual([expected])
  festival.passSeconds(3599)
  await read({ 'X-Forwarded-For': '198.51.100.7' })
  expect(warnings()).toHaveLength(1)
  festival.passSeconds(1)
  await read({})
  expect(warnings()).toEqual([expected, expected])
  expect(festival.logged.join()).not.toContain('198.51.100.')
})

import { afterEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
afterEach(() => festival.close())

const warnings = () => festival.logged.filter((line) => JSON.parse(line).level === 40)
const read = async (headers: Record<string, string>) => {
  await festival.request('/healthz', { headers })
}

test('warns once about a proxy that TRUST_PROXY does not count, and logs no address', async () => {
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

test('warns once if X-Forwarded-For is shorter than TRUST_PROXY says (12.129)', async () => {
  festival = await createTestApp({ env: { TRUST_PROXY: '2' } })
  await read({ 'X-Forwarded-For': '203.0.113.1, 198.51.100.7' })
  // A health check from this machine does not pass through a proxy.
  await read({})
  expect(warnings()).toEqual([])
  await read({ 'X-Forwarded-For': '198.51.100.7' })
  await read({ 'X-Forwarded-For': '198.51.100.8' })
  expect(warnings()).toEqual([
    expect.stringContaining('X-Forwarded-For has fewer addresses than TRUST_PROXY counts'),
  ])
  expect(festival.logged.join()).not.toContain('198.51.100.')
})

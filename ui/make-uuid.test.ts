import { afterEach, expect, it, vi } from 'vitest'
import { makeUuid } from './make-uuid'

afterEach(() => vi.unstubAllGlobals())

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

it('makes random UUIDs without TLS, where browsers have no randomUUID', () => {
  const { getRandomValues } = crypto
  expect(makeUuid()).toMatch(uuid)
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 50 }, makeUuid)
  for (const key of keys) {
    expect(key).toMatch(uuid)
  }
  expect(new Set(keys).size).toBe(50)
})

import { afterEach, expect, test, vi } from 'vitest'
import { CallError, call, retryDelayMs } from './api'

afterEach(() => vi.unstubAllGlobals())

const answerWith = (answer: () => Promise<Response>) => {
  const fetched = vi.fn((_address: string, _init: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('fills in the path and query of a call, and omits empty filters', async () => {
  const fetched = answerWith(async () => Response.json({ rows: [], next: null }))
  await call('listQueue', { query: { q: 'asha rao', state: 'submitted', after: '' } })
  expect(fetched.mock.lastCall?.[0]).toBe('/api/desk/entries?q=asha+rao&state=submitted')
  await call('readEntry', { params: { id: 'a/b' } })
  expect(fetched.mock.lastCall?.[0]).toBe('/api/desk/entries/a%2Fb')
  expect(fetched.mock.lastCall?.[1].method).toBe('GET')
})

test('reports a refusal with the server’s message and the time to wait', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Too Many',
    status: 429,
    code: 'too-many-requests',
    detail: 'Wait.',
  }
  answerWith(async () => Response.json(problem, { status: 429, headers: { 'Retry-After': '7' } }))
  const failure = await call('readMe', {}).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'Wait.', retryAfterSeconds: 7, isTransient: true })
})

test.each([
  ['a page of a proxy', async () => new Response('<html>Sign in to this network</html>')],
  ['an error page of a proxy', async () => new Response('<html>', { status: 502 })],
  ['no answer at all', () => Promise.reject(new TypeError('Failed to fetch'))],
])('treats %s as a temporary failure', async (_what, answer) => {
  answerWith(answer)
  const failure = await call('readMe', {}).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallError)
  expect(failure).toMatchObject({ problem: undefined, isTransient: true })
})

test('returns null for a response without a body', async () => {
  answerWith(async () => new Response(null, { status: 204 }))
  expect(await call('endSession', { params: { id: 'current' } })).toBeNull()
})

test('retries after 1, 2, 4 and then at most 10 seconds, unless Retry-After says otherwise', () => {
  const passing = new CallError(undefined)
  expect([0, 1, 2, 9].map((times) => retryDelayMs(times, passing))).toEqual([
    1_000, 2_000, 4_000, 10_000,
  ])
  expect(retryDelayMs(0, new CallError(undefined, 30))).toBe(30_000)
})

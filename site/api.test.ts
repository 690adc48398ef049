import { expect, it } from 'vitest'
import { parseResponse } from './api'

const problem = {
  type: 'about:blank',
  title: 'Bad Gateway',
  status: 502,
  code: 'email-failed',
  detail: 'Failed to send registration email. Please try again.',
  registration_id: 'EVT-004217',
}

it('returns the value of a successful response', () => {
  expect(parseResponse(201, '{"registration_id":"EVT-004217"}', null)).toEqual({
    ok: true,
    value: { registration_id: 'EVT-004217' },
  })
})

it('returns the problem of a refused call, and how long to wait', () => {
  expect(parseResponse(502, JSON.stringify(problem), null)).toEqual({
    ok: false,
    failure: { kind: 'problem', problem },
  })
  expect(
    parseResponse(429, JSON.stringify({ ...problem, code: 'too-many-requests' }), '30'),
  ).toMatchObject({
    failure: { retryAfterSeconds: 30 },
  })
})

it('accepts a problem with an unknown code from a newer server', () => {
  const newer = { ...problem, code: 'no-seat', detail: 'Every seat is taken.' }
  expect(parseResponse(409, JSON.stringify(newer), null)).toMatchObject({
    failure: { problem: newer },
  })
})

it('treats responses of proxies and captive portals as if the server were unreachable', () => {
  const none = { ok: false, failure: { kind: 'unreachable' } }
  expect(parseResponse(502, '<h1>Bad Gateway</h1>', null)).toEqual(none)
  expect(parseResponse(200, '<html>Sign in to the Wi-Fi</html>', null)).toEqual(none)
  expect(parseResponse(200, '"welcome"', null)).toEqual(none)
  expect(parseResponse(503, '{"code":"toString","detail":"no"}', null)).toEqual(none)
  expect(
    parseResponse(422, JSON.stringify({ ...problem, code: 'invalid', errors: 'many' }), null),
  ).toEqual(none)
})

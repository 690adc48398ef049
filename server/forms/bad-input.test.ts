import { beforeAll, describe, expect, test } from 'vitest'
import { festival, startFestivalOnce } from '../../tests/support/festival'
import { countRows, fillRegistration } from '../../tests/support/filled-forms'

let screenshot: string
startFestivalOnce()
beforeAll(async () => {
  screenshot = await festival.upload('payment')
})

const register = async (changes: Record<string, unknown>) =>
  festival.post(
    '/api/event-registrations',
    await fillRegistration(festival, { payment_screenshot_url: screenshot, ...changes }),
  )

const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }

/** The errors of each field are tested in festival/forms/registration.test.ts. */
test('reports the missing Delegate Pass ID of a workshop registration, and saves nothing', async () => {
  const answer = await register({ event: 'SmartAI', members: [leader] })
  expect(answer.status).toBe(422)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  const problem = await answer.json()
  expect(problem).toMatchObject({ type: 'about:blank', status: 422, code: 'invalid' })
  expect(problem.errors).toEqual([{ path: 'delegate_id', message: expect.stringMatching(/\S/) }])
  expect(await countRows(festival)).toEqual({})
})

test('reports at most fifty errors for a body with many wrong fields', async () => {
  const answer = await festival.post('/api/accommodations', { events: Array(10_000).fill(0) })
  const { errors } = await answer.json()
  expect(errors).toHaveLength(50)
})

describe('a request that is not a form', () => {
  const send = (init: RequestInit) =>
    festival.request('/api/event-registrations', { method: 'POST', ...init })
  const json = { 'Content-Type': 'application/json' }

  test.each([
    ['half a JSON text', { headers: json, body: '{"event":' }, 400, 'bad-request'],
    ['no body', { headers: json }, 400, 'bad-request'],
    [
      'bytes that are not UTF-8',
      { headers: json, body: new Uint8Array([0x7b, 0xff, 0x7d]) },
      400,
      'bad-request',
    ],
    ['a JSON list', { headers: json, body: '[]' }, 422, 'invalid'],
    ['a JSON string', { headers: json, body: '"SeniorQuiz"' }, 422, 'invalid'],
    ['a JSON null', { headers: json, body: 'null' }, 422, 'invalid'],
    ['a web form', { body: new URLSearchParams({ event: 'SeniorQuiz' }) }, 415, 'unsupported-body'],
    ['plain text', { body: '{}' }, 415, 'unsupported-body'],
    [
      'a body of 64 KiB and one byte',
      { headers: json, body: `"${'a'.repeat(64 * 1024 - 1)}"` },
      413,
      'body-too-large',
    ],
  ])('rejects %s', async (_what, init, status, code) => {
    const answer = await send(init)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('stops reading a body of undeclared length after 64 KiB', async () => {
    let chunks = 0
    const body = new ReadableStream({
      pull(controller) {
        chunks += 1
        controller.enqueue(new Uint8Array(8 * 1024).fill(32))
      },
    })
    const init: RequestInit & { duplex: 'half' } = { headers: json, body, duplex: 'half' }
    const answer = await send(init)
    expect(answer.status).toBe(413)
    expect(chunks).toBeLessThan(30)
  })
})

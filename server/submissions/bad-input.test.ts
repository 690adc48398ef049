import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRows, fillRegistration } from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
let screenshot: string
beforeAll(async () => {
  festival = await createTestApp()
  screenshot = await festival.upload('payment')
})
afterAll(() => festival.close())

const register = async (changes: Record<string, unknown>) =>
  festival.post(
    '/api/event-registrations',
    await fillRegistration(festival, { payment_screenshot_url: screenshot, ...changes }),
  )

const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const phoneHint = 'Enter a valid 10-digit number or +91 followed by 10 digits'

const wrongBodies: [string, Record<string, unknown>, string, string?][] = [
  ['no members', { members: [] }, 'members', 'Enter the team leader’s details.'],
  ['members that are no list', { members: { 0: leader } }, 'members'],
  ['a member that is no object', { members: ['Asha'] }, 'members.0'],
  ['a team of four', { members: [leader, leader, leader, leader] }, 'members', 'A team has at most 3 members.'],
  ['500 members', { members: Array(500).fill(leader) }, 'members', 'A team has at most 3 members.'],
  ['no leader’s name', { members: [{ ...leader, name: ' ' }] }, 'members.0.name', 'Enter the team leader’s full name.'],
  ['a leader’s name of 101 characters', { members: [{ ...leader, name: 'a'.repeat(101) }] }, 'members.0.name'],
  ['a line break in a name', { members: [{ ...leader, name: 'Asha\r\nBcc: x@y.test' }] }, 'members.0.name'],
  ['a zero byte in a name', { members: [{ ...leader, name: 'Asha\u0000Rao' }] }, 'members.0.name'],
  ['a half surrogate in a name', { members: [{ ...leader, name: 'Asha\ud800' }] }, 'members.0.name'],
  ['a name that is a number', { members: [{ ...leader, name: 42 }] }, 'members.0.name'],
  ['a phone of nine digits', { members: [{ ...leader, phone: '987654321' }] }, 'members.0.phone', phoneHint],
  ['another country’s phone', { members: [{ ...leader, phone: '+440123456789' }] }, 'members.0.phone', phoneHint],
  ['a phone that is a number', { members: [{ ...leader, phone: 1_234_567_890 }] }, 'members.0.phone', phoneHint],
  ['no phone', { members: [{ name: 'Asha', year: '1st year' }] }, 'members.0.phone'],
  ['no year', { members: [{ ...leader, year: '' }] }, 'members.0.year'],
  ['a year of 61 characters', { members: [{ ...leader, year: 'y'.repeat(61) }] }, 'members.0.year'],
  ['a second member’s wrong phone', { members: [leader, { ...leader, phone: '12' }] }, 'members.1.phone', phoneHint],
  ['a second member without a name', { members: [leader, { ...leader, name: '' }] }, 'members.1.name'],
  ['no e-mail', { email: undefined }, 'email'],
  ['an e-mail without a domain', { email: 'asha@college' }, 'email'],
  ['two e-mails', { email: 'a@college.test,b@college.test' }, 'email'],
  ['an e-mail with a header in it', { email: 'a@college.test\r\nBcc: b@college.test' }, 'email'],
  ['an e-mail of 255 characters', { email: `${'a'.repeat(243)}@college.test` }, 'email'],
  ['an e-mail that is a list', { email: ['a@college.test'] }, 'email'],
  ['no institution', { institution: undefined }, 'institution'],
  ['an institution of 201 characters', { institution: 'i'.repeat(201) }, 'institution'],
  ['an institution that is null', { institution: null }, 'institution'],
  ['no category', { category: undefined }, 'category'],
  ['an unknown category', { category: 'patient' }, 'category', 'Choose the category that fits you.'],
  ['a Delegate Pass ID of 41 characters', { delegate_id: '1'.repeat(41) }, 'delegate_id'],
  ['a Delegate Pass ID that is a number', { delegate_id: 123412341234 }, 'delegate_id'],
  ['a coupon of 41 characters', { coupon: 'C'.repeat(41) }, 'coupon'],
  ['a coupon where none is on offer', { coupon: 'ANYTHING' }, 'coupon'],
  ['no screenshot', { payment_screenshot_url: '' }, 'payment_screenshot_url', 'Choose the screenshot of your payment.'],
  ['a screenshot that is an object', { payment_screenshot_url: {} }, 'payment_screenshot_url'],
  ['an address of 501 characters', { payment_screenshot_url: 'u'.repeat(501) }, 'payment_screenshot_url'],
  ['a workshop without a delegate pass', { event: 'SmartAI', members: [leader] }, 'delegate_id'],
  ['a workshop for two', { event: 'Vivantia', members: [leader, leader], delegate_id: '123412341234' }, 'members'],
]

test.each(wrongBodies)('%s: the field is named and nothing is saved', async (_what, changes, path, message) => {
  const answer = await register(changes)
  expect(answer.status).toBe(422)
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json')
  const problem = await answer.json()
  expect(problem).toMatchObject({ type: 'about:blank', status: 422, code: 'invalid' })
  expect(problem.errors.map((error: { path: string }) => error.path)).toEqual([path])
  expect(problem.errors[0].message).toMatch(/\S/)
  if (message) expect(problem.errors[0].message).toBe(message)
  expect(await countRows(festival)).toEqual({})
})

test('an empty body is told of every field that it lacks', async () => {
  const answer = await festival.post('/api/event-registrations', {})
  const { errors } = await answer.json()
  expect(errors.map((error: { path: string }) => error.path)).toEqual([
    'event',
    'members',
    'email',
    'institution',
    'category',
    'payment_screenshot_url',
  ])
})

test('a body that is made of wrong fields is answered with fifty of them at most', async () => {
  const answer = await festival.post('/api/accommodations', { events: Array(10_000).fill(0) })
  const { errors } = await answer.json()
  expect(errors).toHaveLength(50)
})

test('names of other scripts, quotes and markup are kept as they are', async () => {
  const name = 'ஆஷா <b>O’Rao</b> "; DROP TABLE upload'
  const answer = await register({ members: [{ ...leader, name }] })
  expect(answer.status).toBe(201)
  const row = await festival.db.selectFrom('EventRegistration').select('name').executeTakeFirstOrThrow()
  expect(row.name).toBe(name)
  await festival.db.deleteFrom('EventRegistration').execute()
  await festival.db.deleteFrom('submission').execute()
  await festival.db.deleteFrom('message').execute()
})

describe('a request that is not a form at all', () => {
  const send = (init: RequestInit) => festival.request('/api/event-registrations', { method: 'POST', ...init })
  const json = { 'Content-Type': 'application/json' }

  test.each([
    ['half a JSON text', { headers: json, body: '{"event":' }, 400, 'bad-request'],
    ['no body', { headers: json }, 400, 'bad-request'],
    ['bytes that are not UTF-8', { headers: json, body: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400, 'bad-request'],
    ['a list', { headers: json, body: '[]' }, 422, 'invalid'],
    ['a word', { headers: json, body: '"SeniorQuiz"' }, 422, 'invalid'],
    ['nothing', { headers: json, body: 'null' }, 422, 'invalid'],
    ['deep brackets', { headers: json, body: '['.repeat(30_000) + ']'.repeat(30_000) }, 422, 'invalid'],
    ['a web form', { body: new URLSearchParams({ event: 'SeniorQuiz' }) }, 415, 'unsupported-body'],
    ['plain text', { body: '{}' }, 415, 'unsupported-body'],
    ['64 KiB and a byte', { headers: json, body: `"${'a'.repeat(64 * 1024 - 1)}"` }, 413, 'body-too-large'],
  ])('%s is refused', async (_what, init, status, code) => {
    const answer = await send(init)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ code })
  })

  test('a body that never says its length stops at 64 KiB', async () => {
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

  test('other methods are refused, and the right one is named', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await festival.request('/api/event-registrations', { method })
      expect([method, answer.status, answer.headers.get('Allow')]).toEqual([method, 405, 'POST'])
      expect(await answer.json()).toMatchObject({ code: 'method-not-allowed' })
    }
  })

  test('own words for the language’s objects change nothing', async () => {
    const body = JSON.stringify(await fillRegistration(festival, { payment_screenshot_url: screenshot }))
    const answer = await send({
      headers: json,
      body: body.replace('{', '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},'),
    })
    expect(answer.status).toBe(201)
    expect(Reflect.get({}, 'admin')).toBeUndefined()
  })
})

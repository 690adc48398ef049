import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MailApiService, startMailApiService } from '../../tests/support/mail-api-service'
import { queueMessage, readMessage } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { mailServices, openApiMailer } from './api-mailer'

let service: MailApiService
let festival: TestApp

const open = async (name: (typeof mailServices)[number]) => {
  const mailer = openApiMailer({ service: name, key: 'secret-key', url: service.url }, 500)
  festival = await createTestApp({
    mailer,
    env: { ORGANISERS_EMAIL: 'office@lumbar-days.example' },
  })
}

beforeEach(async () => {
  service = await startMailApiService()
})
afterEach(async () => {
  await festival.close()
  await service.stop()
})

const isCalendar = (content: unknown) =>
  Buffer.from(String(content), 'base64').toString().startsWith('BEGIN:VCALENDAR')

test('sends the e-mail to Resend with its calendar file and an idempotency key (20.28)', async () => {
  await open('resend')
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('sent')
  const [call] = service.taken
  expect(call?.headers).toMatchObject({
    authorization: 'Bearer secret-key',
    'content-type': 'application/json',
    'idempotency-key': expect.stringMatching(/^[\w-]+$/),
  })
  expect(call?.body).toEqual({
    from: expect.stringMatching(/<registrations@\S+>$/),
    to: ['asha@students.test'],
    cc: ['office@lumbar-days.example'],
    reply_to: ['desk@lumbar-days.example'],
    subject: expect.stringContaining('EVT-000123'),
    html: expect.stringContaining('<html'),
    text: expect.stringContaining('Senior Quiz'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: [
      {
        filename: 'senior-quiz.ics',
        content: expect.toSatisfy(isCalendar),
        content_type: 'text/calendar; charset=utf-8',
      },
    ],
  })
})

test('sends the e-mail to Brevo with its calendar file and an idempotency key (20.28)', async () => {
  await open('brevo')
  service.answer = { status: 201, body: { messageId: '<one@brevo.test>' } }
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('sent')
  const [call] = service.taken
  expect(call?.headers).toMatchObject({ 'api-key': 'secret-key' })
  expect(call?.body).toEqual({
    sender: { name: expect.any(String), email: expect.stringMatching(/^registrations@\S+$/) },
    to: [{ email: 'asha@students.test' }],
    cc: [{ email: 'office@lumbar-days.example' }],
    replyTo: { email: 'desk@lumbar-days.example' },
    subject: expect.stringContaining('EVT-000123'),
    htmlContent: expect.stringContaining('<html'),
    textContent: expect.stringContaining('Senior Quiz'),
    headers: {
      'Auto-Submitted': 'auto-generated',
      idempotencyKey: expect.stringMatching(/^[\w-]+$/),
    },
    attachment: [{ name: 'senior-quiz.ics', content: expect.toSatisfy(isCalendar) }],
  })
})

describe.each(mailServices)('with the API of %s', (name) => {
  beforeEach(() => open(name))

  test.each([
    [401, { message: 'API key is invalid' }],
    [422, { message: 'The domain is not verified' }],
    [500, { message: 'Internal error' }],
  ])('keeps an e-mail for a retry after status %i (20.29)', async (status, body) => {
    service.answer = { status, body }
    const id = await queueMessage(festival)
    expect(await festival.outbox.deliver(id)).toBe('failed')
    expect(await readMessage(festival, id)).toMatchObject({
      state: 'queued',
      refused_at: null,
      last_error: expect.stringContaining(`returned ${status}: {"message":"${body.message}"}`),
    })
    expect(festival.logged.join('')).not.toContain('secret-key')
  })

  test('does not log addresses found in an answer (20.29)', async () => {
    service.answer = { status: 422, body: { message: 'asha@students.test (Asha Test) is blocked' } }
    const id = await queueMessage(festival)
    await festival.outbox.deliver(id)
    const { last_error } = await readMessage(festival, id)
    expect(`${last_error}${festival.logged.join('')}`).not.toMatch(/asha|Asha/)
  })

  test('pauses all e-mails for as long as a 429 answer says (20.29)', async () => {
    service.answer = { status: 429, body: {}, headers: { 'Retry-After': '90' } }
    const first = await queueMessage(festival)
    const second = await queueMessage(festival)
    expect(await festival.outbox.deliver(first)).toBe('failed')
    const { next_attempt_at } = await readMessage(festival, first)
    const delayMs = Date.parse(next_attempt_at) - festival.now.getTime()
    expect(delayMs).toBeGreaterThanOrEqual(89_000)
    expect(await festival.outbox.deliver(second)).toBe('queued')
  })

  test.each([
    ['cut', 'could not be reached, or cut the connection'],
    ['hang', 'did not respond in time'],
    ['page', 'returned 200, but no JSON: check MAIL_API_URL'],
  ] as const)(
    'keeps an e-mail for a retry if the answer is a %s, and stores why (20.29)',
    async (answer, reason) => {
      service.answer = answer
      const id = await queueMessage(festival)
      expect(await festival.outbox.deliver(id)).toBe('failed')
      expect((await readMessage(festival, id)).last_error).toMatch(new RegExp(`^\\w+ ${reason}$`))
    },
  )

  test('neither stores nor logs a key found in an answer (20.29)', async () => {
    service.answer = { status: 401, body: { message: 'The key "secret-key" is wrong' } }
    const id = await queueMessage(festival)
    await festival.outbox.deliver(id)
    const { last_error } = await readMessage(festival, id)
    expect(last_error).toContain('returned 401')
    expect(`${last_error}${festival.logged.join('')}`).not.toContain('secret-key')
  })

  test('retries with the same key, so that the provider sends one e-mail (20.29)', async () => {
    service.answer = 'cut'
    const id = await queueMessage(festival)
    await festival.outbox.deliver(id)
    service.answer = { status: 200, body: {} }
    festival.passSeconds(60)
    expect(await festival.outbox.deliver(id)).toBe('sent')
    expect(JSON.stringify(service.taken)).toContain(id)
  })
})

test.each([
  ['resend', 422, 'Invalid `to` field. The email address needs to follow the format'],
  ['brevo', 400, 'email is not valid in to'],
] as const)(
  'recognises when %s refuses the recipient’s address (20.29)',
  async (name, status, message) => {
    await open(name)
    service.answer = { status, body: { message } }
    const id = await queueMessage(festival)
    expect(await festival.outbox.deliver(id)).toBe('refused')
    expect((await readMessage(festival, id)).refused_at).not.toBeNull()
  },
)

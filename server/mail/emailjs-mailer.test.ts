import { afterEach, beforeEach, expect, test } from 'vitest'
import { allDetails } from '../../festival/forms/details'
import { type EmailJsService, startEmailJsService } from '../../tests/support/emailjs-service'
import { fillRegistration } from '../../tests/support/filled-forms'
import {
  accommodationPayload,
  delegatePassPayload,
  queueMessage,
  readMessage,
  registrationPayload,
} from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { openEmailJsMailer } from './emailjs-mailer'

let service: EmailJsService
let festival: TestApp

beforeEach(async () => {
  service = await startEmailJsService()
  const templates = {
    registration: 'template_event',
    'delegate-pass': 'template_pass',
    accommodation: 'template_room',
  }
  const ids = { serviceId: 'service_test', userId: 'public_key_test', templates }
  festival = await createTestApp({ mailer: openEmailJsMailer({ url: service.url, ...ids }, 500) })
})
afterEach(async () => {
  await festival.close()
  await service.stop()
})

const common = { lib_version: '4.4.1', user_id: 'public_key_test', service_id: 'service_test' }

test('sends exactly the fields of the registration template', async () => {
  await festival.outbox.deliver(await queueMessage(festival))
  const { registration_id, amount, payment_reference, utr, event_key, ...template_params } =
    registrationPayload
  expect([registration_id, amount, payment_reference, utr, event_key]).toEqual([
    'EVT-000123',
    570,
    'K7Q4M2',
    '412345678901',
    'SeniorQuiz',
  ])
  expect(service.taken).toEqual([
    {
      method: 'POST',
      path: '/api/v1.0/email/send',
      contentType: 'application/json',
      body: { ...common, template_id: 'template_event', template_params },
    },
  ])
  expect(Object.keys(template_params)).toEqual([
    'event_name',
    'team_members',
    'registrant_name',
    'delegate_id',
    'registrant_email',
    'registrant_phone',
    'registrant_institution',
    'registrant_year',
    'registrant_category',
    'payment_screenshot_url',
    'coupon_code',
  ])
})

test.each([
  ['delegate-pass', 'template_pass', delegatePassPayload, 8],
  ['accommodation', 'template_room', accommodationPayload, 11],
] as const)(
  'sends exactly the fields of the %s template',
  async (kind, template_id, payload, fields) => {
    await festival.outbox.deliver(
      await queueMessage(festival, { kind, payload: JSON.stringify(payload) }),
    )
    const later = Object.keys(allDetails).filter((name) => !allDetails[name]?.isOriginal)
    const ours = ['request_id', 'payment_reference', 'utr', 'amount', ...later]
    const template_params = Object.fromEntries(
      Object.entries(payload).filter(([name]) => !ours.includes(name)),
    )
    expect(service.taken.map(({ body }) => body)).toEqual([
      { ...common, template_id, template_params },
    ])
    expect(Object.keys(template_params)).toHaveLength(fields)
  },
)

test.each([
  ['status 200, whatever the text', { status: 200, text: 'Accepted' }],
  ['the text OK, whatever the status', { status: 202, text: 'OK' }],
])('treats %s as success', async (_, answer) => {
  service.answer = answer
  expect(await festival.outbox.deliver(await queueMessage(festival))).toBe('sent')
})

test.each([
  [400, 'The template ID not found', false],
  [500, 'Internal error', false],
  [202, 'later', false],
  [403, 'API access from non-browser environments is currently disabled', false],
  [422, 'The recipients address is corrupted', true],
  [422, 'The recipients address is empty', false],
  [422, 'The template is broken', false],
  [451, 'Unavailable for headless browsers', false],
])(
  'stores the reason for a %i response (%s), and recognises refused addresses',
  async (status, text, isRefused) => {
    service.answer = { status, text }
    const id = await queueMessage(festival)
    expect(await festival.outbox.deliver(id)).toBe(isRefused ? 'refused' : 'failed')
    expect((await readMessage(festival, id)).refused_at !== null).toBe(isRefused)
    const reason = `EmailJS returned ${status}: ${text}`
    expect((await readMessage(festival, id)).last_error).toBe(reason)
    const entry = festival.logged
      .map((line) => JSON.parse(line))
      .find(({ message }) => message === id)
    expect(entry).toMatchObject({ level: 40, reason })
  },
)

test.each([
  ['403', { status: 403, text: 'API access from non-browser environments is currently disabled' }],
  ['451', { status: 451, text: 'Unavailable for headless browsers' }],
  ['429', { status: 429, text: 'Too many' }],
  ['400', { status: 400, text: 'The template ID not found' }],
  ['nothing in time', 'hang'],
] as const)(
  'reports a failure without the e-mail address if the service returns %s (7.19)',
  async (_, answer) => {
    service.answer = answer
    const sent = await festival.post('/api/event-registrations', await fillRegistration(festival))
    const { code, detail, registration_id } = await sent.json()
    expect([sent.status, code, detail]).toEqual([
      502,
      'email-failed',
      'Failed to send registration email. Please try again.',
    ])
    expect(registration_id).toBe('EVT-000123')
  },
)

test('redacts personal details from the service’s error text', async () => {
  service.answer = { status: 422, text: 'asha@students.test (Asha Test, 0123456789)\n is blocked' }
  const id = await queueMessage(festival)
  await festival.outbox.deliver(id)
  expect((await readMessage(festival, id)).last_error).toBe(
    'EmailJS returned 422: … (…, …) is blocked',
  )
})

test('pauses all e-mails for as long as a 429 response requires', async () => {
  service.answer = { status: 429, text: 'Too many', headers: { 'Retry-After': '90' } }
  const first = await queueMessage(festival)
  const second = await queueMessage(festival)
  expect(await festival.outbox.deliver(first)).toBe('failed')
  const delayMs =
    Date.parse((await readMessage(festival, first)).next_attempt_at) - festival.now.getTime()
  expect(delayMs).toBeGreaterThanOrEqual(89_000)
  expect(delayMs).toBeLessThanOrEqual(90_000 * 1.4)
  expect(await festival.outbox.deliver(second)).toBe('queued')
  await festival.outbox.deliverDue()
  expect(service.calls).toBe(1)
  expect(await readMessage(festival, second)).toMatchObject({ state: 'queued', attempts: 0 })
})

test('sends each message once after a pause', async () => {
  service.answer = { status: 429, text: 'Too many' }
  const ids = [await queueMessage(festival), await queueMessage(festival)]
  await festival.outbox.deliver(ids[0] ?? '')
  service.answer = { status: 200, text: 'OK' }
  festival.passSeconds(60)
  festival.startDelivery()
  await expect.poll(() => service.taken.length, { timeout: 8_000 }).toBe(2)
  await festival.stopDelivery()
  for (const id of ids) {
    expect((await readMessage(festival, id)).state).toBe('sent')
  }
})

test('marks an e-mail as failed if the service hangs or is unreachable', async () => {
  service.answer = 'hang'
  const hanging = await queueMessage(festival)
  expect(await festival.outbox.deliver(hanging)).toBe('failed')
  const { last_error } = await readMessage(festival, hanging)
  expect(last_error).toBe('EmailJS did not respond in time')
  await service.stop()
  const id = await queueMessage(festival)
  expect(await festival.outbox.deliver(id)).toBe('failed')
  const unreachable = 'EmailJS could not be reached, or cut the connection'
  expect((await readMessage(festival, id)).last_error).toBe(unreachable)
})

test('does not follow redirects', async () => {
  service.answer = { status: 307, text: '', headers: { Location: `${service.url}/elsewhere` } }
  expect(await festival.outbox.deliver(await queueMessage(festival))).toBe('failed')
  expect(service.calls).toBe(1)
})

import { expect, test } from 'vitest'
import { details, formatAnswers, pickAnswers } from '../../festival/forms/details'
import { delegatePassBody } from '../../tests/support/bodies'
import { festival, startFestival } from '../../tests/support/festival'
import { makePdf } from '../../tests/support/files'
import { fillDelegatePass, keyHeader } from '../../tests/support/filled-forms'
import { insertDelegatePass } from './delegate-pass'

startFestival()

const buy = async (changes = {}, headers = {}) =>
  festival.post('/api/delegate-passes', await fillDelegatePass(festival, changes), headers)

test('issues a Delegate Pass ID and a registration ID that ends in the same six digits', async () => {
  const answer = await buy()
  expect(answer.status).toBe(201)
  const receipt = await answer.json()
  expect(receipt).toEqual({
    ticket: expect.stringMatching(/^\/ticket#/),
    delegate_id: expect.stringMatching(/^\d{12}$/),
    registration_id: `DP-${receipt.delegate_id.slice(-6)}`,
    name: 'Asha Test',
    email: 'asha@college.test',
    tier: 'magnus',
    purchase_time: '2025-10-01T04:30:00.123Z',
    amount: 700,
    payment_reference: '',
    confirmation: 'sent',
  })
})

test('stores every field of a pass and queues the specified e-mail', async () => {
  const key = '9b1c6f0e-2f57-4d0c-8f0a-6d2a4b8e1c77'
  const body = await fillDelegatePass(festival, { tier: 'novus' })
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/delegate-passes', body, keyHeader(key))
  const row = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  expect(row).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name: 'Asha Test',
    email: 'asha@college.test',
    phone: '+910123456789',
    ...pickAnswers(details['delegate-pass'], delegatePassBody),
    pass_type: 'novus',
    purchase_time: '2025-10-01T04:30:00.123Z',
    delegate_id: expect.stringMatching(/^\d{12}$/),
    registration_id: `DP-${row.delegate_id.slice(-6)}`,
    payment_screenshot_url: body.payment_screenshot_url,
    amount: 500,
    payment_reference: '',
    privacy_notice: '',
    age: '',
    utr: '',
  })
  expect(
    await festival.db.selectFrom('idempotency_key').select(['key', 'entry_id']).execute(),
  ).toEqual([{ key, entry_id: row.id }])
  const message = await festival.db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  expect(message).toMatchObject({
    kind: 'delegate-pass',
    recipient: 'asha@college.test',
    state: 'queued',
  })
  expect(JSON.parse(message.payload)).toEqual({
    name: 'Asha Test',
    email: 'asha@college.test',
    phone: '+910123456789',
    ...formatAnswers(details['delegate-pass'], delegatePassBody),
    tier: 'novus',
    paymentScreenshotUrl: body.payment_screenshot_url,
    delegateIdRaw: row.delegate_id,
    registrationId: row.registration_id,
    payment_reference: '',
    utr: '',
  })
})

test('uses another Delegate Pass ID if the ID or its last six digits are taken', async () => {
  await buy()
  const first = await festival.db.selectFrom('DelegatePass').selectAll().executeTakeFirstOrThrow()
  const { delegate_id, registration_id, ...rest } = first
  const draws = [delegate_id, `000000${delegate_id.slice(-6)}`, '111111111111']
  const row = await insertDelegatePass(
    festival.db,
    { ...rest, id: 'another' },
    () => draws.shift() ?? '',
  )
  expect(row).toMatchObject({ delegate_id: '111111111111', registration_id: 'DP-111111' })
})

test('rejects a PDF as the payment screenshot of a pass', async () => {
  const answer = await buy({ payment_screenshot_url: await festival.upload('payment', makePdf()) })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: [
      {
        path: 'payment_screenshot_url',
        message:
          'This must be a picture (JPEG, PNG or WebP), not a PDF. Please choose a screenshot.',
      },
    ],
  })
})

test.each([
  { name: 'an object with a toString', tier: { toString: 1 } },
  { name: 'nested lists', tier: [[[{ toString: 1 }]]] },
  { name: 'a list of a tier', tier: ['magnus'] },
  { name: 'a number', tier: 7 },
])('refuses a tier that is not text: $name (5.151)', async ({ tier }) => {
  const answer = await buy({ tier })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'invalid', errors: [{ path: 'tier' }] })
})

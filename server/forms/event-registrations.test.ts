import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import { festival, startFestival } from '../../tests/support/festival'
import { makePdf } from '../../tests/support/files'
import { countRows, fillRegistration, keyHeader } from '../../tests/support/filled-forms'

startFestival({ env: { COUPON_CODE: 'ATLAS!555' } })

const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }

const register = async (changes = {}, headers = {}) =>
  festival.post('/api/event-registrations', await fillRegistration(festival, changes), headers)

test('numbers a registration by the last six digits of the clock', async () => {
  const answer = await register()
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual({
    registration_id: 'EVT-000123',
    event: 'SeniorQuiz',
    event_name: 'Senior Quiz ‘Peristalympics’',
    registrant_name: 'Asha Test',
    team: ['Asha Test', 'Bala Test'],
    email: 'asha@college.test',
    registration_time: '2025-10-01T04:30:00.123Z',
    coupon_applied: 'no',
    amount: 600,
    payment_reference: '',
    confirmation: 'sent',
    ticket: expect.stringMatching(/^\/ticket#/),
  })
})

test('explains team changes only in confirmations for teams (11.74)', async () => {
  const changeWords =
    'Until registration closes, you can change the other members of your team up to 5 times a day: open “Check my registration”, then the link in our e-mail, then “Change the team”. To change the leader, call the help desk, +91 00000 00000.'
  await register()
  await register({
    event: 'Sonostrike',
    delegate_id: '123412341234',
    members: [leader],
    email: 'bala@college.test',
  })
  const mails = await Promise.all(festival.mailer.sent.map((mail) => mail.renderBodies()))
  expect(mails.map(({ text }) => text.includes(changeWords))).toEqual([true, false])
  expect(mails.map(({ html }) => html.includes('change the other members'))).toEqual([true, false])
})

test('stores every field of a registration', async () => {
  const key = '4f6f3f6e-3a5f-4a6b-9a51-0d6f1a0b2c3d'
  const body = await fillRegistration(festival, {
    coupon: 'atlas!555',
    delegate_id: '123412341234',
  })
  await festival.post('/api/event-registrations', body, keyHeader(key))
  const row = await festival.db
    .selectFrom('EventRegistration')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    registration_id: 'EVT-000123',
    number: 123,
    name: 'Asha Test',
    email: 'asha@college.test',
    phone: '0123456789',
    year: 'Final year',
    event_id: 'SeniorQuiz',
    registration_time: '2025-10-01T04:30:00.123Z',
    payment_screenshot_url: body.payment_screenshot_url,
    team_members: JSON.stringify([
      { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
      { name: 'Bala Test', phone: '', year: '3rd year' },
    ]),
    coupon_applied: 'yes',
    institution: 'Test Medical College',
    category: 'student',
    delegate_id: '123412341234',
    coupon_code: 'ATLAS!555',
    amount: 570,
    payment_reference: '',
    privacy_notice: '',
    age: '',
    utr: '',
  })
  expect(
    await festival.db.selectFrom('idempotency_key').select(['key', 'entry_id']).execute(),
  ).toEqual([{ key, entry_id: row.id }])
})

test('queues the specified e-mail for a registration', async () => {
  const body = await fillRegistration(festival)
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/event-registrations', body)
  const message = await festival.db.selectFrom('message').selectAll().executeTakeFirstOrThrow()
  expect(message).toMatchObject({
    kind: 'registration',
    recipient: 'asha@college.test',
    state: 'queued',
  })
  expect(JSON.parse(message.payload)).toEqual({
    registration_id: 'EVT-000123',
    event_name: 'Senior Quiz ‘Peristalympics’',
    team_members: 'Member 1: Asha Test (0123456789, Final year); Member 2: Bala Test (3rd year)',
    registrant_name: 'Asha Test',
    delegate_id: '',
    registrant_email: 'asha@college.test',
    registrant_phone: '0123456789',
    registrant_institution: 'Test Medical College',
    registrant_year: 'Final year',
    registrant_category: 'Medical Student',
    payment_screenshot_url: body.payment_screenshot_url,
    coupon_code: '',
    amount: 600,
    payment_reference: '',
    utr: '',
    event_key: 'SeniorQuiz',
  })
  festival.mailer.behaviour = 'send'
  festival.passSeconds(60)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent.map((mail) => mail.to)).toEqual(['asha@college.test'])
})

test('accepts a workshop without a fee and stores no amount', async () => {
  const members = [{ name: 'Asha Test', phone: '0123456789', year: 'CRRI/CRMI' }]
  const answer = await register({ event: 'SonicShift', members, delegate_id: '123412341234' })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ event: 'SonicShift', amount: null })
})

const notOpenWords: Readonly<Record<string, string>> = {
  closed: 'Registration Closed',
  soon: 'Registration Opening Soon',
  'with-pass': 'Inside the ICU needs no registration: it comes with the delegate pass.',
}
const notOpen = subjects.flatMap(({ key, status }) =>
  status === 'open' ? [] : [[key, notOpenWords[status]]],
)

test.each(notOpen)(
  'rejects a registration for %s with “%s”, even if other fields are wrong',
  async (event, detail) => {
    for (const changes of [{ event }, { event, members: 7, email: '' }]) {
      const answer = await register(changes)
      expect(answer.status).toBe(409)
      expect(await answer.json()).toMatchObject({ code: 'registration-closed', detail })
    }
    expect(await countRows(festival)).toEqual({})
  },
)

test.each([
  ['unknown', 'BrainSurgery'],
  ['the name of a built-in property', '__proto__'],
  ['a number', 3],
  ['missing', undefined],
])('reports an event that is %s, in addition to other errors', async (_what, event) => {
  const answer = await register({ event, institution: '' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    code: 'invalid',
    errors: [
      { path: 'event', message: 'Choose an event or workshop of the festival.' },
      { path: 'institution', message: 'Enter your college or institution.' },
    ],
  })
})

test('reports a wrong coupon on the coupon field', async () => {
  const answer = await register({ coupon: 'ATLAS555' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({
    errors: [{ path: 'coupon', message: 'Sorry, this coupon does not exist or has been used.' }],
  })
  expect(await countRows(festival)).toEqual({})
})

test('rejects a screenshot that is unknown, not a picture or uploaded for another purpose', async () => {
  const addresses = [
    'https://cerebra.test/files/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.png',
    'https://elsewhere.test/picture.png',
    'javascript:alert(1)',
    "' OR 1=1 --",
    'https://cerebra.test/files/\u0000.png',
    await festival.upload('id-proof'),
  ]
  const gone = 'We no longer have this file. Please choose and upload it again.'
  const pdf = await festival.upload('payment', makePdf())
  const picture =
    'This must be a picture (JPEG, PNG or WebP), not a PDF. Please choose a screenshot.'
  for (const [address, message] of [
    ...addresses.map((address) => [address, gone]),
    [pdf, picture],
  ]) {
    const answer = await register({ payment_screenshot_url: address })
    expect([address, answer.status]).toEqual([address, 422])
    expect(await answer.json()).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'payment_screenshot_url', message }],
    })
  }
  expect(await countRows(festival)).toEqual({})
})

test('gives consecutive numbers to registrations in the same millisecond', async () => {
  const ids = []
  for (const email of ['a@college.test', 'b@college.test', 'c@college.test']) {
    const answer = await register({ email })
    ids.push((await answer.json()).registration_id)
  }
  expect(ids).toEqual(['EVT-000123', 'EVT-000124', 'EVT-000125'])
})

test('continues registration numbers at zero after a million', async () => {
  const ids = []
  festival.now = new Date(1_759_999_999_999)
  for (const email of ['a@college.test', 'b@college.test', 'c@college.test']) {
    const answer = await register({ email })
    ids.push((await answer.json()).registration_id)
  }
  expect(ids).toEqual(['EVT-999999', 'EVT-000000', 'EVT-000001'])
})

const fillNumbers = async (first: number, count: number) => {
  const example = await festival.db
    .selectFrom('EventRegistration')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, index) => {
    const number = (first + index) % 1_000_000
    const registration_id = `EVT-${String(number).padStart(6, '0')}`
    return { ...example, id: randomUUID(), number, registration_id }
  })
  for (let at = 0; at < count; at += 500) {
    await festival.db
      .insertInto('EventRegistration')
      .values(rows.slice(at, at + 500))
      .execute()
  }
}

test('uses seven digits if six-digit numbers are scarce', async () => {
  festival.now = new Date(1_759_999_999_500)
  await register()
  await fillNumbers(999_600, 1_401)
  const ids = []
  for (const [milliseconds, email] of [
    [1_759_999_999_600, 'a@college.test'],
    [1_759_999_999_600, 'b@college.test'],
    [1_759_999_999_601, 'c@college.test'],
    [1_759_999_300_000, 'd@college.test'],
    [1_759_999_999_999, 'e@college.test'],
  ] as const) {
    festival.now = new Date(milliseconds)
    ids.push((await (await register({ email })).json()).registration_id)
  }
  expect(ids).toEqual(['EVT-1000000', 'EVT-1000001', 'EVT-1000002', 'EVT-300000', 'EVT-1000003'])
})

import { afterEach, expect, test } from 'vitest'
import { askForCorrection, askForSecret } from '../../tests/support/corrections'
import { countRows, fillRegistration, keyHeader } from '../../tests/support/filled-forms'
import { organisersSetting, readNewestEmail, signIn } from '../../tests/support/organisers'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { waitForBackgroundWork } from '../system/secret'

let festival: TestApp
afterEach(() => festival.close())

const start = async (env: Record<string, string>) => {
  festival = await createTestApp({
    env: { TRUST_PROXY: '1', LIMIT_ENTRIES: '100000', MAIL_WAIT_SECONDS: '20', ...env },
  })
}

const deliverAll = async () => {
  while (await festival.outbox.deliverDue()) {}
}

let screenshot: Promise<string> | undefined
afterEach(() => {
  screenshot = undefined
})

const register = async (email: string, from = '198.51.100.7', app = festival) => {
  screenshot ??= app.upload('payment')
  const body = {
    ...(await fillRegistration({ ...app, upload: async () => '' })),
    payment_screenshot_url: await screenshot,
    email,
  }
  const headers = { ...keyHeader(), 'X-Forwarded-For': from }
  const answer = await app.post('/api/event-registrations', body, headers)
  const receipt: { confirmation?: string; code?: string; registration_id?: string } =
    await answer.json()
  return {
    status: answer.status,
    outcome: receipt.confirmation ?? receipt.code,
    id: receipt.registration_id ?? '',
  }
}

const listOutcomes = async (emails: readonly string[]) => {
  const outcome = []
  for (const email of emails) {
    outcome.push((await register(email)).outcome)
  }
  return outcome
}

const same = (count: number) => Array.from({ length: count }, () => 'asha@college.example')

test('limits confirmations per mailbox and hour, and postpones the rest (7.24)', async () => {
  await start({ LIMIT_MAILBOX: '3' })
  expect(await listOutcomes(same(3))).toEqual(['sent', 'sent', 'sent'])
  festival.passSeconds(60)
  expect(await listOutcomes(same(7))).toEqual(Array(7).fill('queued'))
  await deliverAll()
  expect(festival.mailer.sent).toHaveLength(3)
  for (const count of [6, 9, 10]) {
    festival.passSeconds(3_600)
    await deliverAll()
    expect(festival.mailer.sent).toHaveLength(count)
  }
})

test('a flood of e-mails to one address delays neither links nor e-mails from organisers (7.24)', async () => {
  await start({ ORGANISERS: organisersSetting })
  const victim = await register('victim@v.example')
  for (let n = 0; n < 100; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, k) => register(`victim+${n + k}@v.example`)))
  }
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 50, message: 50 })
  const entryId = await findEntry(victim.id)

  const secret = await askForSecret(festival, victim.id, 'victim@v.example')
  expect(secret, 'Check my registration').not.toBe('')
  await askForCorrection(festival, [{ key: 'utr-wrong' }], 'Look again.', entryId)
  festival.passSeconds(60)
  expect(await readNewestEmail(festival, 'victim@v.example'), 'the correction').toContain(
    'Look again.',
  )
  const before = festival.mailer.sent.length
  const ravi = await signIn(festival)
  const again = await ravi.send('POST', `/api/desk/entries/${entryId}/correction-link`)
  expect(await again.json()).toEqual({ confirmation: 'sent' })
  expect(festival.mailer.sent.slice(before).map(({ to, kind }) => [to, kind])).toContainEqual([
    'victim@v.example',
    'decision',
  ])
  expect(festival.mailer.sent.filter(({ kind }) => kind === 'registration').length).toBeLessThan(60)
}, 120_000)

const findEntry = async (registrationId: string): Promise<string> =>
  (
    await festival.db
      .selectFrom('EventRegistration')
      .select('id')
      .where('registration_id', '=', registrationId)
      .executeTakeFirstOrThrow()
  ).id

test('an organiser can send a postponed e-mail immediately (14.24)', async () => {
  await start({ LIMIT_MAILBOX: '1', ORGANISERS: organisersSetting })
  await register('asha@college.example')
  const { id } = await register('asha@college.example')
  const path = `/api/desk/entries/${await findEntry(id)}`
  const ravi = await signIn(festival)
  const read = async () => (await (await ravi.get(path)).json()).unsent
  const postponed = {
    what: 'confirmation',
    state: 'queued',
    nextAt: '2025-10-01T05:30:00.123Z',
    canSend: true,
  }
  expect(await read()).toEqual([postponed])
  expect(await (await ravi.send('POST', `${path}/send-again`)).json()).toEqual({
    confirmation: 'sent',
  })
  expect(await read()).toEqual([])
})

test('counts all spellings of a mailbox as one (7.24)', async () => {
  await start({ LIMIT_MAILBOX: '1' })
  expect(
    await listOutcomes([
      'asha@gmail.com',
      'a.sha+1@gmail.com',
      'ASHA@googlemail.com',
      'asha+2@gmail.com',
    ]),
  ).toEqual(['sent', 'queued', 'queued', 'queued'])
})

test('repeating a form does not bring a postponed e-mail forward (7.23)', async () => {
  await start({ LIMIT_MAILBOX: '1' })
  const body = await fillRegistration(festival)
  const headers = keyHeader()
  await festival.post('/api/event-registrations', body, keyHeader())
  const listWaiting = async () =>
    (await (await festival.post('/api/event-registrations', body, headers)).json()).confirmation
  expect([await listWaiting(), await listWaiting()]).toEqual(['queued', 'queued'])
  festival.passSeconds(120)
  expect(await listWaiting()).toBe('queued')
  festival.passSeconds(3_600)
  expect(await listWaiting()).toBe('sent')
  expect(festival.mailer.sent).toHaveLength(2)
})

const strangers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `s${from + n}@college.example`)

test('limits e-mails to new addresses per network, and postpones the rest (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '6' })
  expect(await listOutcomes(strangers(8))).toEqual([...Array(6).fill('sent'), 'queued', 'queued'])
  await deliverAll()
  expect(festival.mailer.sent).toHaveLength(6)
  const waiting = () =>
    festival.db
      .selectFrom('message')
      .select(['network', 'next_attempt_at'])
      .where('state', '=', 'queued')
      .execute()
  for (const { network, next_attempt_at } of await waiting()) {
    expect(network).toMatch(/^[\w-]{22}$/)
    expect(Date.parse(next_attempt_at) - festival.now.getTime()).toBeGreaterThan(3_500_000)
  }
  // Neither a known mailbox nor another network is limited.
  expect((await register('s0@college.example')).outcome).toBe('sent')
  expect((await register('s9@college.example', '203.0.113.9')).outcome).toBe('sent')
  festival.passSeconds(7_300)
  await deliverAll()
  // The limiter uses the machine's clock, by which the hour has not passed.
  expect(festival.mailer.sent).toHaveLength(8)
  expect(await waiting()).toHaveLength(2)
})

test('counts an e-mail only once, even if it has to wait again (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '9', MAIL_WAIT_SECONDS: '1' })
  festival.mailer.behaviour = 'hang'
  const hanging = strangers(8).map((email) => register(email))
  await expect.poll(() => festival.mailer.begun.length).toBe(8)
  expect((await register('s8@college.example')).outcome).toBe('queued')
  const readNetworks = () =>
    festival.db.selectFrom('message').select('network').where('state', '=', 'queued').execute()
  await expect.poll(readNetworks).toEqual([{ network: null }])
  festival.mailer.releaseHanging('arrive')
  await Promise.all(hanging)
})

test('postpones the e-mail for a second form if none has reached the mailbox (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '1' })
  const emails = ['s0', 's1', 's1', 's1+tag'].map((name) => `${name}@college.example`)
  expect(await listOutcomes(emails)).toEqual(['sent', 'queued', 'queued', 'queued'])
  expect(festival.mailer.sent.map(({ to }) => to)).toEqual(['s0@college.example'])
})

test('limits private links together with confirmations (7.25, 14.46)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '3' })
  const forms: { id: string; email: string }[] = []
  for (const email of strangers(6)) {
    forms.push({ email, ...(await register(email)) })
  }
  const asks = Array.from({ length: 4 }, () => forms).flat()
  const ask = ({ id, email }: { id: string; email: string }, from = '198.51.100.7') =>
    festival.post('/api/my-submission/links', { id, email }, { 'X-Forwarded-For': from })
  // One request per person at a time, because two simultaneous requests might both be in time.
  for (let n = 0; n < asks.length; n += forms.length) {
    const answers = await Promise.all(asks.slice(n, n + forms.length).map((form) => ask(form)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    await waitForBackgroundWork()
  }
  await deliverAll()
  const countSent = (kind: string) =>
    festival.mailer.sent.filter((mail) => mail.kind === kind).length
  expect([countSent('registration'), countSent('private-link')]).toEqual([3, 12])
  const waiting = await festival.db
    .selectFrom('message')
    .select(['kind', 'recipient'])
    .where('state', '=', 'queued')
    .execute()
  expect(waiting.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual(
    ['private-link', 'registration'].flatMap((kind) =>
      [3, 4, 5].map((n) => `${kind} s${n}@college.example`),
    ),
  )
  expect(festival.mailer.sent.filter(({ to }) => /^s[345]@/.test(to))).toEqual([])
})

test('counts an IPv6 /48 prefix as one network (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '1' })
  expect((await register('s1@college.example', '2001:db8:7:1::1')).outcome).toBe('sent')
  expect((await register('s2@college.example', '2001:db8:7:2::1')).outcome).toBe('queued')
  expect((await register('s3@college.example', '2001:db8:8:1::1')).outcome).toBe('sent')
})

test('limits e-mails to new addresses from all networks together (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES_TOTAL: '2' })
  const outcome = []
  for (const n of [1, 2, 3]) {
    outcome.push((await register(`s${n}@college.example`, `203.0.113.${n}`)).outcome)
  }
  expect(outcome).toEqual(['sent', 'sent', 'queued'])
})

test('does not count rejected forms towards the network’s limit (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '1' })
  const body = await fillRegistration(festival, { coupon: 'WRONG' })
  for (let time = 0; time < 5; time += 1) {
    expect(
      (await festival.post('/api/event-registrations', body, { 'X-Forwarded-For': '198.51.100.7' }))
        .status,
    ).toBe(422)
  }
  expect((await register('s1@college.example')).outcome).toBe('sent')
})

test('sends exactly the allowed number of simultaneous e-mails to new addresses (7.25)', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '5' })
  await register('first@college.example')
  const all = await Promise.all(strangers(20).map((email) => register(email)))
  expect(all.map(({ outcome }) => outcome).toSorted()).toEqual([
    ...Array(16).fill('queued'),
    ...Array(4).fill('sent'),
  ])
})

test('stores no network once an e-mail was sent (13.30)', async () => {
  await start({})
  await register('s1@college.example')
  const [row] = await festival.db.selectFrom('message').selectAll().execute()
  expect(row).toMatchObject({ state: 'sent', network: null })
})

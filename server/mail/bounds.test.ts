import { afterEach, expect, test } from 'vitest'
import { countRows, fillRegistration, keyHeader } from '../../tests/support/filled-forms'
import { readMessage } from '../../tests/support/messages'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
afterEach(() => festival.close())

const start = async (env: Record<string, string>) => {
  festival = await createTestApp({
    env: { TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '100000', MAIL_WAIT_SECONDS: '20', ...env },
  })
}

const passSeconds = (seconds: number) => {
  festival.now = new Date(festival.now.getTime() + seconds * 1_000)
}

let screenshot: Promise<string> | undefined
afterEach(() => {
  screenshot = undefined
})

/** One registration, each from the same address unless told, and what the answer said. */
const register = async (email: string, from = '198.51.100.7', app = festival) => {
  screenshot ??= app.upload('payment')
  const body = {
    ...(await fillRegistration({ ...app, upload: async () => '' })),
    payment_screenshot_url: await screenshot,
    email,
  }
  const headers = { ...keyHeader(), 'X-Forwarded-For': from }
  const answer = await app.post('/api/event-registrations', body, headers)
  const told: { confirmation?: string; code?: string; registration_id?: string } = await answer.json()
  return { status: answer.status, said: told.confirmation ?? told.code, id: told.registration_id }
}

const saidOf = async (emails: readonly string[]) => {
  const said = []
  for (const email of emails) said.push((await register(email)).said)
  return said
}

const same = (count: number) => Array.from({ length: count }, () => 'asha@college.example')

test('a mailbox gets so many e-mails in an hour; further ones follow within a day, and what exceeds that is told', async () => {
  await start({ LIMIT_SENDER: '3' })
  // The fourth is its network's first beyond the bound.
  expect(await saidOf(same(4))).toEqual(['sent', 'sent', 'sent', 'sent'])
  passSeconds(60)
  const rest = await saidOf(same(24 * 3))
  expect(rest).toEqual([...Array(24 * 3 - 1).fill('queued'), 'email-failed'])
  const refused = await register('asha@college.example')
  expect(refused).toMatchObject({ status: 502, said: 'email-failed', id: expect.stringMatching(/^EVT-/) })
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 77, message: 77 })
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(4)
  passSeconds(3_600)
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(6)
})

test('a hundred forms with a victim’s address, spelled with tags, keep no e-mail from the victim on another network', async () => {
  await start({})
  const said = []
  for (let n = 0; n < 100; n += 1) said.push((await register(`vic+${n}@v.example`)).said)
  expect(said.filter((what) => what === 'email-failed')).toEqual([])
  expect(await register('vic@v.example', '203.0.113.9')).toMatchObject({ status: 201, said: 'sent' })
  expect(await register('vic@v.example', '203.0.113.9')).toMatchObject({ status: 201, said: 'queued' })
})

test('many networks together get a mailbox twice its number at once, not one e-mail each', async () => {
  await start({ LIMIT_SENDER: '2' })
  const said = []
  for (let n = 1; n <= 6; n += 1) said.push((await register('asha@college.example', `203.0.113.${n}`)).said)
  expect(said).toEqual(['sent', 'sent', 'sent', 'sent', 'queued', 'queued'])
})

test('an e-mail that found no place is named in the log, and sent once its form is sent again and there is room', async () => {
  await start({ LIMIT_SENDER: '1' })
  await saidOf(Array(26).fill('asha@students.test'))
  const body = await fillRegistration(festival, { email: 'asha@students.test' })
  const headers = { ...keyHeader(), 'X-Forwarded-For': '198.51.100.7' }
  const send = async () => (await festival.post('/api/event-registrations', body, headers)).status
  expect(await send()).toBe(502)
  const messages = () => festival.db.selectFrom('message').selectAll().where('attempts', '=', 0)
  const { id } = await messages().where('state', '=', 'failed').executeTakeFirstOrThrow()
  const lines = festival.logged.map((line) => JSON.parse(line)).filter(({ message }) => message === id)
  expect(lines).toEqual([expect.objectContaining({ level: 40 })])
  expect(festival.logged.join('')).not.toContain('asha@')
  for (let time = 0; time < 3; time += 1) expect(await send()).toBe(502)
  expect(await readMessage(festival, id)).toMatchObject({ state: 'failed', attempts: 0 })
  // Others' turns come, and their places are free.
  passSeconds(2 * 3_600)
  await festival.outbox.deliverDue()
  expect(await send()).toBe(201)
  expect((await countRows(festival)).message).toBe(27)
})

test('spelling a mailbox in other ways does not get it more e-mails', async () => {
  await start({ LIMIT_SENDER: '1' })
  expect(await saidOf(['asha@gmail.com', 'a.sha+1@gmail.com', 'ASHA@googlemail.com', 'asha+2@gmail.com'])).toEqual([
    'sent',
    'sent',
    'queued',
    'queued',
  ])
})

test('a form that is sent again does not bring a put off e-mail forward, and tells how it stands', async () => {
  await start({ LIMIT_SENDER: '1' })
  const body = await fillRegistration(festival)
  const headers = keyHeader()
  for (let time = 0; time < 2; time += 1) await festival.post('/api/event-registrations', body, keyHeader())
  const say = async () => (await (await festival.post('/api/event-registrations', body, headers)).json()).confirmation
  expect([await say(), await say()]).toEqual(['queued', 'queued'])
  passSeconds(120)
  expect(await say()).toBe('queued')
  passSeconds(3_600)
  expect(await say()).toBe('queued')
  passSeconds(3_600)
  expect(await say()).toBe('sent')
  expect(festival.mailer.sent).toHaveLength(3)
})

test('of twenty forms for one mailbox at once just as many go as may, on two servers too', async () => {
  await start({ LIMIT_SENDER: '3' })
  const second = await createTestApp({
    beside: festival,
    env: { LIMIT_SENDER: '3', TRUST_PROXY: '1', MAIL_WAIT_SECONDS: '20' },
  })
  await register('somebody@college.example')
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, n) => register('asha@college.example', '198.51.100.7', n % 2 ? second : festival)),
  )
  const count = (what: string) => all.filter(({ said }) => said === what).length
  // One more than the bound: their network's first beyond it.
  expect([count('sent'), count('queued'), count('email-failed')]).toEqual([4, 16, 0])
  await second.close()
})

const strangers = (count: number, from = 0) => Array.from({ length: count }, (_, n) => `s${from + n}@college.example`)

test('one network sends so many e-mails to new addresses at once, and then evenly so many an hour', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '6' })
  expect(await saidOf(strangers(8))).toEqual([...Array(6).fill('sent'), 'queued', 'queued'])
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent).toHaveLength(6)
  for (const count of [7, 8]) {
    passSeconds(601)
    await festival.outbox.deliverDue()
    expect(festival.mailer.sent).toHaveLength(count)
  }
  expect((await register('s0@college.example')).said).toBe('sent')
  expect((await register('s9@college.example', '203.0.113.9')).said).toBe('sent')
})

test('an IPv6 customer is one network, whatever of the 48 bits is made up', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '1' })
  expect((await register('s1@college.example', '2001:db8:7:1::1')).said).toBe('sent')
  expect((await register('s2@college.example', '2001:db8:7:2::1')).said).toBe('queued')
  expect((await register('s3@college.example', '2001:db8:8:1::1')).said).toBe('sent')
})

test('all networks together send so many e-mails to new addresses', async () => {
  await start({ LIMIT_NEW_ADDRESSES_TOTAL: '2' })
  const said = []
  for (const n of [1, 2, 3]) said.push((await register(`s${n}@college.example`, `203.0.113.${n}`)).said)
  expect(said).toEqual(['sent', 'sent', 'queued'])
})

test('of twenty new addresses at once just as many go as may, on two servers too', async () => {
  const env = { LIMIT_NEW_ADDRESSES: '5', MAIL_WAIT_SECONDS: '20' }
  await start(env)
  const second = await createTestApp({ beside: festival, env: { ...env, TRUST_PROXY: '1', LIMIT_SUBMISSIONS: '1000' } })
  await register('first@college.example')
  const all = await Promise.all(
    strangers(20).map((email, n) => register(email, '198.51.100.7', n % 2 ? second : festival)),
  )
  expect(all.map(({ said }) => said).toSorted()).toEqual([...Array(16).fill('queued'), ...Array(4).fill('sent')])
  await second.close()
})

test('no e-mail is put off for more than a day: past that the registration is saved and the failure told', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '1' })
  const said = await saidOf(strangers(27))
  expect(said).toEqual(['sent', ...Array(24).fill('queued'), 'email-failed', 'email-failed'])
  const { id } = await festival.db
    .selectFrom('message')
    .select('id')
    .where('state', '=', 'failed')
    .executeTakeFirstOrThrow()
  expect(await readMessage(festival, id)).toMatchObject({ last_error: 'Too many e-mails to new addresses are waiting' })
  // Those that were turned away have used nothing up.
  passSeconds(3_600)
  expect(await saidOf(strangers(2, 100))).toEqual(['queued', 'email-failed'])
})

test('a refused form uses nothing of what its network may send', async () => {
  await start({ LIMIT_NEW_ADDRESSES: '1' })
  const body = await fillRegistration(festival, { coupon: 'WRONG' })
  for (let time = 0; time < 5; time += 1)
    expect((await festival.post('/api/event-registrations', body, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(
      422,
    )
  expect((await register('s1@college.example')).said).toBe('sent')
})

test('networks are kept as hashes, and erased once they weigh on nothing', async () => {
  await start({})
  await register('s1@college.example')
  const keys = async () =>
    (await festival.db.selectFrom('mail_allowance').select('key').execute()).map(({ key }) => key)
  expect(await keys()).toHaveLength(2)
  expect((await keys()).join()).not.toContain('198.51')
  passSeconds(60)
  await festival.outbox.deliverDue()
  expect(await keys()).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Announcement } from '../../festival/contract/announcement'
import { decideOn, readEntry, readOnly, submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import { expireLeases } from '../../tests/support/messages'
import { type Desk, organisers, signIn } from '../../tests/support/organisers'
import { addPasses } from '../../tests/support/pass-row'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { forgetPerson } from '../cli/forget-person'

let admin: Desk
startDesk()
beforeEach(async () => {
  admin = await signIn(festival, 'admin')
})

const words = {
  subject: 'The quiz begins later',
  text: 'It begins at 10.\n\nThe way: https://cerebra.test/venue.',
}
/** If there is no filter, the message goes to all participants. */
const write = ({
  filter,
  ...message
}: {
  id: string
  filter?: Record<string, string>
  [name: string]: unknown
}) =>
  admin.send('POST', `/api/desk/messages?${new URLSearchParams(filter)}`, {
    ...words,
    toEveryone: filter ? undefined : true,
    ...message,
  })
const set = (id: string, state: Announcement['state']) =>
  admin.send('PUT', `/api/desk/messages/${id}`, { state })
const countPeople = async (query = '') =>
  (await admin.get(`/api/desk/messages/people${query}`)).json()
const list = async (): Promise<Announcement[]> =>
  (await (await admin.get('/api/desk/messages')).json()).announcements
const readOne = async (id: string): Promise<Announcement> => {
  const one = (await list()).find((other) => other.id === id)
  if (!one) {
    throw new Error('The message is not listed')
  }
  return one
}
const readProgress = async (id: string) => {
  const { state, sent, waiting, failed } = await readOne(id)
  return { state, sent, waiting, failed }
}
const emailsTo = (app: TestApp) => app.mailer.sent.filter(({ kind }) => kind === 'announcement')
const sendAll = async (app: TestApp) => {
  while (await app.outbox.deliverDue()) {}
}
const passOf = (name: string, email: string) => submit(festival, 'delegate-pass', { name, email })

const addPeople = async (count: number): Promise<string[]> => {
  const emails = await addPasses(festival, count)
  await festival.db.updateTable('review').set({ is_indexed: 1 }).execute()
  return emails
}

test('sends a message once to each address, even if the request is repeated (14.140)', async () => {
  await passOf('Asha <b>Rao</b>', 'asha@college.test')
  festival.passSeconds(1)
  await passOf('Asha Rao', 'Asha@College.test')
  await passOf('Bela Das', 'bela@college.test')
  await submit(festival, 'accommodation', { email: 'room@college.test' })
  await sendAll(festival)
  expect(await countPeople('?kind=delegate-pass')).toMatchObject({ people: 2 })
  const message = { id: randomUUID(), filter: { kind: 'delegate-pass' } }
  const answers = await Promise.all([write(message), write(message), write(message)])
  for (const answer of answers) {
    expect([answer.status, await answer.json()]).toEqual([200, { people: 2 }])
  }
  await passOf('Late Comer', 'late@college.test')
  expect(await (await write(message)).json()).toMatchObject({ people: 2 })
  await sendAll(festival)
  const emails = emailsTo(festival)
  expect(emails.map(({ to, cc }) => [to, cc]).toSorted()).toEqual([
    ['asha@college.test', undefined],
    ['bela@college.test', undefined],
  ])
  expect(await readProgress(message.id)).toEqual({ state: 'done', sent: 2, waiting: 0, failed: 0 })
  const lines = await (await admin.get('/api/desk/audit?action=announcement-sent')).json()
  // Audit lines are never erased, so they contain no typed text.
  expect(JSON.stringify(lines)).not.toContain(words.subject)
  expect(lines.lines).toMatchObject([
    { count: 1, actor: organisers.admin, detail: { message: message.id, people: 2 } },
  ])
  const { html = '', text = '' } =
    (await emails.find(({ to }) => to.startsWith('asha'))?.renderBodies()) ?? {}
  expect(text).toContain(
    'Dear Asha <b>Rao</b>,\n\nIt begins at 10.\n\nThe way: https://cerebra.test/venue.',
  )
  expect(html).toContain('Dear Asha &lt;b&gt;Rao&lt;/b&gt;,')
  expect(html).toContain('href="https://cerebra.test/venue"')
})

test('makes only web addresses in a message clickable (14.140)', async () => {
  await passOf('Asha Rao', 'asha@college.test')
  const text =
    'See (http://a.test/x?y=1&z=2), or javascript:alert(1), or <a href="https://b.test">b</a>\nftp://c.test'
  await admin.send('POST', '/api/desk/messages/test', { subject: 'Links', text })
  const [mail] = emailsTo(festival)
  const { html } = (await mail?.renderBodies()) ?? { html: '' }
  const opened = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
  expect(opened).toEqual(['http://a.test/x?y=1&amp;z=2', 'https://b.test'])
  expect(html).toContain('&lt;a href=&quot;<a ')
})

test('sends a test message only to the organiser, ahead of all queued e-mails (14.140)', async () => {
  await addPeople(20)
  await write({ id: randomUUID() })
  const answer = await admin.send('POST', '/api/desk/messages/test', words)
  expect(await answer.json()).toEqual({ confirmation: 'sent' })
  expect(emailsTo(festival).map(({ to }) => to)).toEqual([organisers.admin])
})

test('sends a stopped and resumed message to 450 people once, despite two crashes (14.141)', async () => {
  const people = await addPeople(450)
  const id = randomUUID()
  await write({ id })
  const emails = () => emailsTo(festival).length
  while (emails() < 100) {
    await festival.outbox.deliverDue()
  }
  // The first process crashes while sending.
  festival.mailer.behaviour = 'hang'
  const dying = festival.outbox.deliverDue()
  await expect.poll(() => festival.mailer.begun.length).toBeGreaterThan(emails())
  await expireLeases(festival)
  const second = await createTestApp({ beside: festival })
  second.now = festival.now
  while (emailsTo(second).length < 100) {
    await second.outbox.deliverDue()
  }
  festival.passSeconds(1)
  expect((await set(id, 'stopped')).status).toBe(204)
  const stoppedAt = emails() + emailsTo(second).length
  await sendAll(second)
  expect(emails() + emailsTo(second).length).toBe(stoppedAt)
  expect(await readProgress(id)).toEqual({
    state: 'stopped',
    sent: stoppedAt,
    waiting: 450 - stoppedAt,
    failed: 0,
  })
  festival.passSeconds(1)
  expect((await set(id, 'sending')).status).toBe(204)
  festival.passSeconds(1)
  expect((await set(id, 'sending')).status).toBe(204)
  second.mailer.behaviour = 'hang'
  const dyingToo = second.outbox.deliverDue()
  await expect.poll(() => second.mailer.begun.length).toBeGreaterThan(emailsTo(second).length)
  await expireLeases(festival)
  const third = await createTestApp({ beside: festival })
  third.now = festival.now
  await sendAll(third)
  expect(await readProgress(id)).toEqual({ state: 'done', sent: 450, waiting: 0, failed: 0 })
  const got = [festival, second, third].flatMap((app) => emailsTo(app).map(({ to }) => to))
  expect(got.toSorted()).toEqual(people.toSorted())
  for (const app of [second, festival]) {
    await app.mailer.close()
  }
  await Promise.all([dying, dyingToo])
  for (const app of [third, second]) {
    await app.close()
  }
  expect(await readProgress(id)).toMatchObject({ state: 'done', sent: 450 })
  const actions = (await (await admin.get('/api/desk/audit')).json()).lines.map(
    (line: { action: string }) => line.action,
  )
  expect(actions.slice(0, 2)).toEqual(['announcement-resumed', 'announcement-stopped'])
})

test('does not send a message whose queueing was interrupted until it is resumed (14.141)', async () => {
  const people = await addPeople(250)
  const id = randomUUID()
  await write({ id })
  // This is the state after a crash with two hundred e-mails queued.
  await festival.db
    .deleteFrom('message')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('message').select('id').orderBy('id').limit(50),
    )
    .execute()
  await festival.db.updateTable('announcement').set({ state: 'stopped', people: null }).execute()
  await sendAll(festival)
  expect(emailsTo(festival)).toEqual([])
  expect(await readOne(id)).toMatchObject({ state: 'stopped', filter: {}, ...words })
  await set(id, 'sending')
  await sendAll(festival)
  expect(
    emailsTo(festival)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual(people.toSorted())
})

test('sends decisions and confirmations ahead of a queued announcement (14.140)', async () => {
  await passOf('Asha Rao', 'asha@college.test')
  const asha = await readOnly(admin)
  await addPeople(50)
  await write({ id: randomUUID() })
  await festival.outbox.deliverDue()
  await decideOn(admin, asha, { decision: 'verify' })
  festival.passSeconds(61)
  const before = festival.mailer.sent.length
  await festival.outbox.deliverDue()
  expect(festival.mailer.sent[before]).toMatchObject({ kind: 'decision', to: 'asha@college.test' })
  await passOf('Bela Das', 'bela@college.test')
  expect(festival.mailer.sent.at(-1)).toMatchObject({
    kind: 'delegate-pass',
    to: 'bela@college.test',
  })
})

test('lists and resends failed e-mails of a message (14.142)', async () => {
  await passOf('Asha Rao', 'asha@college.test')
  await passOf('Bela Das', 'bela@college.test')
  await sendAll(festival)
  festival.mailer.behaviour = 'reject'
  const id = randomUUID()
  await write({ id })
  await sendAll(festival)
  expect(await readProgress(id)).toEqual({ state: 'sending', sent: 0, waiting: 0, failed: 2 })
  const [asha, bela] = (await readOne(id)).failures
  expect(asha).toMatchObject({ name: 'Asha Rao', email: 'asha@college.test', isRefused: true })
  expect(asha?.nextAt).not.toBeNull()
  expect((await readEntry(admin, asha?.entryId ?? '')).unsent).toMatchObject([
    { what: 'message', state: 'refused' },
  ])
  festival.mailer.behaviour = 'send'
  const again = await admin.send('POST', `/api/desk/entries/${asha?.entryId}/send-again`)
  expect(await again.json()).toEqual({ confirmation: 'sent' })
  expect(emailsTo(festival).map(({ to }) => to)).toEqual(['asha@college.test'])
  expect((await readOne(id)).failures.map(({ email }) => email)).toEqual([bela?.email])
  await forgetPerson({
    ...{ db: festival.db, files: festival.files.store, clock: () => festival.now },
    mailFolder: join(festival.config.dataDir, 'mail'),
    person: { email: 'bela@college.test' },
  })
  expect(await readProgress(id)).toEqual({ state: 'done', sent: 1, waiting: 0, failed: 0 })
  await write({ id })
  await sendAll(festival)
  expect(emailsTo(festival)).toHaveLength(1)
})

test('refuses a message by a verifier, with a search, without a list or subject, or under a used id (14.140)', async () => {
  await passOf('Asha Rao', 'asha@college.test')
  const id = randomUUID()
  const ravi = await signIn(festival, 'verifier')
  expect(
    (await ravi.send('POST', '/api/desk/messages', { ...words, id, toEveryone: true })).status,
  ).toBe(403)
  expect((await write({ id, filter: { q: 'asha' } })).status).toBe(422)
  expect((await admin.get('/api/desk/messages/people?q=asha')).status).toBe(422)
  for (const filter of [{}, { college: ' ' }, { event: '' }]) {
    const answer = await write({ id, filter })
    expect([answer.status, (await answer.json()).code], JSON.stringify(filter)).toEqual([
      422,
      'invalid',
    ])
  }
  expect((await write({ id, subject: '  ' })).status).toBe(422)
  expect((await write({ id, text: 'a'.repeat(5_001) })).status).toBe(422)
  expect(await list()).toEqual([])
  expect((await write({ id })).status).toBe(200)
  const other = await write({ id, text: 'Something else' })
  expect([other.status, (await other.json()).code]).toEqual([422, 'key-reused'])
  expect((await set(randomUUID(), 'stopped')).status).toBe(404)
  expect(await list()).toHaveLength(1)
})

test('does not send a message that was stopped while being queued (14.264)', async () => {
  await addPeople(250)
  const id = randomUUID()
  await write({ id })
  // This is the state while e-mails are being queued.
  await festival.db.updateTable('announcement').set({ state: 'queueing', people: null }).execute()
  expect(await readOne(id)).toMatchObject({ state: 'queueing' })
  expect((await set(id, 'stopped')).status).toBe(204)
  expect(await (await write({ id })).json()).toMatchObject({ people: 250 })
  await sendAll(festival)
  expect(emailsTo(festival)).toEqual([])
  expect(await readProgress(id)).toEqual({ state: 'stopped', sent: 0, waiting: 250, failed: 0 })
  await set(id, 'sending')
  await sendAll(festival)
  expect(emailsTo(festival)).toHaveLength(250)
})

test('completes an interrupted message when its request is repeated (14.264)', async () => {
  await addPeople(3)
  const id = randomUUID()
  await write({ id })
  await festival.db.deleteFrom('message').where('announcement_id', '=', id).execute()
  await festival.db.updateTable('announcement').set({ state: 'queueing', people: null }).execute()
  await sendAll(festival)
  expect(emailsTo(festival)).toEqual([])
  await write({ id })
  await sendAll(festival)
  expect(emailsTo(festival)).toHaveLength(3)
})

test('allows each organiser 20 test messages an hour (14.266)', async () => {
  const test = (desk: Desk) => desk.send('POST', '/api/desk/messages/test', words)
  const answers = await Promise.all(Array.from({ length: 22 }, () => test(admin)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 20 }, () => 200),
    429,
    429,
  ])
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(3_000)
  expect(await refused?.json()).toHaveProperty(
    'detail',
    'You have sent 20 tests in an hour, which is the limit. Please try again later.',
  )
  expect((await test(await signIn(festival, 'head'))).status).toBe(200)
})

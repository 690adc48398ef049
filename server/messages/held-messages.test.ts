import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Announcement } from '../../festival/contract/announcement'
import { submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import {
  type Desk,
  organisers,
  readNewestEmail,
  signIn,
  signInAs,
} from '../../tests/support/organisers'

let hema: Desk
let admin: Desk
startDesk()
beforeEach(async () => {
  hema = await signIn(festival, 'head')
  admin = await signIn(festival, 'admin')
  await submit(festival)
  festival.mailer.sent.length = 0
})

const words = { subject: 'The quiz begins later', text: 'It begins at 10.' }
const write = (desk: Desk, message: object = {}, id: string = randomUUID()) =>
  desk.send('POST', '/api/desk/messages?event=SeniorQuiz', { id, ...words, ...message })
const readNewest = async (desk: Desk = admin): Promise<Announcement> =>
  (await (await desk.get('/api/desk/messages')).json()).announcements[0]
const set = (desk: Desk, id: string, state: 'sending' | 'stopped') =>
  desk.send('PUT', `/api/desk/messages/${id}`, { state })
const release = (desk: Desk, id: string) => desk.send('POST', `/api/desk/messages/${id}/release`)
const listRecipients = async () => {
  while (await festival.outbox.deliverDue()) {}
  return festival.mailer.sent.filter(({ kind }) => kind === 'announcement').map(({ to }) => to)
}
const signInAddedAdmin = async (): Promise<Desk> => {
  await admin.send('POST', '/api/desk/people', {
    email: 'zoya@college.test',
    role: 'admin',
    events: [],
  })
  return signInAs(festival, 'zoya@college.test')
}

test('holds a message from a head for five minutes (14.201)', async () => {
  await write(hema)
  festival.passSeconds(299)
  expect(await listRecipients()).toEqual([organisers.admin])
  expect(await readNewest()).toMatchObject({
    state: 'waiting',
    waitsUntil: '2025-10-01T04:35:00.123Z',
    waiting: 1,
  })
  festival.passSeconds(1)
  expect(await listRecipients()).toEqual([organisers.admin, 'asha@college.test'])
  expect(await readNewest()).toMatchObject({ state: 'done', sent: 1 })
})

test('holds messages of admins added at the desk, but not of admins in ORGANISERS (14.201)', async () => {
  const zoya = await signInAddedAdmin()
  await listRecipients()
  festival.mailer.sent.length = 0
  await write(zoya)
  expect((await listRecipients()).toSorted()).toEqual([organisers.admin, 'zoya@college.test'])
  await write(admin, { again: true })
  expect((await listRecipients()).filter((to) => to === 'asha@college.test')).toHaveLength(1)
})

test('e-mails all admins the text of a held message with a link to stop it (14.202)', async () => {
  await write(hema, { text: 'It begins at 10.\n\nBring https://cerebra.test/venue' })
  const text = await readNewestEmail(festival, organisers.admin, 'announcement')
  expect(text).toContain(
    'hema@college.test wrote a message to the participants of Senior Quiz (1 address). ',
  )
  expect(text).toContain('The first e-mail will be sent at 10:05 AM.')
  expect(text).toContain('Subject: Senior Quiz: The quiz begins later')
  expect(text).toContain('It begins at 10.')
  expect(text).toContain('Open Messages to stop it:\nhttps://cerebra.test/desk/messages')
  expect(text).toContain('You are receiving this e-mail because you are an organiser.')
  const mail = festival.mailer.sent.find(({ kind }) => kind === 'announcement')
  const { html } = (await mail?.renderBodies()) ?? { html: '' }
  const opened = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
  expect(opened).toEqual(['https://cerebra.test/desk/messages'])
})

test('stops a message when an admin presses Stop, not when they open the link (14.202)', async () => {
  await write(hema)
  await festival.request('/desk/messages')
  const { id, state } = await readNewest()
  expect(state).toBe('waiting')
  expect((await set(admin, id, 'stopped')).status).toBe(204)
  festival.passSeconds(3_600)
  expect(await listRecipients()).toEqual([organisers.admin])
  expect(await readNewest()).toMatchObject({ state: 'stopped', waiting: 1 })
})

test('lets a head see all messages to their event, and stop only their own (14.203)', async () => {
  await submit(festival, 'registration', { event: 'AxonAlley', email: 'axon@college.test' })
  await admin.send('POST', '/api/desk/messages?event=AxonAlley', { id: randomUUID(), ...words })
  await write(admin, { text: 'From an admin.' })
  const fromAdmin = await readNewest()
  festival.passSeconds(1)
  await write(hema)
  const { announcements } = await (await hema.get('/api/desk/messages')).json()
  expect(announcements).toMatchObject([
    { by: organisers.head, state: 'waiting' },
    { by: organisers.admin, text: 'From an admin.', failures: [] },
  ])
  expect(announcements).toHaveLength(2)
  const [{ id }] = announcements
  expect((await set(hema, fromAdmin.id, 'stopped')).status).toBe(404)
  expect((await set(hema, id, 'stopped')).status).toBe(204)
  expect((await set(hema, id, 'sending')).status).toBe(403)
  expect((await set(admin, id, 'sending')).status).toBe(204)
})

test('does not let an added admin resume their own stopped message (14.203)', async () => {
  const zoya = await signInAddedAdmin()
  await write(zoya)
  const { id } = await readNewest()
  await set(admin, id, 'stopped')
  expect((await set(zoya, id, 'sending')).status).toBe(403)
})

test('allows a head at most three messages in 24 hours, even in concurrent requests (14.204)', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => write(hema, { text: `It begins at ${index}.` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused?.status).toBe(403)
  expect(await refused?.json()).toHaveProperty(
    'detail',
    'You have sent 3 messages in the last 24 hours, which is the limit. Ask an admin to send this one.',
  )
  festival.passSeconds(86_401)
  expect((await write(await signIn(festival, 'head'), { text: 'The next day.' })).status).toBe(200)
})

test('counts a repeated request as one message (14.204)', async () => {
  const id = randomUUID()
  for (let press = 0; press < 5; press += 1) {
    expect((await write(hema, {}, id)).status).toBe(200)
  }
  expect((await listRecipients()).filter((to) => to === organisers.admin)).toHaveLength(1)
})

test.each([
  ['a head', 'head', 'text'],
  ['a head', 'head', 'subject'],
  ['an admin', 'admin', 'text'],
] as const)('refuses a UPI ID in a message from %s (14.205)', async (_, role, field) => {
  const desk = role === 'head' ? hema : admin
  const answer = await write(desk, { [field]: 'Pay again to evil@ybl' })
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: field }]])
  const test = await desk.send('POST', '/api/desk/messages/test', {
    ...words,
    [field]: 'Pay again to evil@ybl',
  })
  expect(test.status).toBe(422)
  expect(await listRecipients()).toEqual([])
})

test('holds a message with a link to another site until another admin releases it (14.206)', async () => {
  await write(hema, { text: 'The first round: https://forms.test/quiz' })
  festival.passSeconds(7_200)
  expect(await listRecipients()).toEqual([organisers.admin])
  const { id, ...held } = await readNewest(hema)
  expect(held).toMatchObject({ state: 'held', links: ['https://forms.test/quiz'] })
  expect((await release(hema, id)).status).toBe(403)
  expect((await release(await signIn(festival, 'verifier'), id)).status).toBe(403)
  expect((await release(admin, id)).status).toBe(204)
  expect((await release(admin, id)).status).toBe(204)
  expect(await listRecipients()).toContain('asha@college.test')
  const { lines } = await (await admin.get('/api/desk/audit?action=announcement-released')).json()
  expect(lines).toMatchObject([{ actor: organisers.admin, detail: { message: id } }])
})

test('lets another admin release an added admin’s held message, but not its author (14.206)', async () => {
  const zoya = await signInAddedAdmin()
  await write(zoya, { text: 'The way: https://cerebra.test/venue' })
  expect(await readNewest()).toMatchObject({ state: 'waiting', links: [] })
  festival.passSeconds(1)
  await write(zoya, { text: 'Go to evil.test' })
  const { id } = await readNewest()
  expect((await release(zoya, id)).status).toBe(403)
  expect((await release(admin, id)).status).toBe(204)
})

test.each([
  'https://cerebra.test(@2130706433/pay',
  'https://cerebra.test“@2130706433/pay',
  'https://cerebra.test¨@evil.test',
])(
  'holds a message with a link that only resembles the site’s address: %s (14.261)',
  async (link) => {
    await write(hema, { text: `Your payment failed: ${link}` })
    expect(await readNewest()).toMatchObject({ state: 'held', links: [link] })
  },
)

test('starts the five minutes after the last e-mail of the message is queued (14.264)', async () => {
  const id = randomUUID()
  await write(hema, {}, id)
  await festival.db.updateTable('announcement').set({ state: 'queueing', people: null }).execute()
  festival.passSeconds(7_200)
  await write(hema, {}, id)
  expect(await readNewest()).toMatchObject({
    state: 'waiting',
    waitsUntil: '2025-10-01T06:35:00.123Z',
  })
  expect(await listRecipients()).not.toContain('asha@college.test')
  festival.passSeconds(300)
  expect(await listRecipients()).toContain('asha@college.test')
})

test('does not let an added admin resume their own message that was stopped while being queued (14.264)', async () => {
  const zoya = await signInAddedAdmin()
  await write(zoya)
  await festival.db.updateTable('announcement').set({ state: 'queueing', people: null }).execute()
  const { id } = await readNewest()
  await set(admin, id, 'stopped')
  expect((await set(zoya, id, 'sending')).status).toBe(403)
})

test('“Send again” does not send held e-mails (14.206)', async () => {
  await write(hema, { text: 'Go to evil.test' })
  await festival.db
    .updateTable('message')
    .set({ attempts: 1, last_error: 'x' })
    .where('announcement_id', 'is not', null)
    .execute()
  const { entry_id } = await festival.db
    .selectFrom('message')
    .select('entry_id')
    .where('announcement_id', 'is not', null)
    .executeTakeFirstOrThrow()
  await (await signIn(festival, 'verifier')).send(
    'POST',
    `/api/desk/entries/${entry_id}/send-again`,
  )
  expect((await listRecipients()).filter((to) => to === 'asha@college.test')).toEqual([])
})

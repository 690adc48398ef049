import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { decideOn, readEntry, readOnly, submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import { type Desk, organisers, signIn } from '../../tests/support/organisers'

let admin: Desk
startDesk()
beforeEach(async () => {
  admin = await signIn(festival, 'admin')
})

const words = { subject: 'The quiz begins later', text: 'It begins at 10.' }
const write = (desk: Desk, query: string, message: object = {}) =>
  desk.send('POST', `/api/desk/messages?${query}`, { id: randomUUID(), ...words, ...message })
const readNewest = async () =>
  (await (await admin.get('/api/desk/messages')).json()).announcements[0]
const sendAll = async () => {
  while (await festival.outbox.deliverDue()) {}
  return festival.mailer.sent.filter(({ kind }) => kind === 'announcement')
}
const passOf = async (name: string) => {
  await submit(festival, 'delegate-pass', {
    name: `${name} Rao`,
    email: `${name.toLowerCase()}@college.test`,
  })
  return readOnly(admin, `?q=${name}`)
}

test('sends a message only to participants who are still in the list (14.160)', async () => {
  const asha = await passOf('Asha')
  const bela = await passOf('Bela')
  const chitra = await passOf('Chitra')
  const dev = await passOf('Dev')
  await sendAll()
  festival.passSeconds(1)
  await write(admin, 'event=magnus&scope=open')
  festival.passSeconds(1)
  await decideOn(admin, asha, { decision: 'reject' })
  await decideOn(admin, bela, { decision: 'verify' })
  const { version } = await readEntry(admin, chitra.id)
  const details = {
    name: 'Chitra Rao',
    email: 'new@college.test',
    phone: '9800000001',
    institution: 'A',
    category: 'Medical Student',
  }
  const corrected = { id: randomUUID(), version, details }
  expect(
    (await admin.send('POST', `/api/desk/entries/${chitra.id}/details`, corrected)).status,
  ).toBe(200)
  festival.passSeconds(120)
  expect((await sendAll()).map(({ to }) => to).sort()).toEqual(
    [dev.email, 'new@college.test'].sort(),
  )
  expect(await readNewest()).toMatchObject({
    state: 'done',
    sent: 2,
    waiting: 0,
    left: 2,
    failed: 0,
    failures: [],
  })
})

test('excludes those who withdraw after a message is written, but not those rejected before (14.160)', async () => {
  const asha = await passOf('Asha')
  const bela = await passOf('Bela')
  await decideOn(admin, asha, { decision: 'reject' })
  festival.passSeconds(1)
  await write(admin, 'event=magnus')
  festival.passSeconds(1)
  await decideOn(admin, bela, { decision: 'withdraw' })
  expect((await sendAll()).map(({ to }) => to)).toEqual([asha.email])
})

test('asks for confirmation before sending the same text to the same list again (14.161)', async () => {
  await passOf('Asha')
  const first = randomUUID()
  expect((await write(admin, 'event=magnus', { id: first })).status).toBe(200)
  festival.passSeconds(30)
  const asked = await write(admin, 'event=magnus')
  expect([asked.status, (await asked.json()).detail]).toEqual([
    409,
    '1 person received this message on Wed 1 Oct at 10:00 AM. Send it again?',
  ])
  expect((await write(admin, 'event=magnus', { id: first })).status, 'the same press').toBe(200)
  expect(await sendAll()).toHaveLength(1)
  for (const [query, message] of [
    ['event=magnus', { again: true }],
    ['event=magnus&state=submitted', {}],
    ['event=magnus', { text: 'It begins at 11.' }],
  ] as const) {
    expect((await write(admin, query, message)).status).toBe(200)
  }
  expect(await sendAll()).toHaveLength(4)
})

test('lets a head message only the participants of their own event (14.150, 14.162)', async () => {
  await submit(festival)
  const hema = await signIn(festival, 'head')
  expect(await (await hema.get('/api/desk/messages/people?event=SeniorQuiz')).json()).toMatchObject(
    {
      people: 1,
    },
  )
  for (const query of ['', 'event=AxonAlley', 'event=SeniorQuiz&cash=yes']) {
    expect((await write(hema, query, { toEveryone: true })).status, query).toBe(403)
  }
  expect((await write(hema, 'event=SeniorQuiz')).status).toBe(200)
  festival.passSeconds(300)
  const [mail] = (await sendAll()).filter(({ to }) => to !== organisers.admin)
  expect(mail).toMatchObject({
    to: 'asha@college.test',
    subject: 'Senior Quiz: The quiz begins later',
  })
  expect((await mail?.renderBodies())?.text).toContain(
    'You are receiving this because you registered for Senior Quiz.',
  )
  expect(await readNewest()).toMatchObject({ by: organisers.head, sent: 1 })
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, replaceDesk, startDesk } from '../../tests/support/festival'
import {
  type Desk,
  organisers,
  readEmails,
  readNewestEmail,
  signIn,
  signInAs,
} from '../../tests/support/organisers'

startDesk()

const url = 'https://chat.whatsapp.com/senior-quiz'
const put = (desk: Desk, event: string, link = url) =>
  desk.send('PUT', `/api/desk/group-link?event=${event}`, { url: link })
const open = async (secret: string) =>
  (await festival.post('/api/my-submission/open', { secret })).json()

test('shows the group link only to verified participants (14.159)', async () => {
  const admin = await signIn(festival, 'admin')
  expect((await put(admin, 'SeniorQuiz')).status).toBe(204)
  const { registration_id } = await submit(festival)
  const secret = await askForSecret(festival, String(registration_id))
  const waiting = await open(secret)
  expect(
    JSON.stringify([waiting, await festival.mailer.sent.at(-1)?.renderBodies()]),
  ).not.toContain(url)
  await decideOn(admin, await readOnly(admin), { decision: 'verify' })
  festival.passSeconds(61)
  const mail = await readNewestEmail(festival, 'asha@college.test', 'decision')
  expect(mail).toContain(`Join the group: ${url}`)
  expect(await open(secret)).toMatchObject({ state: 'verified', group: url })
  await decideOn(admin, await readOnly(admin), { decision: 'reopen' })
  expect(await open(secret)).not.toHaveProperty('group')
})

test('lets a head set the group link only for their own events (14.159)', async () => {
  const admin = await signIn(festival, 'admin')
  const ravi = await signIn(festival, 'verifier')
  const mira = await signIn(festival, 'head')
  expect([(await put(mira, 'SeniorQuiz')).status, (await put(mira, 'AxonAlley')).status]).toEqual([
    204, 403,
  ])
  expect(await (await mira.get('/api/desk/group-link?event=SeniorQuiz')).json()).toEqual({ url })
  expect((await mira.get('/api/desk/group-link?event=AxonAlley')).status).toBe(403)
  expect((await ravi.get('/api/desk/group-link?event=SeniorQuiz')).status).toBe(403)
  const { lines } = await (await admin.get('/api/desk/audit?action=setting-changed')).json()
  expect(lines).toMatchObject([
    { actor: organisers.head, detail: { setting: 'group link', event: 'SeniorQuiz' } },
  ])
  expect(JSON.stringify(lines)).not.toContain(url)
  expect((await put(mira, 'SeniorQuiz', '')).status).toBe(204)
  expect(await (await mira.get('/api/desk/group-link?event=SeniorQuiz')).json()).toEqual({
    url: '',
  })
})

test.each([
  'http://chat.test/x',
  'javascript:alert(1)',
  'https://',
  'chat.test',
  'https://chat.whatsapp.com@evil.test/x',
  'https://@evil.test/x',
  'https://chat.test:x@evil.test',
  'https://chat.test\\@evil.test',
  'https://chat.test/pay?to=evil@ybl',
  'https://chat.test/pay?to=evil%40ybl',
  'https://chat.test/pay?to=evil%40%79bl',
])('rejects the group link %s (14.159)', async (link) => {
  const admin = await signIn(festival, 'admin')
  const answer = await put(admin, 'SeniorQuiz', link)
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: 'url' }]])
  expect((await put(admin, randomUUID())).status).toBe(422)
})

test('copies a verification e-mail to the organisers unless it has a ticket or a group link (14.207, 21.3)', async () => {
  await replaceDesk({ ORGANISERS_EMAIL: 'team@organisers.test' })
  const admin = await signIn(festival, 'admin')
  await put(admin, 'SeniorQuiz')
  await submit(festival)
  await submit(festival, 'delegate-pass')
  await submit(festival, 'accommodation')
  for (const entry of await readQueue(admin)) {
    await decideOn(admin, entry, { decision: 'verify' })
  }
  festival.passSeconds(61)
  const mails = await readEmails(festival, /verified/)
  const copied = mails.filter(({ cc }) => cc === 'team@organisers.test')
  expect([mails.length, copied.map(({ subject }) => subject)]).toEqual([
    3,
    [expect.stringContaining('Room')],
  ])
})

test('notifies all admins of each change of a group link (14.207)', async () => {
  const mira = await signIn(festival, 'head')
  await put(mira, 'SeniorQuiz')
  await put(mira, 'SeniorQuiz')
  await put(mira, 'SeniorQuiz', 'https://t.me/evil')
  const mails = await readEmails(festival, /^Group link of Senior Quiz changed$/)
  expect(mails.map(({ to }) => to)).toEqual([organisers.admin, organisers.admin])
  const texts = await Promise.all(mails.map(async (mail) => (await mail.renderBodies()).text))
  const second = texts.find((text) => text.includes('evil'))
  expect(second).toContain('hema@college.test changed the group link of Senior Quiz.')
  expect(second).toContain(
    'Before: https: //chat. whatsapp. com/senior-quiz\nNow: https: //t. me/evil',
  )
})

test('allows at most ten changes of a group link within 24 hours (14.207)', async () => {
  const mira = await signIn(festival, 'head')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      put(mira, 'SeniorQuiz', `https://chat.whatsapp.com/${index}`),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 10 }, () => 204),
    403,
    403,
  ])
  expect(await readEmails(festival, /^Group link/)).toHaveLength(10)
})

test.each([
  'https://forms.test/quiz',
  'https://whatsapp.com.evil.test/x',
  'https://evilzoom.us/j/1',
  'https://t.me:8443/x',
])(
  'does not let heads, or admins added at the desk, set the group link %s (14.265)',
  async (link) => {
    const admin = await signIn(festival, 'admin')
    await admin.send('POST', '/api/desk/people', {
      email: 'zoya@college.test',
      role: 'admin',
      events: [],
    })
    for (const desk of [
      await signIn(festival, 'head'),
      await signInAs(festival, 'zoya@college.test'),
    ]) {
      const answer = await put(desk, 'SeniorQuiz', link)
      expect([answer.status, (await answer.json()).errors]).toMatchObject([
        422,
        [{ path: 'url', message: expect.stringContaining('ask an admin named in ORGANISERS') }],
      ])
    }
    expect((await put(admin, 'SeniorQuiz', link)).status).toBe(204)
  },
)

test.each([
  'https://chat.whatsapp.com/AbC',
  'https://t.me/quiz',
  'https://telegram.me/quiz',
  'https://signal.group/#abc',
  'https://discord.gg/abc',
  'https://discord.com/invite/abc',
  'https://groups.google.com/g/quiz',
  'https://meet.google.com/abc-defg-hij',
  'https://zoom.us/j/1',
  'https://us02web.zoom.us/j/1',
])('lets a head set the group link %s (14.265)', async (link) => {
  expect((await put(await signIn(festival, 'head'), 'SeniorQuiz', link)).status).toBe(204)
})

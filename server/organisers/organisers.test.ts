import { beforeEach, expect, test } from 'vitest'
import type { AuditPage } from '../../festival/contract/audit'
import { handOver, takeCash } from '../../tests/support/cash'
import { submit } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import {
  type Desk,
  deskOrigin,
  findSecret,
  openDesk,
  organisers,
  organisersSetting,
  readEmails,
  readNewestEmail,
  signIn,
  signInAs,
} from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'

const setting = `${organisersSetting}, devi@organisers.test=admin`
const mira = 'mira@college.test'

let asha: Desk
startDesk({ ORGANISERS: setting })
beforeEach(async () => {
  asha = await signIn(festival, 'admin')
})

const add = (desk: Desk, body: object) => desk.send('POST', '/api/desk/people', body)
const remove = (desk: Desk, email: string) =>
  desk.send('POST', '/api/desk/people/removals', { email })
const statusOf = async (desk: Desk, path: string) => (await desk.get(`/api/desk/${path}`)).status
const readActions = async (action: string): Promise<unknown[]> => {
  const { lines }: AuditPage = await (await asha.get(`/api/desk/audit?action=${action}`)).json()
  return lines.map(({ actor, detail }) => [actor, detail])
}

test('notifies a new organiser and the admins by e-mail (14.151, 14.152)', async () => {
  expect((await add(asha, { email: 'Mira@College.test', role: 'verifier' })).status).toBe(204)
  expect((await add(asha, { email: mira, role: 'verifier' })).status).toBe(204)
  const notices = await readEmails(festival, /now an organiser|was added/)
  expect(notices.map(({ to, subject }) => [to, subject]).sort()).toEqual([
    [organisers.admin, 'Someone was added to the organisers’ desk'],
    ['devi@organisers.test', 'Someone was added to the organisers’ desk'],
    [mira, 'You are now an organiser'],
  ])
  for (const mail of notices) {
    const { text } = await mail.renderBodies()
    expect(text).toContain(`${mira}, verifier`)
    expect(text).toContain(organisers.admin)
  }
  expect(await readActions('organiser-added')).toEqual([
    [organisers.admin, { email: mira, role: 'verifier' }],
  ])
  const desk = await signInAs(festival, mira)
  expect(await (await desk.get('/api/desk/me')).json()).toMatchObject({
    ...{ email: mira, role: 'verifier', events: null, mayAppoint: false },
  })
})

test('removing an organiser ends their sessions and links (14.151)', async () => {
  await add(asha, { email: mira, role: 'admin' })
  const desk = await signInAs(festival, mira)
  expect(await statusOf(desk, 'people')).toBe(200)
  const askForSecret = async () => {
    await festival.post('/api/desk/sign-in', { email: mira }, deskOrigin)
    return findSecret(await readNewestEmail(festival, mira, 'desk-link'))
  }
  const secret = await askForSecret()
  const other = await askForSecret()
  expect(other).not.toBe(secret)
  expect((await remove(asha, mira)).status).toBe(204)
  expect(await statusOf(desk, 'me')).toBe(401)
  expect((await festival.post('/api/desk/sessions', { secret }, deskOrigin)).status).toBe(401)
  expect((await remove(asha, mira)).status).toBe(404)
  await add(asha, { email: mira, role: 'viewer' })
  expect(await statusOf(desk, 'me')).toBe(401)
  expect((await festival.post('/api/desk/sessions', { secret: other }, deskOrigin)).status).toBe(
    401,
  )
  expect(await readActions('organiser-removed')).toEqual([
    [organisers.admin, { email: mira, role: 'admin' }],
  ])
})

test('removes an organiser only after all their cash is handed over (14.154)', async () => {
  await add(asha, { email: mira, role: 'verifier' })
  const desk = await signInAs(festival, mira)
  await takeCash(desk, 'one@college.test')
  await handOver(desk, organisers.admin, 10_000)
  const refused = await remove(asha, mira)
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    'This person holds ₹200 in cash, which must be handed over first.',
  ])
  await handOver(desk, organisers.admin, 20_000)
  expect((await remove(asha, mira)).status).toBe(204)
})

test('does not let an admin who was added at the desk add or remove organisers (14.151)', async () => {
  await add(asha, { email: mira, role: 'admin' })
  const desk = await signInAs(festival, mira)
  for (const email of ['own@college.test', mira, organisers.admin, organisers.viewer]) {
    expect((await add(desk, { email, role: 'admin' })).status, email).toBe(403)
    expect((await remove(desk, email)).status, email).toBe(403)
  }
  expect(await festival.db.selectFrom('organiser').select('email').execute()).toEqual([
    { email: mira },
  ])
})

test('does not let the desk change organisers listed in ORGANISERS (14.151)', async () => {
  const devi = await signInAs(festival, 'devi@organisers.test')
  for (const email of [organisers.admin, 'Devi@organisers.test', organisers.viewer]) {
    expect((await add(asha, { email, role: 'viewer' })).status, email).toBe(422)
    expect((await remove(asha, email)).status, email).toBe(404)
  }
  expect(await statusOf(devi, 'people')).toBe(200)
  // ORGANISERS now lists an organiser who was added before.
  await add(asha, { email: mira, role: 'viewer' })
  const named = await createTestApp({
    beside: festival,
    env: { ORGANISERS: `${setting}, ${mira}=admin` },
  })
  const desk = await signInAs(named, mira)
  expect(await (await desk.get('/api/desk/me')).json()).toMatchObject({
    role: 'admin',
    mayAppoint: true,
  })
  expect((await remove(openDesk(named, asha.cookie), mira)).status).toBe(204)
  expect(await statusOf(desk, 'me')).toBe(200)
  await named.close()
  expect(await statusOf(openDesk(festival, desk.cookie), 'me')).toBe(401)
})

test('shows heads the participants of their events, but no amounts (14.150)', async () => {
  for (const body of [
    { role: 'head' },
    { role: 'head', events: [] },
    { role: 'head', events: ['SeniorQuiz', 'Nothing'] },
    { role: 'viewer', events: ['SeniorQuiz'] },
    { role: 'owner' },
  ]) {
    expect((await add(asha, { email: mira, ...body })).status, JSON.stringify(body)).toBe(422)
  }
  expect(
    (await add(asha, { email: mira, role: 'head', events: ['SeniorQuiz', 'SeniorQuiz'] })).status,
  ).toBe(204)
  expect(await readNewestEmail(festival, organisers.admin, 'organiser-added')).toContain(
    'Peristalympics',
  )
  const desk = await signInAs(festival, mira)
  expect(await (await desk.get('/api/desk/me')).json()).toMatchObject({
    role: 'head',
    events: ['SeniorQuiz'],
  })
  await submit(festival, 'registration', { email: 's@college.test' })
  await submit(festival, 'registration', { email: 'j@college.test', event: 'JuniorQuiz' })
  const [row] = (await (await asha.get('/api/desk/entries?event=SeniorQuiz')).json()).rows
  const verify = {
    id: crypto.randomUUID(),
    entryId: row.id,
    version: row.version,
    decision: 'verify',
  }
  expect((await asha.send('POST', '/api/desk/decisions', verify)).status).toBe(200)
  const list = await (await desk.get('/api/desk/lists?event=SeniorQuiz')).json()
  const keys = list.columns.map(({ key }: { key: string }) => key)
  const shown = [
    'name',
    'phone',
    'state',
    'id',
    'place',
    'year',
    'college',
    'pass',
    'tier',
    'email',
    'notice',
  ]
  expect(keys).toEqual(shown)
  expect(new Set(list.rows.map(({ entryId }: { entryId: string }) => entryId))).toEqual(
    new Set([row.id]),
  )
  const stateOf = async (of: Desk) =>
    JSON.stringify((await (await of.get('/api/desk/lists?event=SeniorQuiz')).json()).rows)
  expect(
    [await stateOf(asha), await stateOf(desk)].map((text) => /Verified \(picture\)/.test(text)),
  ).toEqual([true, false])
  const file = await (await desk.get('/api/desk/lists/file?event=SeniorQuiz&format=csv')).text()
  expect(file).toContain('s@college.test')
  expect(file).not.toMatch(/Amount|j@college|picture/)
  expect(await statusOf(desk, 'lists?event=JuniorQuiz')).toBe(403)
  expect(await readActions('exported')).toMatchObject([[mira, { of: 'event=SeniorQuiz' }]])
})

test('accepts either a handover to an organiser or the organiser’s concurrent removal, not both (14.251)', async () => {
  const ravi = await signIn(festival)
  await takeCash(ravi, 'cash@college.test')
  for (const round of [1, 2, 3, 4, 5, 6]) {
    const email = `round${round}@college.test`
    expect((await add(asha, { email, role: 'verifier' })).status).toBe(204)
    const commands = [() => handOver(ravi, email, 100), () => remove(asha, email)]
    if (round % 2 === 0) {
      commands.reverse()
    }
    const answers = await Promise.all(commands.map((command) => command()))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  }
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StateView } from '../../festival/contract/festival'
import { festival, startDesk } from '../../tests/support/festival'
import {
  type Desk,
  organisers,
  organisersSetting,
  readEmails,
  signIn,
  signInAs,
} from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'
import { buildTestSite, testAddress } from '../../tests/support/test-site'
import { loadSite, type Site } from '../pages/site'

startDesk()

interface RequestedChange {
  field: string
  seen?: unknown
  value: unknown
}
const save = (desk: Desk, event: string, ...changes: RequestedChange[]) =>
  desk.send('PUT', `/api/desk/festival/subject?event=${event}`, { id: randomUUID(), changes })
const close: RequestedChange = { field: 'status', seen: null, value: 'closed' }
const notice = (text: string) => ({ text, until: '2025-10-12T18:00:00+05:30' })
const readState = async () => (await festival.request('/api/state')).json()
const rows = () => festival.db.selectFrom('festival_state').selectAll().orderBy('version').execute()

test('saves a change and shows it in the history and the audit log (16.11)', async () => {
  const admin = await signIn(festival, 'admin')
  const sessions = [{ start: '2025-10-09T11:00:00+05:30', end: '2025-10-09T14:00:00+05:30' }]
  const answer = await save(
    admin,
    'Sonostrike',
    close,
    { field: 'sessions', value: sessions },
    { field: 'place', value: 'Hall 2' },
  )
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    version: 1,
    saves: [
      {
        version: 1,
        organiser: organisers.admin,
        isCurrent: true,
        changes: [{ event: 'Sonostrike', field: 'status' }, {}, {}],
      },
    ],
  })
  const subject = festival.state.festival().subjects.find(({ key }) => key === 'Sonostrike')
  expect(subject).toMatchObject({ status: 'closed', slots: sessions, place: 'Hall 2' })
  expect(await readState()).toMatchObject({
    version: 1,
    state: { subjects: { Sonostrike: { status: 'closed' } } },
  })
  const { lines } = await (await admin.get('/api/desk/audit?action=festival-changed')).json()
  expect(lines).toMatchObject([
    { detail: { event: 'Sonostrike', fields: 'status sessions place', status: 'closed' } },
  ])
})

test('GET /api/state returns 304 while nothing has changed (16.13)', async () => {
  const first = await festival.request('/api/state')
  const tag = first.headers.get('ETag') ?? ''
  const ask = () => festival.request('/api/state', { headers: { 'If-None-Match': tag } })
  expect([(await first.json()).version, (await ask()).status]).toEqual([0, 304])
  await save(await signIn(festival, 'admin'), 'Sonostrike', close)
  expect((await ask()).status).toBe(200)
})

test('saves concurrent changes to different events, but no change of an outdated value (16.11)', async () => {
  const admin = await signIn(festival, 'admin')
  const head = await signIn(festival, 'head')
  const answers = await Promise.all([
    save(head, 'SeniorQuiz', close),
    save(admin, 'Vivantia', { field: 'place', value: 'Hall 3' }),
    save(admin, 'JuniorQuiz', { field: 'note', value: 'Bring a pen.' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const { state, version } = await readState()
  expect(version).toBe(3)
  expect(Object.keys(state.subjects).sort()).toEqual(['JuniorQuiz', 'SeniorQuiz', 'Vivantia'])

  const late = await save(admin, 'SeniorQuiz', { field: 'status', seen: null, value: 'cancelled' })
  const { code, detail } = await late.json()
  expect([late.status, code]).toEqual([409, 'stale'])
  expect(detail).toBe(
    'hema closed it at 10:00 AM. Your change was not saved. Check it and try again.',
  )
  expect((await save(admin, 'SeniorQuiz', { field: 'place', value: 'Hall 1' })).status).toBe(200)
  expect((await readState()).state.subjects.SeniorQuiz).toEqual({
    status: 'closed',
    place: 'Hall 1',
  })
})

test('does not save a change that equals the current value (16.11)', async () => {
  const admin = await signIn(festival, 'admin')
  const vivantia = festival.state.festival().subjects.find(({ key }) => key === 'Vivantia')
  const { status, slots, passRequired } = vivantia ?? {}
  const sessions = slots?.map(({ start, end, ...others }) => ({ ...others, end, start }))
  const planned = [
    { field: 'status', value: status },
    { field: 'sessions', value: sessions },
    { field: 'passRequired', value: passRequired },
    { field: 'place', value: null },
  ]
  expect((await save(admin, 'Vivantia', ...planned)).status).toBe(200)
  expect(await rows()).toEqual([])
  await save(admin, 'Vivantia', { field: 'place', value: 'Hall 2' })
  expect(
    (await save(admin, 'Vivantia', { field: 'place', seen: 'Hall 2', value: ' Hall 2 ' })).status,
  ).toBe(200)
  expect(await rows()).toHaveLength(1)
})

test('ignores a repeated save whose change was undone (16.48)', async () => {
  const admin = await signIn(festival, 'admin')
  const press = { id: randomUUID(), changes: [close] }
  const send = (body: object, desk = admin) =>
    desk.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', body)
  expect((await send(press)).status).toBe(200)
  await admin.send('POST', '/api/desk/festival/undo', { id: randomUUID(), version: 1 })
  const again = await send(press)
  expect(again.status).toBe(200)
  expect(await again.json()).toMatchObject({ version: 2, state: { subjects: {} } })

  const otherContent = await send({ ...press, changes: [{ ...close, value: 'cancelled' }] })
  expect([otherContent.status, (await otherContent.json()).code]).toEqual([422, 'key-reused'])
  const otherPerson = await send(press, await signIn(festival, 'head'))
  expect([otherPerson.status, (await otherPerson.json()).code]).toEqual([422, 'key-reused'])
  expect((await send({ changes: [close] })).status).toBe(422)
  expect(await rows()).toHaveLength(2)
})

test('limits heads to 20 changes in ten minutes, not counting undos (16.49)', async () => {
  const admin = await signIn(festival, 'admin')
  const head = await signIn(festival, 'head')
  await save(admin, 'JuniorQuiz', { field: 'status', value: 'cancelled' })
  const note = (count: number) => ({
    field: 'note',
    seen: count > 1 ? `Note ${count - 1}` : null,
    value: `Note ${count}`,
  })
  for (let count = 1; count <= 20; count += 1) {
    expect((await save(head, 'SeniorQuiz', note(count))).status).toBe(200)
  }
  const refused = await save(head, 'SeniorQuiz', note(21))
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '600'])
  expect((await refused.json()).detail).toBe(
    'You have saved 20 changes within ten minutes, which is the limit for one person. This change was not saved. Try again in 10 min, or ask an admin.',
  )
  expect((await save(admin, 'Vivantia', close)).status).toBe(200)
  festival.passSeconds(601)
  expect((await save(head, 'SeniorQuiz', note(21))).status).toBe(200)

  const newest = (await rows()).at(-1)
  const many = Array.from({ length: 250 }, (_, index) => ({
    json: newest?.json ?? '',
    changes: '[]',
    organiser: organisers.head,
    at: festival.now.toISOString(),
    version: 24 + index,
  }))
  await festival.db.insertInto('festival_state').values(many).execute()
  await festival.state.load()
  const { saves } = await (await admin.get('/api/desk/festival')).json()
  expect(saves.some(({ version }: { version: number }) => version === 1)).toBe(false)
  const undo = (version: number) =>
    admin.send('POST', '/api/desk/festival/undo', { id: randomUUID(), version })
  expect((await undo(1)).status).toBe(200)
  expect((await readState()).state.subjects.JuniorQuiz).toBeUndefined()
  expect((await undo(9_999)).status).toBe(404)
})

const requireSite = (site: Site | undefined): Site => {
  if (!site) {
    throw new Error('The small site was not built')
  }
  return site
}

test('lets a notice link only to pages of the site (16.3)', async () => {
  const { folder, remove } = await buildTestSite()
  const env = { ORGANISERS: organisersSetting }
  const withSite = await createTestApp({
    beside: festival,
    env,
    site: requireSite(await loadSite(folder, testAddress)),
  })
  const admin = await signIn(withSite, 'admin')
  const publish = (path: string) =>
    admin.send('PUT', '/api/desk/festival/notice', {
      id: randomUUID(),
      value: { ...notice('Look here.'), path },
    })
  for (const path of [
    '/files/x',
    '/api/state',
    '/desk',
    '/readyz',
    '/image/upload',
    '/nowhere',
    '/assets',
  ]) {
    const answer = await publish(path)
    expect([path, answer.status, (await answer.json()).errors]).toEqual([
      path,
      422,
      [{ path: 'path', message: 'Choose a page of this site, such as /schedule.' }],
    ])
  }
  expect((await publish('/events/senior-quiz')).status).toBe(200)
  await withSite.close()
  await remove()
})

test('undoes only fields that have not changed since (16.16)', async () => {
  const admin = await signIn(festival, 'admin')
  const back = (version: number, desk = admin, event = '') =>
    desk.send('POST', `/api/desk/festival/undo${event && `?event=${event}`}`, {
      id: randomUUID(),
      version,
    })
  /** Lists the saves that the desk offers to undo. */
  const listCurrent = async () => {
    const { saves }: StateView = await (await admin.get('/api/desk/festival')).json()
    return saves.filter(({ isCurrent }) => isCurrent).map(({ version }) => version)
  }
  await save(admin, 'SeniorQuiz', close, { field: 'place', value: 'Hall 2' })
  await save(admin, 'SeniorQuiz', { field: 'place', seen: 'Hall 2', value: 'Hall 3' })
  expect(await listCurrent()).toEqual([2, 1])
  expect((await back(1)).status).toBe(200)
  expect(await listCurrent()).toEqual([3, 2])
  expect((await readState()).state.subjects.SeniorQuiz).toEqual({ place: 'Hall 3' })
  expect((await back(1)).status).toBe(409)
  const head = await signIn(festival, 'head')
  expect((await back(2, head, 'JuniorQuiz')).status).toBe(403)
  expect((await back(2, head)).status).toBe(403)
  expect((await back(2, head, 'SeniorQuiz')).status).toBe(200)
  expect((await readState()).state.subjects.SeniorQuiz).toEqual({ place: 'Hall 2' })
})

test('lets heads change their own events, but not cancel them or change the required pass (16.17)', async () => {
  const head = await signIn(festival, 'head')
  const ravi = await signIn(festival)
  const tries = [
    save(head, 'Vivantia', close),
    save(head, 'SeniorQuiz', { field: 'status', value: 'cancelled' }),
    save(head, 'SeniorQuiz', { field: 'passRequired', value: true }),
    head.send('PUT', '/api/desk/festival/notice', { id: randomUUID(), value: notice('Hello') }),
    save(ravi, 'SeniorQuiz', close),
  ]
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  await save(await signIn(festival, 'admin'), 'SeniorQuiz', { field: 'status', value: 'cancelled' })
  expect(
    (await save(head, 'SeniorQuiz', { field: 'status', seen: 'cancelled', value: 'open' })).status,
  ).toBe(403)
  await save(await signIn(festival, 'admin'), 'Vivantia', close)
  const { saves } = await (await head.get('/api/desk/festival')).json()
  expect(saves).toMatchObject([
    { version: 1, changes: [{ event: 'SeniorQuiz', after: 'cancelled' }] },
  ])
  expect(await rows()).toHaveLength(2)
})

test.each([
  ['a fee', 'SeniorQuiz', { field: 'fee', value: { per: 'team', amount: 1 } }],
  ['a payee', 'SeniorQuiz', { field: 'payee', value: 'a@upi' }],
  [
    'a session outside the festival',
    'SeniorQuiz',
    { field: 'sessions', value: [{ start: '2025-11-09T11:00:00+05:30' }] },
  ],
  [
    'sessions without the one that registration ends with',
    'JuniorQuiz',
    { field: 'sessions', value: [] },
  ],
  [
    'a session’s name with a UPI ID',
    'SeniorQuiz',
    { field: 'sessions', value: [{ start: '2025-10-09T11:00:00+05:30', label: 'a@upi' }] },
  ],
  ['a UPI ID in a note', 'SeniorQuiz', { field: 'note', value: 'pay a@upi' }],
  [
    'removing the required pass of an event that a pass pays for',
    'Vivantia',
    { field: 'passRequired', value: false },
  ],
  ['an unknown status', 'SeniorQuiz', { field: 'status', value: 'full' }],
])('rejects %s, explains why and saves nothing (16.12)', async (_, event, requestedChange) => {
  const answer = await save(await signIn(festival, 'admin'), event, requestedChange)
  const { errors } = await answer.json()
  expect(answer.status).toBe(422)
  for (const { message } of errors) {
    expect(message).toMatch(/\w{3,}/)
  }
  expect(await rows()).toEqual([])
})

test('rejects a state that is larger than 32 KiB (16.3)', async () => {
  const admin = await signIn(festival, 'admin')
  const incharges = Array.from({ length: 8 }, (_, index) => `${index}${'ந'.repeat(99)}`)
  const all = festival.state.festival().subjects.map(({ key }) => key)
  const fill = (count: number) =>
    JSON.stringify({
      subjects: Object.fromEntries(all.slice(0, count).map((key) => [key, { incharges }])),
    })
  const most = all.findLastIndex((_, count) => Buffer.byteLength(fill(count)) <= 32 * 1024)
  const row = {
    version: 1,
    json: fill(most),
    changes: '[]',
    organiser: organisers.admin,
    at: festival.now.toISOString(),
  }
  await festival.db.insertInto('festival_state').values(row).execute()
  await festival.state.load()
  const answer = await save(admin, all[most] ?? '', { field: 'incharges', value: incharges })
  expect([answer.status, (await answer.json()).errors]).toMatchObject([
    422,
    [{ message: expect.stringContaining('32 KiB') }],
  ])
  expect((await readState()).version).toBe(1)
  expect((await save(admin, all[most] ?? '', close)).status).toBe(200)
})

const readDigests = async () => {
  festival.passSeconds(301)
  const mails = await readEmails(festival, /Please check these changes to the site/)
  return Promise.all(
    mails
      .filter(({ to }) => to === organisers.admin)
      .map(async (mail) => (await mail.renderBodies()).text),
  )
}

test('e-mails admins a digest of changed notices and in-charges after five minutes (16.15)', async () => {
  const admin = await signIn(festival, 'admin')
  await save(admin, 'SeniorQuiz', { field: 'place', value: 'Hall 2' })
  const value = notice('Lunch is in the new block.')
  await admin.send('PUT', '/api/desk/festival/notice', { id: randomUUID(), value })
  await save(admin, 'SeniorQuiz', { field: 'incharges', value: ['Ravi, +91 98765 43210'] })
  const waiting = await festival.db
    .selectFrom('message')
    .selectAll()
    .where('kind', '=', 'announcement')
    .execute()
  expect(waiting.map(({ priority, due_at }) => [priority, due_at])).toEqual([
    [3, '2025-10-01T04:35:00.000Z'],
  ])
  expect(await readEmails(festival, /Please check/)).toEqual([])
  const [text = '', ...others] = await readDigests()
  expect(others).toEqual([])
  for (const line of [
    '10:00 AM, asha@organisers.test, notice: Lunch is in the new block.',
    'Senior Quiz',
    'in-charges: Ravi, +91 98765 43210',
  ]) {
    expect(text).toContain(line)
  }
  expect(text).not.toContain('Hall 2')
  await save(admin, 'SeniorQuiz', {
    field: 'incharges',
    seen: ['Ravi, +91 98765 43210'],
    value: null,
  })
  expect((await readDigests()).at(-1)).toContain('in-charges: removed')
})

test('shortens a digest with too many changes (16.15)', async () => {
  const admin = await signIn(festival, 'admin')
  const incharges = (count: number) => Array.from({ length: 8 }, () => `${count} ${'x'.repeat(95)}`)
  for (let count = 1; count <= 14; count += 1) {
    await save(admin, 'SeniorQuiz', {
      field: 'incharges',
      seen: count > 1 ? incharges(count - 1) : null,
      value: incharges(count),
    })
  }
  const [text = ''] = await readDigests()
  expect(text.match(/There were more changes/g)).toHaveLength(1)
  expect(text.length).toBeLessThan(12_000)
})

test.each([
  ['e-mails the admins when a head sets a place with a digit', 'hema', 'place', 'Hall 2', true],
  [
    'e-mails the admins when a head writes a note about payment',
    'hema',
    'note',
    'Pay at the desk',
    true,
  ],
  [
    'e-mails the admins when an added admin names a session with a digit',
    'mira',
    'sessions',
    'Round 2',
    true,
  ],
  [
    'does not e-mail when a head writes a note without a digit or payment',
    'hema',
    'note',
    'Bring a pen',
    false,
  ],
  [
    'does not e-mail when an admin named in ORGANISERS sets a place with a digit',
    'asha',
    'place',
    'Hall 2',
    false,
  ],
])('%s (16.47)', async (_, name, field, text, isMailed) => {
  const added = { added_by: organisers.admin, added_at: festival.now.toISOString(), events: '' }
  await festival.db
    .insertInto('organiser')
    .values({ ...added, email: 'mira@college.test', role: 'admin' })
    .execute()
  const emails: Record<string, string> = {
    hema: organisers.head,
    mira: 'mira@college.test',
    asha: organisers.admin,
  }
  const desk = await signInAs(festival, emails[name] ?? '')
  const value = field === 'sessions' ? [{ start: '2025-10-09T11:00:00+05:30', label: text }] : text
  expect((await save(desk, 'SeniorQuiz', { field, value })).status).toBe(200)
  const digests = await readDigests()
  expect(digests).toHaveLength(isMailed ? 1 : 0)
  if (isMailed) {
    expect(digests[0]).toContain(text)
  }
})

test('finds another process’s change by polling (16.14)', async () => {
  const beside = await createTestApp({
    beside: festival,
    env: { ORGANISERS: `${organisers.admin}=admin` },
  })
  await save(await signInAs(festival, organisers.admin), 'Vivantia', close)
  expect(beside.state.festival().version).toBe(0)
  await beside.state.poll()
  expect(beside.state.festival().version).toBe(1)
  await beside.close()
})

test.each([
  ['is damaged', '{"subjects"', /damaged/],
  ['is of a newer version', '{"subjects":{},"lunch":{}}', /newer version/],
  ['contradicts this edition', '{"subjects":{"SeniorQuiz":{"sessions":[]}}}', /has no time/],
])(
  'reports a stored state that %s, and serves the last good state (16.18)',
  async (_, json, words) => {
    const bad = (version: number) =>
      festival.db
        .insertInto('festival_state')
        .values({
          version,
          json,
          changes: '[]',
          organiser: organisers.admin,
          at: festival.now.toISOString(),
        })
        .execute()
    await bad(1)
    await festival.state.load()
    expect(festival.state.festival().version).toBe(0)
    expect(festival.logged.join()).toMatch(words)
    const admin = await signIn(festival, 'admin')
    expect((await save(admin, 'Vivantia', close)).status).toBe(200)
    await bad(3)
    await festival.state.load()
    expect(festival.state.festival().version).toBe(2)
    expect((await save(admin, 'Vivantia', { field: 'place', value: 'Hall 2' })).status).toBe(200)
    expect((await readState()).state.subjects.Vivantia).toEqual({
      status: 'closed',
      place: 'Hall 2',
    })
  },
)

test('ignores and reports events of another edition (16.10)', async () => {
  const json = '{"subjects":{"LastYear":{"status":"closed"},"Vivantia":{"status":"closed"}}}'
  const row = {
    version: 1,
    json,
    changes: '[]',
    organiser: organisers.admin,
    at: festival.now.toISOString(),
  }
  await festival.db.insertInto('festival_state').values(row).execute()
  await festival.state.load()
  expect(festival.logged.join()).toContain('LastYear')
  expect(festival.state.festival().subjects.find(({ key }) => key === 'Vivantia')?.status).toBe(
    'closed',
  )
})

test('hides details of an unreadable save, but accepts further saves (16.18)', async () => {
  const admin = await signIn(festival, 'admin')
  const row = {
    version: 1,
    json: '{"subjects":{}}',
    organiser: organisers.admin,
    at: festival.now.toISOString(),
  }
  await festival.db
    .insertInto('festival_state')
    .values({ ...row, changes: '[null, {"event":7}]' })
    .execute()
  await festival.state.load()
  expect((await save(admin, 'Vivantia', close)).status).toBe(200)
  expect((await (await admin.get('/api/desk/festival')).json()).saves).toMatchObject([
    { version: 2 },
  ])
})

test('names the field with an invalid value (16.12)', async () => {
  const admin = await signIn(festival, 'admin')
  const readPaths = async (answer: Response): Promise<string[]> => {
    const { errors } = await answer.json()
    return errors.map(({ path }: { path: string }) => path)
  }
  const answer = await save(
    admin,
    'SeniorQuiz',
    { field: 'place', value: 'x'.repeat(61) },
    { field: 'incharges', value: ['Ravi', ''] },
    { field: 'sessions', value: [{ start: 'tomorrow' }] },
  )
  expect(await readPaths(answer)).toEqual(['place', 'incharges', 'sessions'])
  for (const field of ['fee', 'toString', { toString: 1 }]) {
    const unknownField = await admin.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
      id: randomUUID(),
      changes: [{ field, value: 1 }],
    })
    expect(await readPaths(unknownField)).toEqual(['changes.0.field'])
  }
  const publish = (value: object) =>
    admin.send('PUT', '/api/desk/festival/notice', { id: randomUUID(), value })
  expect(await readPaths(await publish(notice('')))).toEqual(['text'])
  expect(await readPaths(await publish({ text: 'Hello' }))).toEqual(['until'])
})

test('omits only the unreadable changes of a stored save (16.18)', async () => {
  const admin = await signIn(festival, 'admin')
  const changes = [
    { event: 'SeniorQuiz', field: 'place', before: null, after: 'Hall 2' },
    { event: 'SeniorQuiz', field: 'status', before: null, after: 'full' },
    { event: null, field: 'notice', before: null, after: notice('Hello') },
  ]
  await festival.db
    .insertInto('festival_state')
    .values({
      version: 1,
      json: '{"subjects":{"SeniorQuiz":{"place":"Hall 2"}}}',
      changes: JSON.stringify(changes),
      organiser: organisers.admin,
      at: festival.now.toISOString(),
    })
    .execute()
  await festival.state.load()
  const { saves } = await (await admin.get('/api/desk/festival')).json()
  expect(saves[0].changes).toEqual([changes[0], changes[2]])
})

test('rejects a notice that ends in the past (16.12)', async () => {
  const value = { text: 'Hello', until: '2025-09-30T18:00:00+05:30' }
  const answer = await (await signIn(festival, 'admin')).send('PUT', '/api/desk/festival/notice', {
    id: randomUUID(),
    value,
  })
  expect([answer.status, (await answer.json()).errors]).toEqual([
    422,
    [{ path: 'until', message: 'Choose a time in the future.' }],
  ])
})

test('rejects values of the wrong type in each field of the state (5.151)', async () => {
  const admin = await signIn(festival, 'admin')
  const wrong: unknown[] = [
    { toString: 1 },
    [[[{ toString: 1 }]]],
    [null],
    7,
    { text: { toString: 1 }, until: { toString: 1 } },
  ]
  const fields = ['status', 'closesAt', 'sessions', 'place', 'note', 'incharges', 'passRequired']
  for (const value of wrong) {
    const sent = await admin.send('PUT', '/api/desk/festival/notice', { id: randomUUID(), value })
    expect([sent.status, value]).toEqual([422, value])
    for (const field of fields) {
      expect([(await save(admin, 'Sonostrike', { field, value })).status, field]).toEqual([
        422,
        field,
      ])
    }
  }
  expect(await rows()).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { registrationBody } from '../../tests/support/bodies'
import { askForCorrection, askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { organisers, signIn } from '../../tests/support/organisers'
import { deleteUnmatchedRows } from '../jobs/retention'

startSignedDesk()

const note = (id: string, words: string, key: string = randomUUID(), desk = ravi) =>
  desk.send('POST', `/api/desk/entries/${id}/notes`, { id: key, words })
const setLater = (id: string, isLater: boolean, desk = ravi) =>
  desk.send('PUT', `/api/desk/entries/${id}/later`, { isLater })
const names = async (query: string) => (await readQueue(ravi, query)).map(({ name }) => name)
const count = async (query = '') => (await ravi.get(`/api/desk/counts${query}`)).json()
const actions = async () => {
  const { lines } = await (await ravi.get('/api/desk/audit')).json()
  return lines.map(({ action }: { action: string }) => action)
}

test('stores a note once with its author and time, and never logs its text (14.132)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const key = randomUUID()
  await note(id, ' She calls back on Friday. ', key)
  const { notes } = await (await note(id, 'She calls back on Friday.', key)).json()
  const other = await note(id, 'She does not.', key)
  expect([other.status, (await other.json()).code]).toEqual([422, 'key-reused'])
  expect(notes).toEqual([
    {
      id: key,
      words: 'She calls back on Friday.',
      by: organisers.verifier,
      at: '2025-10-01T04:30:00.123Z',
    },
  ])
  expect((await readEntry(ravi, id)).notes).toEqual(notes)
  expect(await readOnly(ravi, '?note=yes')).toMatchObject({ id, hasNote: true })
  const lines = await festival.db
    .selectFrom('audit_line')
    .selectAll()
    .where('action', '=', 'noted')
    .execute()
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain('Friday')
  for (const words of ['', 'x'.repeat(501)]) {
    expect((await note(id, words)).status).toBe(422)
  }
  expect((await note(randomUUID(), 'nobody')).status).toBe(404)
  const vani = await signIn(festival, 'viewer')
  expect((await note(id, 'a viewer', undefined, vani)).status).toBe(403)
})

test('hides notes from participants, and deletes them together with the proofs (14.132)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const secret = await askForSecret(festival, 'EVT-000123')
  await note(id, 'looks forged')
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  festival.passSeconds(60)
  const page = await (await festival.post('/api/my-submission/open', { secret })).text()
  while (await festival.outbox.deliverDue()) {}
  const emails = await Promise.all(festival.mailer.sent.map((mail) => mail.renderBodies()))
  expect(emails.length).toBeGreaterThan(2)
  for (const text of [page, ...emails.map((mail) => mail.text + mail.html)]) {
    expect(text).not.toContain('forged')
  }
  const at = (day: string) =>
    deleteUnmatchedRows({
      db: festival.db,
      asOf: new Date(`${day}T00:00:00Z`),
      lastDay: '2025-10-12',
      keptDays: 30,
    })
  await at('2025-11-11')
  expect(await names('?note=yes')).toEqual(['Asha Test'])
  await at('2025-11-13')
  expect(await festival.db.selectFrom('note').selectAll().execute()).toEqual([])
})

test('hides entries marked "later" until they are resumed or corrected (14.133)', async () => {
  await submit(festival)
  await submit(festival, 'delegate-pass', {
    name: 'Bela Rao',
    email: 'bela@college.test',
    phone: '9800000001',
  })
  const asha = await readOnly(ravi, '?q=asha')
  expect(await (await setLater(asha.id, true)).json()).toEqual({ isLater: true })
  // Audit lines with the same time would be merged.
  festival.passSeconds(1)
  await setLater(asha.id, true)
  expect(await names('?state=submitted&later=no')).toEqual(['Bela Rao'])
  expect(await readOnly(ravi, '?later=yes')).toMatchObject({
    name: 'Asha Test',
    isLater: true,
    version: asha.version,
  })
  expect((await readQueue(ravi)).length).toBe(2)
  expect((await count('?later=no')).later).toEqual({ yes: 1 })
  expect((await count('?later=no')).total).toBe(1)
  await setLater(asha.id, false)
  expect(await names('?later=yes')).toEqual([])
  expect((await actions()).filter((action: string) => /later|taken/.test(action)).sort()).toEqual([
    'put-later',
    'taken-up',
  ])

  await setLater(asha.id, true)
  await askForCorrection(festival, [{ key: 'utr-wrong' }], '', asha.id)
  const secret = await askForSecret(festival, 'EVT-000123')
  expect(await names('?later=yes')).toEqual(['Asha Test'])
  await festival.post('/api/my-submission/correct', {
    secret,
    version: 2,
    fields: { utr: '412345678901' },
  })
  expect(await names('?later=yes')).toEqual([])
  await setLater(asha.id, true)
  await decideOn(ravi, await readOnly(ravi, '?q=asha'), { decision: 'verify' })
  expect(await names('?state=verified&later=no')).toEqual(['Asha Test'])
})

test('filters and counts entries by their marks (14.14)', async () => {
  const person = (name: string) => ({
    members: [{ name, phone: '9800000001', year: '1st year' }],
    email: `${name.toLowerCase()}@college.test`,
  })
  await submit(festival, 'registration', {
    ...person('Asha'),
    utr: '412345678901',
    institution: 'Grant Medical College',
  })
  await submit(festival, 'registration', { ...person('Bela'), institution: 'K J Somaiya, Mumbai' })
  const form = { ...registrationBody, event: 'OnlineQuiz', institution: 'Seth G S' }
  for (const [name, paid] of [
    ['Chitra', 'cash'],
    ['Dev', 'upi'],
  ] as const) {
    const body = { kind: 'registration', paid, anyway: true, form: { ...form, ...person(name) } }
    const answer = await ravi.send('POST', '/api/desk/walk-ins', body, {
      'Idempotency-Key': randomUUID(),
    })
    expect(answer.status).toBe(201)
  }
  await note((await readOnly(ravi, '?q=asha')).id, 'a note')
  await setLater((await readOnly(ravi, '?q=bela')).id, true)
  const wanted: [string, string[]][] = [
    ['utr=none', ['Bela', 'Dev']],
    ['walkin=yes', ['Chitra', 'Dev']],
    ['cash=yes', ['Chitra']],
    ['note=yes', ['Asha']],
    ['later=yes', ['Bela']],
    ['later=no', ['Asha', 'Chitra', 'Dev']],
    ['corrected=yes', []],
    ['college=grant+med', ['Asha']],
    ['college=SOMAIYA', ['Bela']],
    ['college=asha', []],
    ['q=grant', []],
    ['college=%25', []],
    ['utr=none&walkin=yes', ['Dev']],
  ]
  for (const [query, found] of wanted) {
    expect([query, (await names(`?${query}`)).sort()]).toEqual([query, found])
    expect([query, (await count(`?${query}`)).total]).toEqual([query, found.length])
  }
  expect(await count()).toMatchObject({
    ...{ utr: { none: 2 }, walkin: { yes: 2 }, cash: { yes: 1 }, note: { yes: 1 }, corrected: {} },
    later: { yes: 1 },
  })
  expect(await count('?walkin=yes&later=no')).toMatchObject({
    utr: { none: 1 },
    note: {},
    later: {},
  })
})

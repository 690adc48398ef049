import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readOnly, submit } from '../../tests/support/entries'
import { festival, startFestival } from '../../tests/support/festival'
import { makeUploadForm } from '../../tests/support/files'
import {
  countRows,
  fillAccommodation,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'
import { createDeskApp, type Desk, signIn } from '../../tests/support/organisers'
import type { TestApp } from '../../tests/support/test-app'

startFestival()

const register = async (changes: Record<string, unknown> = {}, headers = {}) =>
  festival.post('/api/event-registrations', await fillRegistration(festival, changes), headers)

const sendRaw = (path: string, body: string, headers: Record<string, string> = {}) =>
  festival.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })

test.each([
  `'; drop table "EventRegistration"; --`,
  `' or '1'='1`,
  `") union select payload from message --`,
  '\\x27; select pg_sleep(10); --',
  'ஆஷா <b>O’Rao</b> "; DROP TABLE upload',
])('stores SQL in text fields as plain text: %s', async (text) => {
  const answer = await register({ institution: text, delegate_id: text.slice(0, 40) })
  expect(answer.status).toBe(201)
  const room = await fillAccommodation(festival, { college: text })
  expect((await festival.post('/api/accommodations', room)).status).toBe(201)
  const row = await festival.db
    .selectFrom('EventRegistration')
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row.institution).toBe(text)
  expect(await countRows(festival)).toMatchObject({
    EventRegistration: 1,
    Accommodation: 1,
    message: 2,
  })
})

test('rejects SQL in file addresses, event keys and idempotency keys', async () => {
  const text = `x'; drop table message; --`
  expect((await register({ payment_screenshot_url: text })).status).toBe(422)
  expect((await register({ event: text })).status).toBe(422)
  expect((await register({}, { 'Idempotency-Key': text })).status).toBe(422)
  expect((await festival.request(`/files/${encodeURIComponent(text)}`)).status).toBe(404)
  expect(await countRows(festival)).toEqual({})
})

test.each([
  [
    'a NUL in a note',
    (desk: Desk, id: string) => desk.send('POST', `/api/desk/entries/${id}/notes`, note('a\0b')),
  ],
  [
    'half a character in a note',
    (desk: Desk, id: string) =>
      desk.send('POST', `/api/desk/entries/${id}/notes`, note('a\ud800b')),
  ],
  [
    'a NUL in a reason',
    (desk: Desk, id: string) => desk.send('POST', '/api/desk/decisions', reject(id, 'a\0b')),
  ],
  ['a NUL in a search', (desk: Desk) => desk.get('/api/desk/entries?q=a%00b')],
  ['a NUL in an id', (desk: Desk) => desk.get('/api/desk/entries/a%00b')],
  [
    'a NUL in a request for a link',
    (_desk: Desk, _id: string, app: TestApp) =>
      app.post('/api/my-submission/links', { id: 'EVT-1\0', email: 'a@b.test' }),
  ],
  [
    'a NUL in a narration',
    (desk: Desk) => desk.send('POST', '/api/desk/bank/preview', file({ narration: 'UPI\0' })),
  ],
  [
    'a line number beyond 32 bits',
    (desk: Desk) => desk.send('POST', '/api/desk/bank/preview', file({ line: 2 ** 31 })),
  ],
])('rejects values that the database cannot store: %s (13.91)', async (_what, send) => {
  const app = await createDeskApp()
  const desk = await signIn(app, 'admin')
  await submit(app)
  const { id } = await readOnly(desk)
  const answer = await send(desk, id, app)
  expect([400, 422]).toContain(answer.status)
  expect((await answer.json()).detail).toMatch(/NUL|need to be corrected/)
  expect(await app.db.selectFrom('note').selectAll().execute()).toEqual([])
  await app.close()
})

const note = (words: string) => ({ id: randomUUID(), words })
const reject = (entryId: string, words: string) => ({
  id: randomUUID(),
  entryId,
  version: 1,
  decision: 'reject',
  reasons: [{ key: 'proof-unreadable' }],
  note: words,
})
const file = (changes: object) => ({
  days: { first: '2025-10-01', last: '2025-10-01' },
  payments: [
    { day: '2025-10-01', amount: 100, narration: 'UPI', reference: '', line: 1, ...changes },
  ],
  reversals: [],
})

test('rejects JSON with 10,000 levels within two seconds and without a server error', async () => {
  const depth = 10_000
  for (const body of [
    '['.repeat(depth) + ']'.repeat(depth),
    `{"event":"SeniorQuiz","members":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
  ]) {
    const start = performance.now()
    const { status } = await sendRaw('/api/event-registrations', body)
    expect([400, 422]).toContain(status)
    expect(performance.now() - start).toBeLessThan(2_000)
  }
})

test('does not let a request body change Object.prototype', async () => {
  const body = JSON.stringify(await fillRegistration(festival))
  const pollutingJson =
    '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},'
  expect((await sendRaw('/api/event-registrations', pollutingJson + body.slice(1))).status).toBe(
    201,
  )
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(
    JSON.stringify(await festival.db.selectFrom('EventRegistration').selectAll().execute()),
  ).not.toContain('polluted')
})

test('ignores further fields of a form with e-mail recipients, a subject or markup', async () => {
  const extraFields = {
    to: 'victim@mail.test',
    cc: 'victim@mail.test',
    bcc: ['victim@mail.test'],
    from: 'bank@mail.test',
    subject: 'You have won',
    recipient: 'victim@mail.test',
    html: '<a href="https://evil.test">here</a>',
    payload: { registrant_email: 'victim@mail.test' },
  }
  expect((await register(extraFields)).status).toBe(201)
  expect(festival.mailer.sent).toHaveLength(1)
  const [mail] = festival.mailer.sent
  expect(mail).toMatchObject({ to: 'asha@college.test', from: festival.config.mail.from })
  expect(JSON.stringify(mail)).not.toMatch(/victim|evil|You have won/)
})

test('serves proofs only by full name, and returns the same 404 for every wrong guess', async () => {
  const path = new URL(await festival.upload('payment')).pathname
  const end = path.slice(-5) === 'A.png' ? 'B.png' : 'A.png'
  const guesses = [
    path.slice(0, -5) + end,
    path.slice(0, -1),
    path.replace('.png', '.pdf'),
    `/files/${'a'.repeat(32)}.png`,
  ]
  const texts = new Set<string>()
  for (const guess of guesses) {
    const answer = await festival.request(guess)
    expect([guess, answer.status]).toEqual([guess, 404])
    texts.add(await answer.text())
  }
  expect(texts.size).toBe(1)
  for (const listing of ['/files', '/files/', '/image/upload', '/image']) {
    expect(await (await festival.request(listing)).text()).not.toContain('.png')
  }
})

test.each([
  '/files/..%2f..%2fcerebra.sqlite',
  '/files/%2e%2e/%2e%2e/cerebra.sqlite',
  '/files/..%5c..%5ctest.sqlite',
  '/files/%00.png',
  `/files/${'a'.repeat(32)}.png%00.html`,
  '/assets/..%2f..%2fserver/main.js',
  '/..%2f..%2fetc/passwd',
  '//etc/passwd',
])('blocks a path that leads out of the file store: %s', async (path) => {
  const answer = await festival.request(path)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toMatch(/SQLite format|root:|import /)
})

test('never uses a request’s Host header in links or e-mails', async () => {
  const headers = {
    Host: 'evil.test',
    'X-Forwarded-Host': 'evil.test',
    'X-Forwarded-Proto': 'gopher',
    Forwarded: 'host=evil.test',
  }
  const body = makeUploadForm()
  const upload = await festival.request('http://evil.test/image/upload', {
    method: 'POST',
    body,
    headers,
  })
  const { secure_url }: { secure_url: string } = await upload.json()
  expect(secure_url).toMatch(/^https:\/\/cerebra\.test\/files\//)
  const answer = await register({ payment_screenshot_url: secure_url }, headers)
  expect(answer.status).toBe(201)
  expect(JSON.stringify(festival.mailer.sent) + (await answer.text())).not.toContain('evil.test')
})

test('public calls never return an entry by ID, number, address or key', async () => {
  const headers = keyHeader()
  const receipt: { registration_id: string } = await (await register({}, headers)).json()
  const { id } = await festival.db
    .selectFrom('EventRegistration')
    .select('id')
    .executeTakeFirstOrThrow()
  for (const path of [
    `/api/event-registrations/${receipt.registration_id}`,
    `/api/event-registrations/${id}`,
    `/api/event-registrations?email=asha@college.test`,
    `/api/event-registrations`,
    `/api/submissions/${headers['Idempotency-Key']}`,
  ]) {
    const answer = await festival.request(path)
    expect([404, 405]).toContain(answer.status)
    expect(await answer.text()).not.toMatch(/Asha|asha@/)
  }
  const stolen = await register({ institution: 'Another College' }, headers)
  expect(stolen.status).toBe(422)
  expect(await stolen.text()).not.toMatch(/Asha|asha@|EVT-/)
})

test('returns the same fields for known and unknown e-mail addresses', async () => {
  const listFieldNames = async (email: string) =>
    Object.keys(await (await register({ email })).json())
  const first = await listFieldNames('asha@college.test')
  expect(await listFieldNames('asha@college.test')).toEqual(first)
  expect(await listFieldNames('new@college.test')).toEqual(first)
})

test('does not let other origins send forms or read responses', async () => {
  const body = JSON.stringify(await fillRegistration(festival))
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
  ]) {
    expect((await sendRaw('/api/event-registrations', body, { 'Content-Type': type })).status).toBe(
      415,
    )
  }
  const preflight = await festival.request('/api/event-registrations', {
    method: 'OPTIONS',
    headers: { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'POST' },
  })
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBeNull()
  const answer = await sendRaw('/api/event-registrations', body, { Origin: 'https://evil.test' })
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull()
})

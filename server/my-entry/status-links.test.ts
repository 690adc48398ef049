import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askForCorrection, askForSecret, findOnlyEntry } from '../../tests/support/corrections'
import {
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
} from '../../tests/support/filled-forms'
import {
  createDeskApp,
  findSecret,
  readEmailTo,
  readNewestEmail,
  signIn,
} from '../../tests/support/organisers'
import { createTestApp, type TestApp } from '../../tests/support/test-app'
import { hashSecret, waitForBackgroundWork } from '../system/secret'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp({ env: { ORGANISERS_EMAIL: 'all@organisers.test' } })
})
afterEach(() => festival.close())

const asha = 'asha@college.test'

const ask = (id: string, email = asha) => festival.post('/api/my-submission/links', { id, email })
const open = (secret: string) => festival.post('/api/my-submission/open', { secret })
const renew = (secret: string) => festival.post('/api/my-submission/renew', { secret })
const register = async (changes = {}) =>
  festival.post('/api/event-registrations', await fillRegistration(festival, changes))

test('“Check my registration” e-mails a private link that shows the status (14.40, 14.42)', async () => {
  await register()
  expect((await ask('evt-000123 ', 'Asha@College.test')).status).toBe(202)
  const mail = await readNewestEmail(festival, asha)
  const secret = findSecret(mail)
  expect(mail).toContain(`https://cerebra.test/my-submission#${secret}`)
  expect(mail).toContain('The link works for 7 days')
  const shown = await (await open(secret)).json()
  expect(shown).toEqual({
    kind: 'registration',
    label: 'EVT-000123',
    eventName: 'Senior Quiz ‘Peristalympics’',
    name: 'Asha Test',
    state: 'submitted',
    words:
      'We received it on Wednesday, 1 October 2025. We are checking your payment and will e-mail you. You do not need to do anything. Usually you hear from us within 24 hours. If not, call the help desk, +91 00000 00000.',
    more: [],
    version: 1,
    sentAt: '2025-10-01T04:30:00.123Z',
    linkUntil: '2025-10-08T04:30:00.123Z',
    files: [{ field: 'payment_screenshot_url', label: 'Payment screenshot', isPicture: true }],
    facts: [
      { label: 'E-mail', value: asha },
      { label: 'Phone', value: '0123456789' },
      { label: 'Team', value: 'Asha Test, Bala Test' },
      { label: 'Institution', value: 'Test Medical College' },
      { label: 'Category', value: 'Medical Student' },
      { label: 'Year of study', value: 'Final year' },
      { label: 'Amount', value: '₹600' },
    ],
    team: expect.objectContaining({ teamSize: 3 }),
    ticket: expect.stringMatching(/^\/ticket#[\w-]{43}$/),
  })
})

test('stores only a hash of the link’s secret (14.40)', async () => {
  await register()
  const secret = await askForSecret(festival, 'EVT-000123')
  const [link] = await festival.db.selectFrom('private_link').selectAll().execute()
  expect(link).toMatchObject({ entry_id: await findOnlyEntry(festival), purpose: 'status' })
  expect(
    JSON.stringify(await festival.db.selectFrom('message').selectAll().execute()),
  ).not.toContain(secret)
  expect(JSON.stringify(link)).not.toContain(secret)
  expect(festival.logged.join('')).not.toContain(secret)
  expect(festival.mailer.sent.at(-1)).toMatchObject({ to: asha })
  expect(festival.mailer.sent.at(-1)?.cc).toBeUndefined()
})

test('finds passes and rooms by any of their IDs in any spelling (14.41)', async () => {
  const pass = await (
    await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  ).json()
  const room = await (
    await festival.post('/api/accommodations', await fillAccommodation(festival))
  ).json()
  for (const [id, label] of [
    [pass.registration_id, pass.registration_id],
    [pass.delegate_id.replace(/(\d{4})(?=\d)/g, '$1 '), pass.registration_id],
    [room.request_id, room.request_id],
    ['412345678901', room.request_id],
  ]) {
    expect(await (await open(await askForSecret(festival, id))).json()).toMatchObject({ label })
  }
})

test.each(['EVT000123', 'evt 000123', 'EVT–000123', 'Evt - 000123', '000123', ' 000 123 '])(
  'finds a registration by its ID in the spelling %j (14.41)',
  async (id) => {
    await register()
    const secret = await askForSecret(festival, id)
    expect(await (await open(secret)).json()).toMatchObject({ label: 'EVT-000123' })
  },
)

test('sends one e-mail with links to all entries of an address that match six digits (14.41)', async () => {
  await register()
  await festival.post('/api/delegate-passes', await fillDelegatePass(festival))
  await festival.db.updateTable('DelegatePass').set({ registration_id: 'DP-000123' }).execute()
  const other = await fillAccommodation(festival, { email: 'bala@college.test' })
  await festival.post('/api/accommodations', other)
  await festival.db.updateTable('Accommodation').set({ request_id: 'ACC-000123' }).execute()
  expect(
    await readLinks(await readEmailTo(festival, () => ask('000123'), asha)).then((labels) =>
      labels.toSorted(),
    ),
  ).toEqual(['DP-000123', 'EVT-000123'])
})

test('sends no link to another person’s pass with the same six digits (14.41)', async () => {
  await register()
  await festival.post(
    '/api/delegate-passes',
    await fillDelegatePass(festival, { email: 'bala@college.test' }),
  )
  await festival.db.updateTable('DelegatePass').set({ registration_id: 'DP-000123' }).execute()
  expect(await readLinks(await readEmailTo(festival, () => ask('000123'), asha))).toEqual([
    'EVT-000123',
  ])
})

test('keeps names from becoming clickable links in e-mails (7.30)', async () => {
  const pass = await festival.post(
    '/api/delegate-passes',
    await fillDelegatePass(festival, { name: 'Asha pay.test' }),
  )
  const { registration_id } = await pass.json()
  expect(await readEmailTo(festival, () => ask(registration_id), asha)).toContain(
    'Dear Asha pay. test,',
  )
})

test('sends three links in one e-mail for a transaction ID of three rooms (14.41)', async () => {
  const rooms = ['Asha', 'Bala', 'Chitra'].map(async (name) =>
    festival.post(
      '/api/accommodations',
      await fillAccommodation(festival, { name: `${name} Test`, transaction_id: 'ABC1' }),
    ),
  )
  const ids = await Promise.all(rooms.map(async (room) => (await (await room).json()).request_id))
  while (await festival.outbox.deliverDue()) {}
  const mail = await readEmailTo(festival, () => ask('abc1'), asha)
  expect((await readLinks(mail)).toSorted()).toEqual(ids.toSorted())
  expect(festival.mailer.sent.filter(({ kind }) => kind === 'private-link')).toHaveLength(1)
})

/** Returns the labels of the entries that the links open. */
const readLinks = (mail: string): Promise<string[]> =>
  Promise.all(
    [...mail.matchAll(/#([\w-]{43})/g)].map(
      async ([, secret = '']) => (await (await open(secret)).json()).label,
    ),
  )

test('responds to unknown IDs as to known ones, but sends no e-mail (14.41)', async () => {
  await register()
  const measure = async (id: string, email: string) => {
    const start = performance.now()
    const answer = await ask(id, email)
    return { ms: performance.now() - start, status: answer.status, text: await answer.text() }
  }
  const right = await measure('EVT-000123', asha)
  for (const [id, email] of [
    ['EVT-000124', asha],
    ['EVT-000123', 'bala@college.test'],
    ['EVT-000123', 'ash_@college.test'],
    ["' OR 1=1 --", asha],
  ] as const) {
    const wrong = await measure(id, email)
    expect([wrong.status, wrong.text]).toEqual([202, right.text])
    expect(wrong.ms).toBeGreaterThanOrEqual(245)
  }
  expect(right.ms).toBeGreaterThanOrEqual(245)
  while (await festival.outbox.deliverDue()) {}
  expect(festival.mailer.sent.map(({ to }) => to)).toEqual([asha, asha])
})

test('gives the same response to expired, changed and invented links (14.40)', async () => {
  await register()
  const secret = await askForSecret(festival, 'EVT-000123')
  const changed = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  const answers = [await open(changed), await open('')]
  festival.passSeconds(7 * 86_400)
  answers.push(await open(secret))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.text()))
  expect(others).toEqual([first, first])
  expect(first).toContain('link-spent')
})

test('opens a link repeatedly, but only by POST (14.40)', async () => {
  await register()
  const secret = await askForSecret(festival, 'EVT-000123')
  for (const method of ['GET', 'HEAD']) {
    expect(
      (await festival.request(`/api/my-submission/open?secret=${secret}`, { method })).status,
    ).toBe(405)
  }
  expect([(await open(secret)).status, (await open(secret)).status]).toEqual([200, 200])
})

test('sends a new link to the entry’s address once a link has expired (14.45)', async () => {
  await register()
  const old = await askForSecret(festival, 'EVT-000123')
  festival.passSeconds(8 * 86_400)
  const known = await renew(old)
  const unknown = await renew('no-secret-of-ours')
  expect([known.status, await known.text()]).toEqual([202, await unknown.text()])
  const secret = findSecret(await readNewestEmail(festival, asha))
  expect(secret).not.toBe(old)
  expect((await open(secret)).status).toBe(200)
})

test('repeats the reasons of an open correction request in the e-mail with a new link (14.45)', async () => {
  await register()
  await askForCorrection(festival, [{ key: 'utr-wrong' }], 'Look under UPI transaction ID.')
  await renew(await askForSecret(festival, 'EVT-000123'))
  const mail = await readNewestEmail(festival, asha)
  expect(mail).toContain('The UTR that you entered does not belong to your payment.')
  expect(mail).toContain('The link works for 14 days')
  expect((await open(findSecret(mail))).status).toBe(200)
})

test('sends a mailbox five links immediately, then one every 90 seconds (14.46)', async () => {
  await festival.close()
  festival = await createTestApp({ env: { LIMIT_MAILBOX: '1', TRUST_PROXY: '1' } })
  await register()
  const askFrom = (n: number, email: string) =>
    festival.post(
      '/api/my-submission/links',
      { id: 'EVT-000123', email },
      { 'X-Forwarded-For': `203.0.113.${n}` },
    )
  const answers = await Promise.all(
    [asha, 'stranger@elsewhere.test'].flatMap((email) =>
      Array.from({ length: 9 }, (_, n) => askFrom(n, email)),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
  const emails = () => festival.mailer.sent.filter(({ kind }) => kind === 'private-link')
  await expect.poll(() => emails().length).toBe(6)
  for (const mail of emails()) {
    expect(
      (await open(findSecret((await mail.renderBodies()).text))).status,
      'each of them works',
    ).toBe(200)
  }
})

test('delays a network’s e-mails after 600 requests that match an entry (14.46)', async () => {
  await festival.close()
  festival = await createTestApp({ env: { TRUST_PROXY: '1' } })
  await register()
  const askFrom = (network: string, id: string) =>
    festival.post('/api/my-submission/links', { id, email: asha }, { 'X-Forwarded-For': network })
  const made = await Promise.all(
    Array.from({ length: 601 }, (_, n) => askFrom('203.0.113.9', `EVT-${900_000 + n}`)),
  )
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([202]))
  const askRepeatedly = async (network: string) => {
    expect((await askFrom(network, 'EVT-000123')).status).toBe(202)
    await waitForBackgroundWork()
    return festival.mailer.sent.filter(({ kind }) => kind === 'private-link').length
  }
  expect(await askRepeatedly('203.0.113.9')).toBe(1)
  // Counts one at a time, because slow answers of a busy limiter are ignored (13.14).
  const hashed = createHash('sha256').update('203.0.113.9').digest('base64url').slice(0, 22)
  for (let n = 0; n < 599; n += 1) {
    await festival.rateLimits.links.count(hashed)
  }
  expect(await askRepeatedly('203.0.113.9')).toBe(1)
  const waiting = await festival.db
    .selectFrom('message')
    .selectAll()
    .where('state', '=', 'queued')
    .execute()
  expect(waiting.map(({ kind, network }) => [kind, network])).toEqual([['private-link', hashed]])
  expect(
    await askRepeatedly('203.0.113.10'),
    'one waits, and a further one would come no sooner',
  ).toBe(1)
})

test('rejects link requests if the mail engine has no template for them (14.41)', async () => {
  await festival.close()
  const templates = { REGISTRATION: 'a', DELEGATE_PASS: 'b', ACCOMMODATION: 'c' }
  const env = {
    ...{
      EMAILJS_URL: 'https://emailjs.example',
      EMAILJS_SERVICE_ID: 'service',
      EMAILJS_USER_ID: 'user',
    },
    ...Object.fromEntries(
      Object.entries(templates).map(([kind, id]) => [`EMAILJS_TEMPLATE_${kind}`, id]),
    ),
  }
  festival = await createTestApp({ env })
  await register()
  for (const answer of [
    await ask('EVT-000123'),
    await ask('EVT-999999'),
    await renew('no-secret-of-ours'),
  ]) {
    expect(answer.status).toBe(409)
    expect((await answer.json()).detail).toMatch(
      /^We cannot e-mail links\. To ask for your status, call the help desk, [+\d ]+\.$/,
    )
  }
  await festival.close()
  festival = await createTestApp({ env: { ...env, EMAILJS_TEMPLATE_DESK: 'd' } })
  expect((await ask('EVT-000123')).status).toBe(202)
})

test('blocks a network after sixty wrong secrets, but still opens valid links (14.46)', async () => {
  await register()
  const secret = await askForSecret(festival, 'EVT-000123')
  const answers = await Promise.all(
    Array.from({ length: 61 }, (_, index) => open(`guess-${index}`)),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await open(secret)).status).toBe(200)
})

test('limits an entry’s links to 30 calls a minute in total (14.186)', async () => {
  await register()
  const secret = await askForSecret(festival, 'EVT-000123')
  const second = await askForSecret(festival, 'EVT-000123')
  const { registration_id } = await (
    await register({ email: 'bala@college.test', name: 'Bala Test' })
  ).json()
  const others = await askForSecret(festival, registration_id, 'bala@college.test')
  const opened = await Promise.all(Array.from({ length: 30 }, () => open(secret)))
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = await open(secret)
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'too-many-requests'])
  expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60)
  expect((await open(second)).status, 'another link of the same entry').toBe(429)
  expect((await open(others)).status, 'another entry').toBe(200)
  const reads = vi.spyOn(festival.db, 'selectFrom')
  expect((await open(secret)).status).toBe(429)
  expect(reads).not.toHaveBeenCalled()
})

test.each([
  ['file', { field: 'payment_screenshot_url' }, 200],
  ['correct', { version: 9 }, 409],
])('limits the call “%s” of a private link to 30 a minute (14.186)', async (call, body, status) => {
  await register()
  const secret = await askForSecret(festival, 'EVT-000123')
  const statuses: number[] = []
  for (let turn = 0; turn < 31; turn += 1) {
    const answer = await festival.post(`/api/my-submission/${call}`, { secret, ...body })
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array(30).fill(status), 429])
  expect((await open(secret)).status, 'the page itself').toBe(200)
})

test('“Check my registration” sends a mailbox at most 40 links a day (14.187)', async () => {
  festival = await replaceByDesk(festival)
  await register()
  for (let sent = 0; sent < 39; sent += 1) {
    await festival.rateLimits.statusMails.count(hashSecret('asha@college.test'))
  }
  const answers = [await ask('EVT-000123'), await ask('EVT-000123')]
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
  await waitForBackgroundWork()
  const countLinks = () => festival.mailer.sent.filter(({ kind }) => kind === 'private-link').length
  expect(countLinks()).toBe(1)
  const ravi = await signIn(festival)
  const entry = await findOnlyEntry(festival)
  expect((await ravi.send('POST', `/api/desk/entries/${entry}/send-again`)).status).toBe(200)
  expect(countLinks()).toBe(2)
})

const replaceByDesk = async (before: TestApp) => {
  await before.close()
  return createDeskApp()
}

import { expect, onTestFinished, test } from 'vitest'
import { decideOn, readEntry, readOnly } from '../../tests/support/entries'
import { festival, startFestival } from '../../tests/support/festival'
import { countRows, fillRegistration, forms, keyHeader } from '../../tests/support/filled-forms'
import { createDeskApp, signIn } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'
import { createPrivateLink } from '../entries/private-link'
import { hashSecret } from '../system/secret'

startFestival()

/** Lets a second pass, after which a repeated form retries its e-mail. */
const passASecond = () => {
  festival.passSeconds(1)
}

test.each(forms)(
  '$path saves the record when the mail engine fails, and a retry sends the e-mail (7.23)',
  async ({ path, table, fill, mailFailed, id }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    festival.mailer.behaviour = 'refuse'
    const refused = await festival.post(path, body, headers)
    expect(refused.status).toBe(502)
    const problem = await refused.json()
    expect(problem).toMatchObject({ code: 'email-failed', detail: mailFailed })
    expect(problem.registration_id).toMatch(id)
    expect(await countRows(festival)).toEqual({ [table]: 1, idempotency_key: 1, message: 1 })

    festival.mailer.behaviour = 'send'
    const again = await festival.post(path, body, headers)
    expect(await again.json()).toEqual(problem)
    passASecond()
    const answer = await festival.post(path, body, headers)
    expect(answer.status).toBe(201)
    const receipt = await answer.json()
    expect(receipt.confirmation).toBe('sent')
    expect(receipt.registration_id ?? receipt.request_id).toBe(problem.registration_id)
    expect(await countRows(festival)).toEqual({ [table]: 1, idempotency_key: 1, message: 1 })
    expect(festival.mailer.sent).toHaveLength(1)
  },
)

test.each(forms)(
  '$path accepts another address for the same record if the first one was refused (7.44)',
  async ({ path, table, fill, id }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    festival.mailer.behaviour = 'reject'
    const first = await festival.post(path, body, headers)
    expect(first.status).toBe(201)
    const receipt = await first.json()
    expect(receipt).toMatchObject({ confirmation: 'refused', email: 'asha@college.test' })
    expect(receipt.registration_id ?? receipt.request_id).toMatch(id)
    expect(await (await festival.post(path, body, headers)).json()).toEqual(receipt)
    expect(festival.mailer.begun).toHaveLength(1)

    festival.mailer.behaviour = 'send'
    const right = { ...body, email: 'asha@right.test' }
    const second = await festival.post(path, right, headers)
    expect(second.status).toBe(201)
    const { ticket, ...corrected } = await second.json()
    expect(corrected).toEqual({
      ...receipt,
      ticket: undefined,
      confirmation: 'sent',
      email: 'asha@right.test',
    })
    // The ticket is new, so the refused address never got its link. Room requests have none.
    expect(ticket === receipt.ticket).toBe(ticket === undefined)
    expect(await (await festival.post(path, right, headers)).json()).toEqual({
      ...corrected,
      ticket,
    })
    expect(await countRows(festival)).toEqual({ [table]: 1, idempotency_key: 1, message: 1 })
    expect(festival.mailer.sent.map(({ to }) => to)).toEqual(['asha@right.test'])
    const rows = await festival.db.selectFrom(table).select('email').execute()
    expect(rows).toEqual([{ email: 'asha@right.test' }])
    // The e-mail was sent, so its address can no longer be corrected.
    expect((await festival.post(path, body, headers)).status).toBe(422)
  },
)

test('lets a participant correct only the address, at most three times (7.44)', async () => {
  const body = await fillRegistration(festival)
  const headers = keyHeader()
  festival.mailer.behaviour = 'reject'
  const post = async (changes: object) => {
    const answer = await festival.post('/api/event-registrations', { ...body, ...changes }, headers)
    return [answer.status, (await answer.json()).confirmation]
  }
  await post({})
  expect(await post({ email: 'a@right.test', institution: 'Another College' })).toEqual([
    422,
    undefined,
  ])
  for (const name of ['a', 'b', 'c']) {
    expect(await post({ email: `${name}@right.test` })).toEqual([201, 'refused'])
  }
  expect(await post({ email: 'd@right.test' })).toEqual([422, undefined])
  expect(await post({ email: 'c@right.test' })).toEqual([201, 'refused'])
})

test('sends one e-mail for ten simultaneous corrections to the same address (7.44)', async () => {
  const body = await fillRegistration(festival)
  const headers = keyHeader()
  festival.mailer.behaviour = 'reject'
  await festival.post('/api/event-registrations', body, headers)
  festival.mailer.behaviour = 'send'
  const right = { ...body, email: 'asha@right.test' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => festival.post('/api/event-registrations', right, headers)),
  )
  for (const answer of answers) {
    expect([201, 422, 503]).toContain(answer.status)
  }
  expect(
    (await (await festival.post('/api/event-registrations', right, headers)).json()).confirmation,
  ).toBe('sent')
  expect(festival.mailer.sent.map(({ to }) => to)).toEqual(['asha@right.test'])
  expect(await countRows(festival)).toEqual({
    EventRegistration: 1,
    idempotency_key: 1,
    message: 1,
  })
})

test('redirects pending e-mails to the corrected address, and revokes earlier links (7.44)', async () => {
  const desk = await createDeskApp()
  onTestFinished(desk.close)
  desk.mailer.behaviour = 'reject'
  const body = await fillRegistration(desk)
  const headers = keyHeader()
  await desk.post('/api/event-registrations', body, headers)
  desk.mailer.behaviour = 'send'
  const ravi = await signIn(desk)
  const entry = await readOnly(ravi)
  await createPrivateLink(desk.db, entry.id, 'status', desk.now, 'https://cerebra.test')
  await decideOn(ravi, entry, {
    decision: 'ask-correction',
    reasons: [{ key: 'proof-unreadable' }],
  })
  const right = { ...body, email: 'asha@right.test' }
  expect((await desk.post('/api/event-registrations', right, headers)).status).toBe(201)
  const emails = await desk.db
    .selectFrom('message')
    .select(['kind', 'recipient', 'payload'])
    .execute()
  const decision = emails.find(({ kind }) => kind === 'decision')
  expect(decision?.recipient).toBe('asha@right.test')
  expect(emails.map(({ payload }) => payload).join()).not.toContain(String(body.email))
  const secret = /#([\w-]{43})/.exec(decision?.payload ?? '')?.[1] ?? ''
  const links = await desk.db
    .selectFrom('private_link')
    .select('hash')
    .where('entry_id', '=', entry.id)
    .execute()
  expect(links).toEqual([{ hash: hashSecret(secret) }])
  // A decision based on the earlier version learns that the participant has changed the entry.
  const staleDecision = await decideOn(
    ravi,
    { ...entry, version: entry.version + 1 },
    { decision: 'verify' },
  )
  expect(await staleDecision.json()).toMatchObject({
    code: 'stale',
    current: { by: null, state: 'needs-correction' },
  })

  await decideOn(ravi, await readOnly(ravi), {
    decision: 'reject',
    reasons: [{ key: 'name-wrong' }],
  })
  expect(
    (await desk.post('/api/event-registrations', { ...body, email: 'b@right.test' }, headers))
      .status,
  ).toBe(422)
})

test('corrects the address of unverified entries only (7.44)', async () => {
  const desk = await createDeskApp()
  onTestFinished(desk.close)
  desk.mailer.behaviour = 'reject'
  const bodies = [
    await fillRegistration(desk),
    await fillRegistration(desk, { email: 'bala@college.test' }),
  ]
  const keys = [keyHeader(), keyHeader()]
  for (const [n, body] of bodies.entries()) {
    await desk.post('/api/event-registrations', body, keys[n])
  }
  desk.mailer.behaviour = 'send'
  const ravi = await signIn(desk)
  const list = async (search: string) =>
    (await (await ravi.get(`/api/desk/entries?q=${search}`)).json()).rows
  const [first] = await list('asha@')
  await desk.db
    .updateTable('review')
    .set({ state: 'verified', source: 'bank' })
    .where('entry_id', '=', first.id)
    .execute()
  const correct = (n: number) =>
    desk.post(
      '/api/event-registrations',
      { ...bodies[n], email: `right${n}@elsewhere.test` },
      keys[n],
    )
  expect((await correct(0)).status).toBe(422)
  expect((await correct(1)).status).toBe(201)
  expect(await list('right0')).toEqual([])
  const [found] = await list('right1')
  expect(await list('bala@')).toEqual([])
  const entry = await readEntry(ravi, found.id)
  expect(entry).toMatchObject({ email: 'right1@elsewhere.test', version: 2, confirmation: 'sent' })
  expect(entry.timeline.at(-1)).toMatchObject({ what: 'corrected', by: null, fields: ['email'] })
})

test.each(forms)(
  '$path returns 201 while the e-mail is slow, and later reports that it was sent',
  async ({ path, table, fill, id }) => {
    const body = await fill(festival)
    const headers = keyHeader()
    festival.mailer.delayMs = 1_300
    const first = await festival.post(path, body, headers)
    expect(first.status).toBe(201)
    const receipt = await first.json()
    expect(receipt.confirmation).toBe('queued')
    expect(receipt.registration_id ?? receipt.request_id).toMatch(id)
    await expect.poll(() => festival.mailer.sent.length).toBe(1)
    const second = await festival.post(path, body, headers)
    expect(await second.json()).toEqual({ ...receipt, confirmation: 'sent' })
    expect(await countRows(festival)).toEqual({ [table]: 1, idempotency_key: 1, message: 1 })
    expect(festival.mailer.sent).toHaveLength(1)
  },
)

test('returns 201 while e-mails wait for our own rate limit', async () => {
  const paced = await createTestApp({ env: { MAIL_PER_SECOND: '1' } })
  const bodies = await Promise.all(
    Array.from({ length: 4 }, (_, n) => fillRegistration(paced, { email: `a${n}@b.test` })),
  )
  const answers = await Promise.all(
    bodies.map((body) => paced.post('/api/event-registrations', body, keyHeader())),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const confirmations = await Promise.all(
    answers.map(async (answer) => (await answer.json()).confirmation),
  )
  expect(
    confirmations.filter((confirmation) => confirmation === 'queued').length,
  ).toBeGreaterThanOrEqual(2)
  await paced.close()
})

test('waits for a hanging e-mail no longer than configured', async () => {
  festival.mailer.behaviour = 'hang'
  const body = await fillRegistration(festival)
  const start = performance.now()
  await festival.post('/api/event-registrations', body)
  expect(performance.now() - start).toBeLessThan(2_500)
})

test.each(forms)(
  '$path reports a failed save and sends no e-mail if the table is missing',
  async ({ path, table, fill, saveFailed }) => {
    const body = await fill(festival)
    await festival.db.schema.dropTable(table).execute()
    const answer = await festival.post(path, body)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('Retry-After')).toBe('5')
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: saveFailed })
    expect(festival.mailer.sent).toEqual([])
    const keys = await festival.db.selectFrom('idempotency_key').selectAll().execute()
    expect(keys).toEqual([])
  },
)

test('logs no personal details of requests that succeed or fail', async () => {
  const body = await fillRegistration(festival)
  await festival.post('/api/event-registrations', body)
  festival.mailer.behaviour = 'refuse'
  await festival.post('/api/event-registrations', body)
  await festival.post('/api/event-registrations?email=asha@college.test', { ...body, email: 'x' })
  await festival.db.schema.dropTable('EventRegistration').execute()
  await festival.post('/api/event-registrations', body)
  await festival.request(new URL(String(body.payment_screenshot_url)).pathname)
  const log = festival.logged.join('')
  expect(log).toContain('"path":"/api/event-registrations"')
  for (const secret of [
    'asha',
    'Asha',
    'Bala',
    'college.test',
    '0123456789',
    'Test Medical',
    '.png',
  ]) {
    expect(log).not.toContain(secret)
  }
})

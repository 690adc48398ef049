import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeEvent } from '../../tests/support/changed-subject'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly, readQueue } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { findSecret, readNewestEmail, signIn } from '../../tests/support/organisers'

startSignedDesk()

const event = 'Cineplexus'
const free = { fee: { per: 'free' }, status: 'open', teamSize: 1 } as const

const members = [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }]

const register = async (email = 'asha@college.test', changes = {}) => {
  const filled = await fillRegistration(festival, {
    event,
    members,
    email,
    payment_screenshot_url: 'left over',
    ...changes,
  })
  return festival.post('/api/event-registrations', filled)
}
const registerFree = async (email?: string) => {
  const answer = await register(email)
  expect(answer.status).toBe(201)
  return answer.json()
}
const readLink = async (email = 'asha@college.test') =>
  findSecret(await readNewestEmail(festival, email))
const open = (secret: string) => festival.post('/api/my-submission/open', { secret })
const confirm = (secret: string) => festival.post('/api/my-submission/confirm', { secret })

test('needs neither screenshot nor payment, and ignores what an older page sends (19.7)', async () => {
  await changeEvent(festival, event, free)
  const receipt = await (await register(undefined, { coupon: 'NEURON55!', utr: '12' })).json()
  expect(receipt).toMatchObject({ amount: 0, coupon_applied: 'no' })
  const { payment_screenshot_url: _, ...withoutFile } = await fillRegistration(festival, {
    event,
    members,
    email: 'bala@college.test',
  })
  expect((await festival.post('/api/event-registrations', withoutFile)).status).toBe(201)
  const rows = await festival.db
    .selectFrom('EventRegistration')
    .select(['amount', 'payment_screenshot_url', 'utr', 'coupon_code'])
    .execute()
  const empty = { amount: 0, payment_screenshot_url: '', utr: '', coupon_code: '' }
  expect(rows).toEqual([empty, empty])
})

test('verifies an entry with the button on the page that its e-mail links to (19.8)', async () => {
  await changeEvent(festival, event, free)
  await registerFree()
  const mail = await readNewestEmail(festival, 'asha@college.test')
  expect(mail).toContain('press “Confirm my registration”')
  expect(mail).not.toContain('payment')
  expect(await readOnly(ravi)).toMatchObject({ state: 'unconfirmed', source: null, amount: 0 })
  const secret = findSecret(mail)
  const opened = await (await open(secret)).json()
  expect(opened).toMatchObject({ state: 'unconfirmed', canConfirm: true, isFree: true })
  expect((await readOnly(ravi)).state).toBe('unconfirmed')
  const confirmed = await (await confirm(secret)).json()
  expect(confirmed).toMatchObject({
    state: 'verified',
    words: expect.stringContaining('confirmed'),
  })
  expect(confirmed.canConfirm).toBeUndefined()
  const row = await readOnly(ravi, '?source=email')
  expect(row).toMatchObject({ state: 'verified', source: 'email' })
  const { timeline } = await readEntry(ravi, row.id)
  expect(timeline.map(({ what }) => what)).toContain('confirmed-by-email')
  const { version } = row
  expect((await confirm(secret)).status).toBe(200)
  expect((await readOnly(ravi)).version).toBe(version)
})

test('does not send the organisers a copy of an e-mail with a link (19.8)', async () => {
  await changeEvent(festival, event, free)
  await registerFree()
  await readLink()
  const sent = festival.mailer.sent.filter(({ kind }) => kind === 'registration')
  expect(sent.map(({ cc }) => cc)).toEqual([undefined])
})

test('sends e-mails about free events after e-mails about payments, without copies (19.16)', async () => {
  await changeEvent(festival, event, { ...free, approval: true })
  await registerFree()
  const message = await festival.db
    .selectFrom('message')
    .select(['priority', 'needs_no_copy'])
    .where('kind', '=', 'registration')
    .executeTakeFirst()
  expect(message).toEqual({ priority: 2, needs_no_copy: 1 })
})

test('confirms with a link that was requested later (19.8, 19.42)', async () => {
  await changeEvent(festival, event, free)
  const { registration_id } = await registerFree()
  festival.passSeconds(60)
  const secret = await askForSecret(festival, registration_id)
  const mail = await readNewestEmail(festival, 'asha@college.test')
  expect(mail).toContain('open the link and press “Confirm my registration”')
  expect((await (await confirm(secret)).json()).state).toBe('verified')
  festival.passSeconds(3_600)
  await askForSecret(festival, registration_id)
  const later = await readNewestEmail(festival, 'asha@college.test')
  expect(later).not.toContain('Confirm my registration')
})

/** A different person for each number. */
const makeJunk = (number: number) => {
  const letters = [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit)))
  const phone = `9${String(number).padStart(9, '0')}`
  return { name: `Junk ${letters.join('')}`, phone, year: 'Final year' }
}

test('does not verify 500 entries that no one confirms (19.9)', async () => {
  await changeEvent(festival, event, free)
  const body = await fillRegistration(festival, { event, members })
  for (let index = 0; index < 500; index += 50) {
    const batch = Array.from({ length: 50 }, (_, position) =>
      festival.post('/api/event-registrations', {
        ...body,
        members: [makeJunk(index + position)],
        email: `junk${index + position}@strangers.test`,
      }),
    )
    expect((await Promise.all(batch)).every(({ status }) => status === 201)).toBe(true)
  }
  const states = await festival.db
    .selectFrom('review')
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute()
  expect(states.map(({ state, count }) => [state, Number(count)])).toEqual([['unconfirmed', 500]])
  const overview = await (await ravi.get('/api/desk/overview')).json()
  expect(overview.openTasks.submitted.count).toBe(0)
  expect(overview.openTasks.unconfirmed.count).toBe(500)
  expect(overview.all.accepted.count).toBe(0)
  expect([overview.heads, overview.days]).toEqual([0, []])
  expect(await readQueue(ravi, '?state=submitted')).toEqual([])
  expect(await readQueue(ravi, '?state=unconfirmed')).toHaveLength(50)
})

test('confirms one entry per mailbox, however it is spelled (19.10)', async () => {
  await changeEvent(festival, event, free)
  const { registration_id } = await registerFree('asha@college.test')
  await registerFree('Asha+second@college.test')
  const first = await readLink()
  const second = await readLink('Asha+second@college.test')
  const answers = await Promise.all([confirm(first), confirm(second)])
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  const refusal = await refused?.json()
  expect(refusal.detail).toContain('has already confirmed EVT-')
  expect(refusal.detail).toContain('Register again with another address')
  const opened = await Promise.all(
    [first, second].map(async (secret) => (await open(secret)).json()),
  )
  const pending = opened.find(({ state }) => state === 'unconfirmed')
  expect(pending.canConfirm).toBeUndefined()
  expect(pending.words).toContain('has already confirmed')
  expect(registration_id).toMatch(/^EVT-/)
})

test('e-mails the ticket when the participant confirms (19.14)', async () => {
  await changeEvent(festival, event, free)
  await registerFree()
  const secret = await readLink()
  await confirm(secret)
  const mail = await readNewestEmail(festival, 'asha@college.test')
  expect(mail).toContain('Your registration is verified')
  expect(mail).toContain('Open the ticket')
  expect(mail).not.toContain('payment')
  await confirm(secret)
  const sent = festival.mailer.sent.filter(({ kind }) => kind === 'decision')
  expect(sent.map(({ cc }) => cc)).toEqual([undefined])
})

test('names the confirmed entry in the e-mail and on the page of a later entry (19.15, 19.42)', async () => {
  await changeEvent(festival, event, free)
  await registerFree()
  await registerFree()
  await confirm(await readLink())
  await registerFree()
  festival.passSeconds(3_600)
  const mail = await readNewestEmail(festival, 'asha@college.test', 'registration')
  expect(mail).toContain('has already confirmed EVT-')
  expect(mail).not.toMatch(/Confirm my registration|Keep this e-mail/)
  const sent = festival.mailer.sent.findLast(({ kind }) => kind === 'registration')
  const { calendar } = (await sent?.renderBodies()) ?? {}
  expect(calendar).toBeUndefined()
  festival.passSeconds(60)
  const rows = await readQueue(ravi, '?state=unconfirmed')
  for (const { label } of rows) {
    const opened = await (await open(await askForSecret(festival, label))).json()
    expect(opened.canConfirm).toBeUndefined()
    expect(opened.words).toContain('has already confirmed EVT-')
  }
  expect(rows).toHaveLength(2)
})

test('does not confirm entries of a cancelled event or rejected entries (19.10)', async () => {
  await changeEvent(festival, event, free)
  await registerFree()
  const secret = await readLink()
  const seen = await readOnly(ravi)
  await decideOn(ravi, seen, { decision: 'reject' })
  expect((await confirm(secret)).status).toBe(409)
  await registerFree('bala@college.test')
  const admin = await signIn(festival, 'admin')
  const cancelled = { field: 'status', seen: null, value: 'cancelled' }
  const change = { id: randomUUID(), changes: [cancelled] }
  await admin.send('PUT', `/api/desk/festival/subject?event=${event}`, change)
  const answer = await confirm(await readLink('bala@college.test'))
  expect([answer.status, (await answer.json()).detail]).toMatchObject([
    409,
    expect.stringContaining('is cancelled'),
  ])
})

test('refuses a wrong link (19.8)', async () => {
  expect((await confirm('x'.repeat(43))).status).toBe(401)
})

test('lets an organiser verify an entry that is not confirmed, but not in bulk (19.11)', async () => {
  await changeEvent(festival, event, free)
  await registerFree()
  const row = await readOnly(ravi)
  const selection = { by: 'rows', rows: [{ id: row.id, version: row.version }] }
  await readLink()
  const bulk = await ravi.send('POST', '/api/desk/decisions/preview', {
    selection,
    decision: 'verify',
  })
  expect((await bulk.json()).skipped).toMatchObject([{ why: 'unconfirmed' }])
  const answer = await decideOn(ravi, row, { decision: 'verify' })
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { state: 'verified', source: null },
  ])
  const forged = await decideOn(ravi, row, { decision: 'verify', source: 'email' })
  expect(forged.status).toBe(422)
})

test('leaves the decision to an organiser if the event needs approval (19.12)', async () => {
  await changeEvent(festival, event, { ...free, approval: true })
  await registerFree()
  const mail = await readNewestEmail(festival, 'asha@college.test')
  expect(findSecret(mail)).toBe('')
  expect(mail).toContain('The organisers will decide whether to accept')
  const row = await readOnly(ravi)
  expect(row.state).toBe('submitted')
  await decideOn(ravi, row, { decision: 'verify' })
  festival.passSeconds(66)
  const decided = await readNewestEmail(festival, 'asha@college.test')
  expect(decided).toContain('We have accepted your registration')
  expect(decided).not.toContain('payment')
  expect(decided).toContain('Amount: Free')
})

test('registers a walk-in for a free event without a payment, and verifies it (19.13)', async () => {
  await changeEvent(festival, event, free)
  const form = { event, members, email: 'asha@college.test', institution: 'X', category: 'student' }
  const answer = await ravi.send(
    'POST',
    '/api/desk/walk-ins',
    { kind: 'registration', paid: 'cash', form, verify: randomUUID() },
    { 'Idempotency-Key': randomUUID() },
  )
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { amount: 0, isCash: false, decided: { state: 'verified' } },
  ])
  const entry = await readEntry(ravi, (await readOnly(ravi)).id)
  expect([entry.cash, entry.cashTaken]).toEqual([null, []])
})

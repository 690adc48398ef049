import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { details as asked, pickAnswers } from '../../festival/forms/details'
import { delegatePassBody, registrationBody } from '../../tests/support/bodies'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { fillRegistration, keyHeader } from '../../tests/support/filled-forms'
import {
  type Desk,
  findSecret,
  organisers,
  readEmails,
  readNewestEmail,
  signIn,
} from '../../tests/support/organisers'

startSignedDesk()

const team = [
  { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
  { name: 'Bala Test', phone: '', year: '3rd year' },
]
const details = {
  members: team,
  email: 'asha@college.test',
  ...pickAnswers(asked.registration, registrationBody),
}
const wrong = 'asha@college.test'
const right = 'asha.right@college.test'

const correct = async (
  changes: object,
  { desk = ravi, version = 0, id = randomUUID() as string } = {},
) => {
  const row = await readOnly(desk)
  const body = { id, version: version || row.version, details: { ...details, ...changes } }
  return desk.send('POST', `/api/desk/entries/${row.id}/details`, body)
}
const undo = (id: string) => ravi.send('POST', `/api/desk/decisions/${id}/undo`)
const readRow = () =>
  festival.db.selectFrom('EventRegistration').selectAll().executeTakeFirstOrThrow()
const about = /^(Your details were corrected|We no longer use this address)/
const listNotifications = async () =>
  (await readEmails(festival, about)).map(({ to, subject }) => [to, subject.split(':')[0]])

test('e-mails both addresses after an address is corrected, and revokes earlier links (14.130, 14.131)', async () => {
  await submit(festival)
  const secret = await askForSecret(festival, 'EVT-000123')
  expect((await correct({ email: right })).status).toBe(200)
  expect(await readQueue(ravi, '?q=asha.right')).toHaveLength(1)
  expect(await readQueue(ravi, `?q=${wrong}`)).toHaveLength(0)
  expect((await festival.post('/api/my-submission/open', { secret })).status).toBe(401)
  festival.passSeconds(59)
  expect(await listNotifications()).toEqual([])
  festival.passSeconds(1)
  expect((await listNotifications()).sort()).toEqual([
    [right, 'Your details were corrected'],
    [wrong, 'We no longer use this address'],
  ])
  const [ours, theirs] = await Promise.all(
    [right, wrong].map((address) => readNewestEmail(festival, address)),
  )
  expect(ours).toContain(`E-mail: ${right}`)
  expect(ours).toContain('/did-it-arrive')
  expect(theirs).not.toMatch(/asha\.right|Asha Test/)
  expect(theirs).toContain('links that we sent here no longer work')
})

test('sends the confirmation only to the corrected address, not the refused one (14.131)', async () => {
  festival.mailer.behaviour = 'reject'
  await submit(festival).catch(() => undefined)
  festival.mailer.behaviour = 'send'
  expect((await correct({ email: right })).status).toBe(200)
  festival.passSeconds(60)
  expect(await listNotifications()).toEqual([[right, 'Your details were corrected']])
  const [confirmation] = await readEmails(festival, /^We have received your registration/)
  expect(confirmation?.to).toBe(right)
  expect((await confirmation?.renderBodies())?.text).toContain(`E-mail: ${right}`)
})

test('updates a pending confirmation after a correction (14.101, 14.131)', async () => {
  festival.mailer.behaviour = 'refuse'
  await submit(festival).catch(() => undefined)
  festival.mailer.behaviour = 'send'
  expect((await correct({ institution: 'New College', category: 'paramedic' })).status).toBe(200)
  festival.passSeconds(3_600)
  const [mail, ...others] = (await readEmails(festival, /./)).filter(({ to }) => to === wrong)
  expect(others).toEqual([])
  const { text } = (await mail?.renderBodies()) ?? { text: '' }
  for (const words of ['New College', 'Category: Paramedic']) {
    expect(text).toContain(words)
  }
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  expect((await correct({ institution: 'Another College' })).status).toBe(200)
  expect((await correct({ institution: 'Another College', email: right })).status).toBe(200)
  festival.passSeconds(60)
  // The earlier address is notified only if an e-mail was sent there before.
  expect(await listNotifications()).toEqual([[wrong, 'We no longer use this address']])
})

test('sends a failed confirmation a minute after its address is corrected, not when the form is repeated (14.131)', async () => {
  const body = await fillRegistration(festival)
  const headers = keyHeader()
  const send = () => festival.post('/api/event-registrations', body, headers)
  festival.mailer.behaviour = 'refuse'
  expect((await send()).status).toBe(502)
  festival.mailer.behaviour = 'send'
  expect((await correct({ email: right })).status).toBe(200)
  festival.passSeconds(59)
  expect(await (await send()).json()).toMatchObject({ confirmation: 'queued' })
  festival.passSeconds(1)
  const confirmations = await readEmails(festival, /^We have received your registration/)
  expect(confirmations.map(({ to }) => to)).toEqual([right])
})

test('accepts only one of two concurrent corrections (14.130)', async () => {
  const asha = await signIn(festival, 'admin')
  await submit(festival)
  const answers = await Promise.all([
    correct({ institution: 'One' }, { version: 1 }),
    correct({ institution: 'Two' }, { desk: asha, version: 1 }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = await answers.find(({ status }) => status === 409)?.json()
  expect(refused).toMatchObject({ code: 'stale', current: { version: 2, state: 'submitted' } })
  expect([organisers.verifier, organisers.admin]).toContain(refused.current.by)
  festival.passSeconds(60)
  expect(await listNotifications()).toHaveLength(1)
})

test('does not undo corrections, and sends an e-mail only about the latest (14.130, 14.131)', async () => {
  await submit(festival)
  const { id } = await (await correct({ email: 'asha.slip@college.test' })).json()
  const undone = await undo(id)
  expect([undone.status, (await undone.json()).code]).toEqual([409, 'too-late'])
  expect((await correct({ email: right })).status).toBe(200)
  expect(await readRow()).toMatchObject({ email: right })
  festival.passSeconds(60)
  expect(new Set((await listNotifications()).map(String))).toEqual(
    new Set([`${wrong},We no longer use this address`, `${right},Your details were corrected`]),
  )
})

test('sends an open correction request with a new link to the corrected address (14.131)', async () => {
  await submit(festival)
  await decideOn(ravi, await readOnly(ravi), {
    decision: 'ask-correction',
    reasons: [{ key: 'utr-missing' }],
  })
  festival.passSeconds(60)
  const first = findSecret(await readNewestEmail(festival, wrong, 'decision'))
  await correct({ email: right })
  festival.passSeconds(60)
  const requests = await readEmails(festival, /^Please correct/)
  const second = findSecret((await requests.at(-1)?.renderBodies())?.text ?? '')
  const statuses = [first, second].map(
    async (secret) => (await festival.post('/api/my-submission/open', { secret })).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 200])
})

test('checks corrections of passes and rooms by the rules of their forms (14.130)', async () => {
  const vani = await signIn(festival, 'viewer')
  const person = { name: 'Asha Rao', phone: '9876543210', email: wrong }
  await submit(festival, 'delegate-pass')
  const pass = await readOnly(ravi)
  const send = (desk: Desk, row: typeof pass, more: object) =>
    desk.send('POST', `/api/desk/entries/${row.id}/details`, {
      ...{ id: randomUUID(), version: row.version },
      details: { ...person, ...more },
    })
  const answers = pickAnswers(asked['delegate-pass'], delegatePassBody)
  expect((await send(vani, pass, answers)).status).toBe(403)
  const refused = await send(ravi, pass, { ...answers, phone: '12' })
  expect((await refused.json()).errors).toMatchObject([
    { path: 'phone', message: expect.stringContaining('digits') },
  ])
  expect((await send(ravi, pass, { ...answers, institution: 'New College' })).status).toBe(200)
  festival.passSeconds(1)
  await submit(festival, 'accommodation')
  const room = await readOnly(ravi, '?kind=accommodation')
  expect((await send(ravi, room, { college: 'New College' })).status).toBe(200)
  const names = (await readQueue(ravi, '?college=new+coll')).map(({ kind, name }) => [kind, name])
  expect(names).toEqual([
    ['delegate-pass', 'Asha Rao'],
    ['accommodation', 'Asha Rao'],
  ])
})

test('shows who corrected what, but logs only the names of the fields (14.8, 14.130, 14.131)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  expect((await readEntry(ravi, id)).answers).toEqual(
    pickAnswers(asked.registration, registrationBody),
  )
  const members = [{ ...team[0], phone: '9876543210' }, team[1]]
  await correct({ members, institution: 'New College', category: 'paramedic' })
  const { answers, facts, timeline } = await readEntry(ravi, id)
  expect(answers).toMatchObject({ category: 'paramedic' })
  expect(facts).toContainEqual({ label: 'Category', value: 'Paramedic' })
  expect(timeline.find(({ decision }) => decision === 'correct')).toMatchObject({
    by: organisers.verifier,
    fields: ['members', 'institution', 'category'],
    earlier: [
      { field: 'members', value: 'Asha Test 0123456789 Final year, Bala Test 3rd year' },
      { field: 'institution', value: 'Test Medical College' },
      { field: 'category', value: 'Medical Student' },
    ],
  })
  const [line] = await festival.db
    .selectFrom('audit_line')
    .selectAll()
    .where('action', '=', 'corrected')
    .execute()
  expect(JSON.parse(line?.detail ?? '')).toEqual({
    fields: 'members institution category',
    version: 2,
  })
  festival.passSeconds(60)
  expect(await readNewestEmail(festival, wrong, 'decision')).toContain('Category: Paramedic')
})

test('does not change a team’s size after its payment is decided (14.130)', async () => {
  await submit(festival)
  const pair = JSON.stringify(team)
  await festival.db
    .updateTable('EventRegistration')
    .set({ event_id: 'CasePulse', amount: 400, team_members: pair })
    .execute()
  const alone = { members: [team[0]] }
  expect((await correct(alone)).status).toBe(200)
  const { amount } = await readRow()
  await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  const answer = await correct({ members: team })
  expect([answer.status, (await answer.json()).errors[0].path]).toEqual([422, 'members'])
  expect((await correct({ members: [{ ...team[0], name: 'Asha Rao' }] })).status).toBe(200)
  expect(await readRow()).toMatchObject({ name: 'Asha Rao', amount })
})

test('rejects another correction under the id of an earlier one (14.11)', async () => {
  await submit(festival)
  const id = randomUUID()
  const correctName = (name: string) =>
    correct({ members: [{ ...team[0], name }, team[1]] }, { version: 1, id })
  expect([(await correctName('Asha Rao')).status, (await correctName('Asha Rao')).status]).toEqual([
    200, 200,
  ])
  const other = await correctName('Asha Das')
  expect([other.status, (await other.json()).code]).toEqual([422, 'key-reused'])
  expect(await readRow()).toMatchObject({ name: 'Asha Rao' })
})

/** Submits a form. Returns a function that delivers or fails its confirmation. */
const submitSlowly = async () => {
  festival.mailer.behaviour = 'hang'
  const sent = submit(festival)
  await expect.poll(() => festival.mailer.begun.length).toBe(2)
  return async (outcome: 'arrive' | 'fail') => {
    festival.mailer.behaviour = 'send'
    festival.mailer.releaseHanging(outcome)
    await sent.catch(() => undefined)
  }
}
const readConfirmation = () =>
  festival.db
    .selectFrom('message')
    .selectAll()
    .where('kind', '=', 'registration')
    .executeTakeFirstOrThrow()
const confirmations = () =>
  festival.mailer.sent.filter(({ kind }) => kind === 'registration').map(({ to }) => to)

test.each([
  ['fail', [right]],
  ['arrive', [wrong, right]],
] as const)(
  'sends the confirmation to the corrected address if the attempt in progress %ss (14.131)',
  async (outcome, recipients) => {
    const end = await submitSlowly()
    expect((await correct({ email: right })).status).toBe(200)
    await end(outcome)
    expect(await readConfirmation()).toMatchObject({
      state: 'queued',
      recipient: right,
      last_error: null,
    })
    festival.passSeconds(59)
    while (await festival.outbox.deliverDue()) {}
    expect(confirmations()).toEqual(recipients.filter((address) => address === wrong))
    festival.passSeconds(3_600)
    expect(await listNotifications()).toEqual([[right, 'Your details were corrected']])
    expect(confirmations()).toEqual(recipients)
    const { text } = (await festival.mailer.sent
      .find(({ to, kind }) => to === right && kind === 'registration')
      ?.renderBodies()) ?? { text: '' }
    expect(text).toContain(`E-mail: ${right}`)
    expect((await readConfirmation()).state).toBe('sent')
  },
)

test('does not queue an e-mail again if it is being sent during a correction (14.131)', async () => {
  festival.mailer.behaviour = 'refuse'
  await submit(festival).catch(() => undefined)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const taking = festival.db.transaction().execute(async (transaction) => {
    const mail = transaction.updateTable('message').where('kind', '=', 'registration')
    await mail.set({ state: 'sending', lease_until: '2099-01-01T00:00:00.000Z' }).execute()
    await held
  })
  const correcting = correct({ email: right })
  await pause(500)
  release()
  await taking
  expect((await correcting).status).toBe(200)
  expect(await readConfirmation()).toMatchObject({ state: 'sending', recipient: right })
})

test('revokes links that were sent to the earlier address (14.131)', async () => {
  await submit(festival)
  festival.mailer.behaviour = 'hang'
  const linkRequest = festival.post('/api/my-submission/links', { id: 'EVT-000123', email: wrong })
  await expect.poll(() => festival.mailer.begun.length).toBe(3)
  expect((await correct({ email: right })).status).toBe(200)
  festival.mailer.behaviour = 'send'
  festival.mailer.releaseHanging('arrive')
  await linkRequest
  const secret = findSecret(await readNewestEmail(festival, wrong, 'private-link'))
  expect(secret).not.toBe('')
  expect((await festival.post('/api/my-submission/open', { secret })).status).toBe(401)
})

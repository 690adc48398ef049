import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readEntry, readOnly } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { readEmails } from '../../tests/support/organisers'

startSignedDesk()

const asha = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const bala = { name: 'Bala Test', phone: '', year: '3rd year' }
const chitra = { name: 'Chitra Test', phone: '9876543210', year: '2nd year' }

/** Returns the private link of a pending registration. */
const register = async (changes = {}) => {
  const body = await fillRegistration(festival, { members: [asha, bala], ...changes })
  const { registration_id } = await (await festival.post('/api/event-registrations', body)).json()
  const secret = await askForSecret(festival, registration_id)
  festival.passSeconds(60)
  return secret
}
const open = async (secret: string) =>
  (await festival.post('/api/my-submission/open', { secret })).json()
const change = (secret: string, version: number, members: object[]) =>
  festival.post('/api/my-submission/correct', { secret, version, fields: { members } })
const readRow = () =>
  festival.db.selectFrom('EventRegistration').selectAll().executeTakeFirstOrThrow()

test.each(['submitted', 'verified'] as const)(
  'lets a participant change the team of a %s entry (14.158)',
  async (state) => {
    const secret = await register()
    if (state === 'verified') {
      await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
    }
    const seen = await readOnly(ravi)
    expect((await open(secret)).team).toMatchObject({
      teamSize: 3,
      fields: [{ name: 'members', value: JSON.stringify([asha, bala]) }],
    })
    const leader = { ...asha, year: '2nd year' }
    const answer = await change(secret, seen.version, [leader, chitra])
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { state, version: seen.version + 1 },
    ])
    expect(await readRow()).toMatchObject({
      year: '2nd year',
      team_members: JSON.stringify([leader, chitra]),
      amount: 600,
    })
    const entry = await readEntry(ravi, seen.id)
    expect(entry.timeline).toContainEqual(
      expect.objectContaining({
        ...{ what: 'corrected', by: null, fields: ['members'] },
        earlier: [
          { field: 'members', value: 'Asha Test 0123456789 Final year, Bala Test 3rd year' },
        ],
      }),
    )
    const stale = await decideOn(ravi, seen, {
      decision: state === 'verified' ? 'reopen' : 'verify',
    })
    expect([stale.status, (await stale.json()).code]).toEqual([409, 'stale'])
  },
)

/** Changes a name at the current version, and returns the statuses. */
const changeTimes = async (secret: string, times: number): Promise<number[]> => {
  const statuses: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const { version, team } = await open(secret)
    const [leader] = JSON.parse(team.fields[0].value)
    const letter = String.fromCharCode(65 + (turn % 26))
    const member = { ...chitra, name: `Chitra ${letter} ${festival.now.getTime()}` }
    statuses.push((await change(secret, version, [leader, member])).status)
    festival.passSeconds(1)
  }
  return statuses
}

test('allows 5 team changes a day and 20 in total (14.181)', async () => {
  const secret = await register()
  expect(await changeTimes(secret, 6)).toEqual([200, 200, 200, 200, 200, 429])
  const sixth = await change(secret, 6, [asha, bala])
  expect([sixth.status, await sixth.json()]).toMatchObject([
    429,
    {
      code: 'too-many-changes',
      detail: expect.stringMatching(
        /^This team has been changed 5 times today, .+ To change it again, call the help desk, .+\.$/,
      ),
    },
  ])
  for (const day of [2, 3, 4]) {
    festival.now = new Date(`2025-10-0${day}T06:00:00.000Z`)
    expect(await changeTimes(secret, 5)).toEqual([200, 200, 200, 200, 200])
  }
  festival.now = new Date('2025-10-05T06:00:00.000Z')
  const last = await change(secret, 21, [asha, bala])
  expect([last.status, (await last.json()).detail]).toEqual([
    429,
    expect.stringContaining('changed 20 times,'),
  ])
  const { earlier_values } = await festival.db
    .selectFrom('review')
    .select('earlier_values')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(earlier_values)).toHaveLength(20)
})

test.each([
  { status: 'closed', says: 'Registration has closed, so the team can no longer be changed here.' },
  {
    status: 'cancelled',
    says: 'The event is cancelled, so the team can no longer be changed here.',
  },
] as const)(
  'explains that a team cannot be changed once the event is $status (14.271)',
  async ({ status, says }) => {
    const secret = await register()
    const { version } = await open(secret)
    await festival.db
      .insertInto('festival_state')
      .values({
        version: 1,
        json: JSON.stringify({ subjects: { SeniorQuiz: { status } } }),
        changes: '[]',
        organiser: 'ravi@college.test',
        at: festival.now.toISOString(),
        press: randomUUID(),
        press_content: '',
      })
      .execute()
    await festival.state.load()
    const answer = await change(secret, version, [asha, chitra])
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { code: 'registration-closed', detail: `${says} Call the help desk, +91 00000 00000.` },
    ])
    expect(await readRow()).toMatchObject({ team_members: JSON.stringify([asha, bala]) })
  },
)

test('accepts only one of twenty concurrent team changes (14.181)', async () => {
  const secret = await register()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, turn) =>
      change(secret, 1, [asha, { ...chitra, name: `Chitra ${String.fromCharCode(65 + turn)}` }]),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
})

test('does not count corrections as team changes (14.181)', async () => {
  const secret = await register()
  await changeTimes(secret, 5)
  await decideOn(ravi, await readOnly(ravi), {
    decision: 'ask-correction',
    reasons: [{ key: 'team-rules' }],
  })
  const { version } = await open(secret)
  expect((await change(secret, version, [asha, bala])).status).toBe(200)
  expect((await change(secret, version + 1, [asha, chitra])).status).toBe(429)
})

test('rejects changes to the leader’s name and phone (14.182)', async () => {
  const secret = await register()
  const answer = await change(secret, 1, [{ ...chitra, year: 'Final year' }, bala])
  expect([answer.status, (await answer.json()).errors]).toEqual([
    422,
    [
      {
        path: 'members.0.name',
        message: expect.stringMatching(/^To change the leader’s name, call the help desk, .+\.$/),
      },
      {
        path: 'members.0.phone',
        message: expect.stringMatching(
          /^To change the leader’s phone number, call the help desk, .+\.$/,
        ),
      },
    ],
  ])
  expect(await readRow()).toMatchObject({ name: 'Asha Test', phone: '0123456789' })
})

test.each(['reject', 'withdraw'] as const)(
  'lets an organiser %s an entry while the participant keeps changing the team (14.183)',
  async (decision) => {
    const secret = await register()
    const seen = await readOnly(ravi)
    expect(await changeTimes(secret, 3)).toEqual([200, 200, 200])
    const decided = await decideOn(ravi, seen, { decision })
    expect([decided.status, (await decided.json()).version]).toEqual([200, 5])
  },
)

test('rejects a decision that is based on an outdated state (14.183)', async () => {
  const secret = await register()
  await changeTimes(secret, 1)
  const seen = await readOnly(ravi)
  await decideOn(ravi, seen, { decision: 'verify' })
  await changeTimes(secret, 2)
  const stale = await decideOn(ravi, seen, { decision: 'reject' })
  expect([stale.status, (await stale.json()).code]).toEqual([409, 'stale'])
})

test.each(['rows', 'filter'] as const)(
  'a bulk rejection by %s includes entries whose team changed since the preview (14.183)',
  async (by) => {
    const secret = await register()
    const { id, version } = await readOnly(ravi)
    const selection =
      by === 'rows' ? { by, rows: [{ id, version }] } : { by, filter: {}, seenAt: now() }
    festival.passSeconds(1)
    await changeTimes(secret, 2)
    const body = { id: randomUUID(), selection, decision: 'reject' }
    const answer = await (await ravi.send('POST', '/api/desk/decisions/many', body)).json()
    expect(answer).toMatchObject({ decided: [{ entryId: id, state: 'rejected' }], skipped: [] })
  },
)

test('a bulk verification by filter skips entries whose team changed since the preview (14.183)', async () => {
  const secret = await register()
  const { id } = await readOnly(ravi)
  const selection = { by: 'filter', filter: {}, seenAt: now() }
  festival.passSeconds(1)
  await changeTimes(secret, 1)
  const body = { id: randomUUID(), selection, decision: 'verify' }
  const answer = await (await ravi.send('POST', '/api/desk/decisions/many', body)).json()
  expect(answer).toMatchObject({ decided: [], skipped: [{ id, why: 'stale' }] })
})

const now = () => festival.now.toISOString()

test('flags the entry and sends an e-mail when a verified team changes (14.184)', async () => {
  const secret = await register()
  await changeTimes(secret, 1)
  await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  festival.passSeconds(120)
  while (await festival.outbox.deliverDue()) {}
  expect(await readEmails(festival, /team was changed/)).toEqual([])
  await change(secret, 3, [asha, { ...bala, name: 'Deepa Test' }])
  await change(secret, 4, [asha, { ...bala, name: 'Elango Test' }])
  const emails = await readEmails(festival, /^Your team was changed: Senior Quiz/)
  expect(emails.map(({ to }) => to)).toEqual(['asha@college.test', 'asha@college.test'])
  const { text } = (await emails.at(-1)?.renderBodies()) ?? { text: '' }
  expect(text).toContain('Elango Test')
  expect(text).toContain('someone else has your link')
  expect((await readOnly(ravi)).flags).toEqual(['renamed'])
  const list = await (await ravi.get('/api/desk/lists?event=SeniorQuiz')).json()
  expect(list.rows[0].cells).toContain('Verified (picture), renamed after verification')
})

test('flags a changed team by the same rules as a new team (14.158, 14.17)', async () => {
  const secret = await register()
  const { id, version, flags } = await readOnly(ravi)
  expect(flags).toEqual([])
  await change(secret, version, [
    { ...asha, year: 'CRRI, 2020' },
    { ...chitra, year: 'CRRI, 2020' },
  ])
  expect((await readEntry(ravi, id)).flags).toEqual(['team-rule'])
})

test('checks a changed team by the form’s rules, and rejects sizes with another fee (14.158)', async () => {
  const secret = await register({ event: 'AxonAlley' })
  const wrong = await change(secret, 1, [{ ...asha, phone: '12' }, bala])
  expect(await wrong.json()).toMatchObject({ errors: [{ path: 'members.0.phone' }] })
  expect((await (await change(secret, 1, [asha, bala])).json()).version).toBe(1)
  const fewer = await change(secret, 1, [asha])
  expect([fewer.status, (await fewer.json()).errors]).toMatchObject([
    422,
    [
      {
        path: 'members',
        message: expect.stringMatching(
          /^The fee for a team of this size is ₹300\. To change the size of your team, call .+\.$/,
        ),
      },
    ],
  ])
  expect(await readRow()).toMatchObject({ amount: 400, team_members: JSON.stringify([asha, bala]) })
})

test.each([
  ['once its event has begun', '2025-10-20T04:30:00.000Z', 'submitted'],
  ['once it is rejected', '2025-10-01T06:00:00.000Z', 'rejected'],
] as const)('does not let a participant change the team %s (14.158)', async (_when, now, state) => {
  const secret = await register()
  await festival.db.updateTable('review').set({ state }).execute()
  await festival.db
    .updateTable('private_link')
    .set({ expires_at: '2026-01-01T00:00:00.000Z' })
    .execute()
  festival.now = new Date(now)
  expect((await open(secret)).team).toBeUndefined()
  expect([(await change(secret, 1, [asha, chitra])).status, await readRow()]).toMatchObject([
    409,
    { team_members: JSON.stringify([asha, bala]) },
  ])
})

test('a later decision cancels a queued decision e-mail even if the team changed in between (14.13, 14.158)', async () => {
  const secret = await register()
  await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  festival.passSeconds(30)
  const { version } = await readOnly(ravi)
  expect((await change(secret, version, [asha, chitra])).status).toBe(200)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  festival.passSeconds(120)
  while (await festival.outbox.deliverDue()) {}
  const subjects = festival.mailer.sent.map(({ subject }) => subject)
  expect(subjects.filter((subject) => /verified/i.test(subject))).toEqual([])
  expect(subjects.filter((subject) => /not accepted|rejected/i.test(subject))).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { askForSecret } from '../../tests/support/corrections'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { fillRegistration } from '../../tests/support/filled-forms'
import { decideOn, readOnly, readRecord } from '../../tests/support/submissions'

startSignedDesk()

const asha = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const bala = { name: 'Bala Test', phone: '', year: '3rd year' }
const chitra = { name: 'Chitra Test', phone: '9876543210', year: '2nd year' }

/** The private link of a registration that waits. */
const register = async (changes = {}) => {
  const body = await fillRegistration(festival, { members: [asha, bala], ...changes })
  const { registration_id } = await (await festival.post('/api/event-registrations', body)).json()
  const secret = await askForSecret(festival, registration_id)
  festival.passSeconds(60)
  return secret
}
const open = async (secret: string) => (await festival.post('/api/my-submission/open', { secret })).json()
const change = (secret: string, version: number, members: object[]) =>
  festival.post('/api/my-submission/correct', { secret, version, fields: { members } })
const readRow = () => festival.db.selectFrom('EventRegistration').selectAll().executeTakeFirstOrThrow()

test.each(['submitted', 'verified'] as const)(
  'the leader of a %s team changes its names, phones and years: a line of the timeline, no mail, and no decision by whoever saw the old team (14.158)',
  async (state) => {
    const secret = await register()
    if (state === 'verified') await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
    const seen = await readOnly(ravi)
    const mails = await festival.db.selectFrom('message').select('id').execute()
    expect((await open(secret)).team).toMatchObject({
      teamSize: 3,
      fields: [{ name: 'members', value: JSON.stringify([asha, bala]) }],
    })
    const leader = { ...asha, phone: '9800000009' }
    const answer = await change(secret, seen.version, [leader, chitra])
    expect([answer.status, await answer.json()]).toMatchObject([200, { state, version: seen.version + 1 }])
    expect(await readRow()).toMatchObject({
      phone: '9800000009',
      team_members: JSON.stringify([leader, chitra]),
      amount: 600,
    })
    const record = await readRecord(ravi, seen.id)
    expect(record.timeline).toContainEqual(
      expect.objectContaining({
        ...{ what: 'corrected', by: null, fields: ['members'] },
        earlier: [{ field: 'members', value: 'Asha Test 0123456789 Final year, Bala Test 3rd year' }],
      }),
    )
    expect(await festival.db.selectFrom('message').select('id').execute()).toEqual(mails)
    const stale = await decideOn(ravi, seen, { decision: 'reject' })
    expect([stale.status, (await stale.json()).code]).toEqual([409, 'stale'])
  },
)

test('what the new team flags is flagged: it is looked at anew (14.158, 14.17)', async () => {
  const secret = await register()
  const { id, version, flags } = await readOnly(ravi)
  expect(flags).toEqual([])
  await change(secret, version, [
    { ...asha, year: 'CRRI, 2020' },
    { ...chitra, year: 'CRRI, 2020' },
  ])
  expect((await readRecord(ravi, id)).flags).toEqual(['team-rule'])
})

test('it is checked as the form checks it, the same team again changes nothing, and a number that changes the fee is told whom to call (14.158)', async () => {
  const secret = await register({ event: 'AxonAlley' })
  const wrong = await change(secret, 1, [{ ...asha, phone: '12' }, bala])
  expect(await wrong.json()).toMatchObject({ errors: [{ path: 'members.0.phone' }] })
  expect((await (await change(secret, 1, [asha, bala])).json()).version).toBe(1)
  const fewer = await change(secret, 1, [asha])
  expect([fewer.status, (await fewer.json()).errors]).toMatchObject([
    422,
    [{ path: 'members', message: expect.stringMatching(/^A team of this size pays ₹300\. Call .+\.$/) }],
  ])
  expect(await readRow()).toMatchObject({ amount: 400, team_members: JSON.stringify([asha, bala]) })
})

test.each([
  ['once its event has begun', '2025-10-20T04:30:00.000Z', 'submitted'],
  ['once it is rejected', '2025-10-01T06:00:00.000Z', 'rejected'],
] as const)('%s its team stays as it is (14.158)', async (_when, now, state) => {
  const secret = await register()
  await festival.db.updateTable('review').set({ state }).execute()
  await festival.db.updateTable('private_link').set({ expires_at: '2026-01-01T00:00:00.000Z' }).execute()
  festival.now = new Date(now)
  expect((await open(secret)).team).toBeUndefined()
  expect([(await change(secret, 1, [asha, chitra])).status, await readRow()]).toMatchObject([
    409,
    { team_members: JSON.stringify([asha, bala]) },
  ])
})

test('a decision’s e-mail that waits does not go out beside that of the next, though the team was changed between them (14.13, 14.158)', async () => {
  const secret = await register()
  await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  festival.passSeconds(30)
  const { version } = await readOnly(ravi)
  expect((await change(secret, version, [asha, chitra])).status).toBe(200)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  festival.passSeconds(120)
  while (await festival.outbox.deliverDue());
  const subjects = festival.mailer.sent.map(({ subject }) => subject)
  expect(subjects.filter((subject) => /verified/i.test(subject))).toEqual([])
  expect(subjects.filter((subject) => /not accepted|rejected/i.test(subject))).toHaveLength(1)
})

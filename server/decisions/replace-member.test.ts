import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeMark, readAttendance, sendMarks } from '../../tests/support/attendance'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { type Desk, organisers, readEmails, signIn } from '../../tests/support/organisers'

startSignedDesk()

const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const newMember = { member: 2, name: 'Chitra Test', phone: '9876543210', year: '2nd year' }

const readReview = () => festival.db.selectFrom('review').selectAll().executeTakeFirstOrThrow()
const replace = async (desk: Desk, changes: object = {}, event = 'SeniorQuiz') => {
  const { entry_id, version } = await readReview()
  const body = { id: randomUUID(), version, ...newMember, ...changes }
  return desk.send('POST', `/api/desk/entries/${entry_id}/replacements?event=${event}`, body)
}
const readTeam = async () => {
  const { team_members } = await festival.db
    .selectFrom('EventRegistration')
    .select('team_members')
    .executeTakeFirstOrThrow()
  return JSON.parse(team_members)
}

test('lets a head replace a member of a team, and keeps the previous member (17.12)', async () => {
  await submit(festival)
  await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  festival.passSeconds(61)
  await readEmails(festival, /./)
  const hema = await signIn(festival, 'head')
  const answer = await replace(hema)
  expect(answer.status).toBe(204)
  const { member: _, ...chitra } = newMember
  expect(await readTeam()).toEqual([leader, chitra])
  expect(await readQueue(ravi, '?q=chitra')).toHaveLength(1)
  expect((await readReview()).earlier_values).toContain('Bala Test')
  const { lines } = await (await ravi.get('/api/desk/audit?action=corrected')).json()
  expect(lines).toMatchObject([{ actor: organisers.head, detail: { fields: 'members' } }])
  festival.passSeconds(61)
  const [mail] = await readEmails(festival, /^Your details were corrected/)
  expect([mail?.to, (await mail?.renderBodies())?.text]).toEqual([
    'asha@college.test',
    expect.stringContaining('Chitra Test'),
  ])
})

test('has no effect if the same replacement is sent again (17.12)', async () => {
  await submit(festival)
  const hema = await signIn(festival, 'head')
  const command = { id: randomUUID(), version: 1 }
  expect((await replace(hema, command)).status).toBe(204)
  expect((await replace(hema, command)).status).toBe(204)
  expect((await readOnly(ravi)).version).toBe(2)
  expect((await replace(hema, { ...command, name: 'Devi Test' })).status).toBe(422)
  const stale = await replace(hema, { version: 1, name: 'Devi Test' })
  expect([stale.status, await stale.json()]).toMatchObject([
    409,
    { code: 'stale', current: { version: 2 } },
  ])
})

test('keeps the attendance of a replaced member’s place (17.12)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  await sendMarks(ravi, [makeMark(id, { member: 2 })])
  await replace(await signIn(festival, 'head'))
  expect((await readAttendance(ravi)).entries[0]?.people[1]).toMatchObject({
    name: 'Chitra Test',
    isPresent: true,
  })
})

test('replaces a leader, whose phone and year are required (17.12)', async () => {
  await submit(festival)
  const hema = await signIn(festival, 'head')
  const missing = await replace(hema, { member: 1, phone: '', year: '' })
  expect((await missing.json()).errors.map(({ path }: { path: string }) => path)).toEqual([
    'members.0.phone',
    'members.0.year',
  ])
  expect((await replace(hema, { member: 1 })).status).toBe(204)
  expect((await readTeam())[0].name).toBe('Chitra Test')
  expect((await readOnly(ravi)).name).toBe('Chitra Test')
})

test('fills in the next free place of a team whose fee covers it (17.12)', async () => {
  await submit(festival)
  const hema = await signIn(festival, 'head')
  expect((await replace(hema, { member: 4 })).status).toBe(422)
  expect((await replace(hema, { member: 3 })).status).toBe(204)
  expect(await readTeam()).toHaveLength(3)
})

test('does not add a member if the fee depends on the number of members (17.12)', async () => {
  await submit(festival, 'registration', { event: 'AxonAlley', members: [leader] })
  const answer = await replace(await signIn(festival, 'admin'), {}, 'AxonAlley')
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path: 'member' }]])
})

test.each([
  ['an empty name', { name: ' ' }, 'name'],
  ['a short phone number', { phone: '12' }, 'members.1.phone'],
  ['the name of another member', { name: 'asha test' }, 'members'],
  ['a UPI ID', { name: 'pay evil@ybl' }, 'members'],
  ['no person', { member: 0 }, 'member'],
])('refuses %s (17.12)', async (_what, changes, path) => {
  await submit(festival)
  const answer = await replace(await signIn(festival, 'head'), changes)
  expect([answer.status, (await answer.json()).errors]).toMatchObject([422, [{ path }]])
  expect((await readTeam())[1].name).toBe('Bala Test')
})

test('lets only an admin replace the only person of an entry (17.13)', async () => {
  await submit(festival, 'registration', { members: [leader] })
  const answer = await replace(await signIn(festival, 'head'), { member: 1 })
  expect([answer.status, (await answer.json()).detail]).toEqual([
    403,
    'Ask an admin to replace the only person of an entry.',
  ])
  expect((await replace(await signIn(festival, 'admin'), { member: 1 })).status).toBe(204)
  expect(await readTeam()).toMatchObject([{ name: 'Chitra Test' }])
})

test('lets heads replace members of their own events only (17.13)', async () => {
  await submit(festival)
  const hema = await signIn(festival, 'head')
  expect((await replace(hema, {}, 'AxonAlley')).status).toBe(403)
  expect((await replace(hema, {}, 'JuniorQuiz')).status).toBe(404)
  expect((await replace(ravi)).status).toBe(403)
  expect((await replace(await signIn(festival, 'viewer'))).status).toBe(403)
})

test('replaces members until the end of the festival’s last day (17.13)', async () => {
  await submit(festival)
  festival.now = new Date('2025-10-12T18:29:59.000Z')
  const hema = await signIn(festival, 'head')
  expect((await replace(hema)).status).toBe(204)
  festival.now = new Date('2025-10-12T18:30:00.000Z')
  const late = await replace(hema, { name: 'Devi Test' })
  expect([late.status, (await late.json()).detail]).toEqual([
    409,
    'The festival is over. Members can no longer be replaced.',
  ])
})

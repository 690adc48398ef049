import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { AttendanceMark } from '../../festival/contract/attendance'
import { eventList, makeMark, readAttendance, sendMarks } from '../../tests/support/attendance'
import { decideOn, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { openDesk, organisersSetting, signIn, signInAs } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'

startSignedDesk()

const enter = async (changes: Record<string, unknown> = {}) => {
  await submit(festival, 'registration', changes)
  const { entries } = await readAttendance(ravi)
  return entries.at(-1)?.entryId ?? ''
}
const readRefused = async (response: Response) => (await response.json()).refused
const send = async (...marks: AttendanceMark[]) => readRefused(await sendMarks(ravi, marks))
const notOnList = 'This entry is not on this list, or no longer on it.'
const readRows = () => festival.db.selectFrom('attendance').selectAll().orderBy('id').execute()
const readPeople = async () => (await readAttendance(ravi)).entries.flatMap(({ people }) => people)

test('stores every mark once when eight clients send 200 marks twice and out of order (17.3)', async () => {
  const second = await createTestApp({ beside: festival, env: { ORGANISERS: organisersSetting } })
  second.now = festival.now
  const desks = [ravi, openDesk(second, ravi.cookie)]
  const entryIds: string[] = []
  for (let team = 0; team < 10; team += 1) {
    festival.passSeconds(1)
    entryIds.push(await enter({ email: `team${team}@college.test` }))
  }
  const marks = Array.from({ length: 200 }, (_, index) =>
    makeMark(entryIds[index % 10] ?? '', {
      member: 1 + (index % 3),
      isPresent: index % 7 !== 0,
      at: new Date(Date.parse('2025-10-01T04:00:00.000Z') + (index % 50) * 1_000).toISOString(),
    }),
  )
  const clients = Array.from({ length: 8 }, async (_, client) => {
    const desk = desks[client % 2] ?? ravi
    const own = marks.filter((_mark, index) => index % 4 === client % 4)
    const ordered = client < 4 ? own : own.toReversed()
    for (let start = 0; start < ordered.length; start += 10) {
      await pause(client)
      expect(await readRefused(await sendMarks(desk, ordered.slice(start, start + 10)))).toEqual([])
    }
  })
  await Promise.all(clients)
  const rows = await readRows()
  expect(rows.map(({ id }) => id)).toEqual(marks.map(({ id }) => id).toSorted())
  const present = new Set<string>()
  const inOrder = marks.toSorted((left, right) =>
    `${left.at}${left.id}` < `${right.at}${right.id}` ? -1 : 1,
  )
  for (const { entryId, member, isPresent } of inOrder) {
    if (isPresent) {
      present.add(`${entryId} ${member}`)
    } else {
      present.delete(`${entryId} ${member}`)
    }
  }
  const { entries } = await readAttendance(ravi)
  const shown = entries.flatMap(({ entryId, people }) =>
    people.filter(({ isPresent }) => isPresent).map(({ member }) => `${entryId} ${member}`),
  )
  expect(shown.toSorted()).toEqual([...present].toSorted())
  await second.close()
})

test('uses a person’s latest mark, and the time of their first arrival (17.4)', async () => {
  const entry = await enter()
  await send(
    makeMark(entry, { at: '2025-10-01T04:20:00.000Z', isPresent: false }),
    makeMark(entry, { at: '2025-10-01T04:10:00.000Z' }),
    makeMark(entry, { at: '2025-10-01T04:00:00.000Z', isPresent: false }),
    makeMark(entry, { at: '2025-10-01T04:05:00.000Z', member: 2 }),
  )
  expect(await readPeople()).toMatchObject([
    { name: 'Asha Test', isPresent: false, arrivedAt: '2025-10-01T04:10:00.000Z' },
    { name: 'Bala Test', isPresent: true, arrivedAt: '2025-10-01T04:05:00.000Z' },
    { name: '', member: 3, isPresent: false, arrivedAt: null },
  ])
})

test('orders marks with the same time by id (17.4)', async () => {
  const entry = await enter()
  const low = '00000000-0000-4000-8000-000000000000'
  const high = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
  await send(makeMark(entry, { id: high, isPresent: false }), makeMark(entry, { id: low }))
  expect((await readPeople())[0]?.isPresent).toBe(false)
})

test('replaces the time of a mark in the future with the current time (17.5)', async () => {
  const entry = await enter()
  const early = makeMark(entry, { at: '2025-10-01T04:31:00.000Z' })
  const future = makeMark(entry, { at: '2025-10-01T04:32:00.000Z', member: 2 })
  expect(await send(early)).toEqual([])
  expect(await send(future)).toEqual([])
  expect(await send(future)).toEqual([])
  const rows = await readRows()
  expect(rows.map(({ at }) => at).toSorted()).toEqual([
    '2025-10-01T04:30:00.123Z',
    '2025-10-01T04:31:00.000Z',
  ])
})

const wrongTimes = [
  '2025-10-01T10:00:00+05:30',
  '2025-10-01T04:30:00Z',
  '2025-99-01T04:30:00.000Z',
  '+012026-11-28T10:00:00.000Z',
  'now',
]

test.each(wrongTimes)('rejects the time %s (17.5)', async (at) => {
  const entry = await enter()
  expect((await sendMarks(ravi, [makeMark(entry, { at })])).status).toBe(422)
})

test('refuses marks for entries that are not on the list (17.6)', async () => {
  const entry = await enter()
  const foreign = makeMark('0f8fad5b-d9cb-469f-a165-70867728950e')
  expect(await send(foreign, makeMark(entry, { member: 3 }))).toEqual([
    { id: foreign.id, message: notOnList },
  ])
  const other = await sendMarks(ravi, [makeMark(entry)], '?event=JuniorQuiz')
  expect(await readRefused(other)).toMatchObject([{ message: notOnList }])
})

test.each(['?event=SeniorQuiz', '?day=2025-10-12', '?lunch=2025-10-12'])(
  'refuses marks for rejected entries on the list %s (17.6)',
  async (list) => {
    const entry = await enter()
    const before = makeMark(entry)
    expect(await readRefused(await sendMarks(ravi, [before], list))).toEqual([])
    await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
    const after = makeMark(entry)
    expect(await readRefused(await sendMarks(ravi, [before, after], list))).toEqual([
      { id: after.id, message: notOnList },
    ])
  },
)

test('stores at most 200 marks for each entry and list, even from two processes (17.7)', async () => {
  const entry = await enter()
  festival.passSeconds(1)
  const other = await enter({ email: 'other@college.test' })
  const second = await createTestApp({ beside: festival, env: { ORGANISERS: organisersSetting } })
  second.now = festival.now
  const desks = [ravi, openDesk(second, ravi.cookie)]
  const answers = await Promise.all(
    Array.from({ length: 6 }, async (_, client) => {
      const marks = Array.from({ length: 50 }, () => makeMark(entry))
      return readRefused(await sendMarks(desks[client % 2] ?? ravi, marks))
    }),
  )
  expect(answers.flat()).toHaveLength(100)
  expect(answers.flat()[0].message).toBe(
    'This entry was marked 200 times on this list, which is the limit.',
  )
  expect(await readRows()).toHaveLength(200)
  expect(await send(makeMark(other))).toEqual([])
  expect(await readRefused(await sendMarks(ravi, [makeMark(entry)], '?day=2025-10-12'))).toEqual([])
  await second.close()
})

test('accepts 1 to 100 marks in a request (17.7)', async () => {
  const entry = await enter()
  const marks = Array.from({ length: 101 }, () => makeMark(entry))
  expect((await sendMarks(ravi, [])).status).toBe(422)
  expect((await sendMarks(ravi, marks)).status).toBe(422)
  expect(await readRows()).toEqual([])
  expect((await sendMarks(ravi, marks.slice(1))).status).toBe(200)
})

test('lets verifiers, admins and the event’s heads mark people, but not viewers (17.8)', async () => {
  const entry = await enter()
  const mark = () => [makeMark(entry)]
  const statuses: Record<string, number> = {}
  for (const role of ['verifier', 'admin', 'head', 'viewer'] as const) {
    statuses[role] = (await sendMarks(await signIn(festival, role), mark())).status
  }
  expect(statuses).toEqual({ verifier: 200, admin: 200, head: 200, viewer: 403 })
  const hema = await signIn(festival, 'head')
  for (const list of ['?event=AxonAlley', '?day=2025-10-12', '?lunch=2025-10-12', '']) {
    expect([list, (await sendMarks(hema, mark(), list)).status]).toEqual([list, 403])
  }
  const asha = await signIn(festival, 'admin')
  const zoya = { email: 'zoya@college.test', role: 'head', events: ['AxonAlley'] }
  await asha.send('POST', '/api/desk/people', zoya)
  const otherHead = await signInAs(festival, zoya.email)
  expect((await sendMarks(otherHead, mark())).status).toBe(403)
  expect((await sendMarks(otherHead, mark(), '?event=AxonAlley')).status).toBe(200)
  const stranger = openDesk(festival, '')
  expect((await sendMarks(stranger, mark())).status).toBe(401)
  expect((await stranger.get(`/api/desk/attendance${eventList}`)).status).toBe(401)
})

test('writes no audit line for marks (17.8)', async () => {
  const entry = await enter()
  const count = async () =>
    (await festival.db.selectFrom('audit_line').selectAll().execute()).length
  const before = await count()
  await send(makeMark(entry))
  expect(await count()).toBe(before)
})

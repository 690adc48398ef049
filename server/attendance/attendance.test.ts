import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventList, makeMark, readAttendance, sendMarks } from '../../tests/support/attendance'
import { askForSecret } from '../../tests/support/corrections'
import { decideOn, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { type Desk, organisers, signIn } from '../../tests/support/organisers'

startSignedDesk()

const readNames = async (list: string, desk = ravi) =>
  (await readAttendance(desk, list)).entries.map(({ what, people }) => [what, people[0]?.name])
const readLines = async (action: string) => {
  const { lines } = await (await ravi.get(`/api/desk/audit?action=${action}`)).json()
  return lines
}

test('lists the members of a team, including members without a name (17.1)', async () => {
  await submit(festival)
  expect(await readAttendance(ravi)).toEqual({
    entries: [
      {
        entryId: expect.any(String),
        label: 'EVT-000123',
        state: 'submitted',
        amount: 600,
        code: expect.stringMatching(/^\w{16}$/),
        version: 1,
        email: 'asha@college.test',
        college: 'Test Medical College',
        what: 'Senior Quiz ‘Peristalympics’',
        people: [
          {
            member: 1,
            name: 'Asha Test',
            phone: '0123456789',
            isPresent: false,
            arrivedAt: null,
          },
          { member: 2, name: 'Bala Test', phone: '', isPresent: false, arrivedAt: null },
          { member: 3, name: '', phone: '', isPresent: false, arrivedAt: null },
        ],
        room: '',
      },
    ],
  })
})

test('lists only named members if the fee depends on the size of the team (17.1)', async () => {
  const members = [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }]
  await submit(festival, 'registration', { event: 'AxonAlley', members })
  const { entries } = await readAttendance(ravi, '?event=AxonAlley')
  expect(entries[0]?.people).toHaveLength(1)
})

test('lists only accepted entries (17.1)', async () => {
  await submit(festival)
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  expect(await readNames(eventList)).toEqual([])
  expect(await readNames('?day=2025-10-12')).toEqual([])
  expect(await readNames('?lunch=2025-10-12')).toEqual([])
})

test('lists an entry that was rejected after one of its members was marked present (17.1)', async () => {
  await submit(festival)
  const { entries } = await readAttendance(ravi)
  await sendMarks(ravi, [makeMark(entries[0]?.entryId ?? '', { member: 2 })])
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  expect((await readAttendance(ravi)).entries).toMatchObject([
    { state: 'rejected', people: [{ isPresent: false }, { isPresent: true }, {}] },
  ])
  expect(await readNames('?day=2025-10-12')).toEqual([])
})

test('lists the passes that include the event, if it comes with a pass (17.2)', async () => {
  await submit(festival, 'delegate-pass', { tier: 'magnus' })
  await submit(festival, 'delegate-pass', { tier: 'novus', email: 'b@college.test' })
  expect(await readNames('?event=InsideICU')).toEqual([['GOLDEN SPINE', 'Asha Test']])
})

test('lists passes, and registrations for events with a session on the day (17.2)', async () => {
  await submit(festival)
  festival.passSeconds(1)
  await submit(festival, 'delegate-pass', { tier: 'novus' })
  festival.passSeconds(1)
  await submit(festival, 'accommodation')
  const quiz = ['Senior Quiz ‘Peristalympics’', 'Asha Test']
  const pass = ['SILVER SPINE', 'Asha Test']
  expect(await readNames('?day=2025-10-12')).toEqual([quiz, pass])
  expect(await readNames('?day=2025-10-11')).toEqual([pass])
})

test('uses the session times as changed at the desk for the list of a day (17.2)', async () => {
  await submit(festival)
  const asha = await signIn(festival, 'admin')
  const moved = [{ start: '2025-10-11T09:00:00+05:30', end: '2025-10-11T10:00:00+05:30' }]
  const saved = await asha.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
    id: randomUUID(),
    changes: [{ field: 'sessions', seen: null, value: moved }],
  })
  expect(saved.status).toBe(200)
  expect(await readNames('?day=2025-10-12')).toEqual([])
  expect(await readNames('?day=2025-10-11')).toHaveLength(1)
})

test('leaves a cancelled event out of the lunch list (17.2)', async () => {
  await submit(festival)
  const asha = await signIn(festival, 'admin')
  await asha.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
    id: randomUUID(),
    changes: [{ field: 'status', seen: null, value: 'cancelled' }],
  })
  expect(await readNames('?lunch=2025-10-12')).toEqual([])
})

test('lists registrations that include lunch, and room requests by night (17.2)', async () => {
  await submit(festival)
  await submit(festival, 'accommodation')
  expect(await readNames('?lunch=2025-10-12')).toEqual([
    ['Senior Quiz ‘Peristalympics’', 'Asha Test'],
  ])
  expect(await readNames('?lunch=2025-10-11')).toEqual([])
  const { entries } = await readAttendance(ravi, '?night=2025-10-10')
  expect(entries).toMatchObject([{ label: expect.stringMatching(/^ACC-/), room: '' }])
  expect(await readNames('?night=2025-10-20')).toEqual([])
})

test.each(['', '?event=Nothing', '?day=2025-02-30', '?event=SeniorQuiz&day=2025-10-12'])(
  'rejects the list %s (17.1)',
  async (list) => {
    expect((await ravi.get(`/api/desk/attendance${list}`)).status).toBe(422)
  },
)

test('shows heads the lists of their own events, without amounts (17.8)', async () => {
  await submit(festival)
  await decideOn(ravi, await readOnly(ravi), { decision: 'verify' })
  const hema = await signIn(festival, 'head')
  expect((await readAttendance(hema)).entries[0]).not.toHaveProperty('amount')
  expect((await readAttendance(ravi)).entries[0]).toMatchObject({ amount: 600 })
  for (const list of ['?event=AxonAlley', '?day=2025-10-12', '?night=2025-10-10']) {
    expect([list, (await hema.get(`/api/desk/attendance${list}`)).status]).toEqual([list, 403])
  }
})

test('records in the audit log that contacts were copied (17.9)', async () => {
  const copy = async (desk: Desk, list: string, what: string) =>
    (await desk.send('POST', `/api/desk/attendance/copies${list}`, { what })).status
  const hema = await signIn(festival, 'head')
  expect(await copy(hema, eventList, 'phone numbers')).toBe(204)
  expect(await copy(hema, '?event=AxonAlley', 'phone numbers')).toBe(403)
  expect(await copy(ravi, eventList, 'phone numbers')).toBe(403)
  expect(await copy(await signIn(festival, 'admin'), '?day=2025-10-12', 'names')).toBe(422)
  expect(await readLines('exported')).toMatchObject([
    {
      actor: organisers.head,
      detail: { what: 'phone numbers', list: 'event:SeniorQuiz' },
    },
  ])
})

const setRoom = async (desk: Desk, id: string, room: string) =>
  (await desk.send('PUT', `/api/desk/entries/${id}/room`, { room })).status

test('shows a verified participant the room that an organiser typed (17.11)', async () => {
  const { request_id = '' } = await submit(festival, 'accommodation')
  const secret = await askForSecret(festival, request_id)
  const readRoom = async () => {
    const entry = await (await festival.post('/api/my-submission/open', { secret })).json()
    return entry.facts.find(({ label }: { label: string }) => label === 'Room')?.value
  }
  const row = await readOnly(ravi)
  expect(await setRoom(ravi, row.id, ' Hostel 2, 114 ')).toBe(204)
  expect(await readRoom()).toBeUndefined()
  await decideOn(ravi, row, { decision: 'verify' })
  expect(await readRoom()).toBe('Hostel 2, 114')
  expect((await readAttendance(ravi, '?night=2025-10-10')).entries[0]?.room).toBe('Hostel 2, 114')
  expect(await readLines('room-set')).toMatchObject([{ entryId: row.id, detail: {} }])
  expect(await setRoom(ravi, row.id, '')).toBe(204)
  expect(await readRoom()).toBeUndefined()
})

test('accepts rooms only for room requests, and only from verifiers and admins (17.11)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  expect(await setRoom(ravi, id, 'Hostel 2')).toBe(404)
  expect(await setRoom(ravi, randomUUID(), 'Hostel 2')).toBe(404)
  expect(await setRoom(ravi, id, 'x'.repeat(41))).toBe(422)
  expect(await setRoom(ravi, id, 'pay evil@ybl')).toBe(422)
  for (const role of ['viewer', 'head'] as const) {
    expect(await setRoom(await signIn(festival, role), id, 'Hostel 2')).toBe(403)
  }
})

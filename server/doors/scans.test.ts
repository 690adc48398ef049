import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AttendancePerson } from '../../festival/contract/attendance'
import { eventList, makeMark, readAttendance, sendMarks } from '../../tests/support/attendance'
import {
  addPhone,
  createPhone,
  makeScan,
  openDoor,
  readDoors,
  type TestPhone,
} from '../../tests/support/doors'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { signIn } from '../../tests/support/organisers'

startSignedDesk()

const setOpened = (door: string, opened_at: string) =>
  festival.db.updateTable('door').set({ opened_at }).where('id', '=', door).execute()

const startDoor = async (volunteer = 'Dev', query?: string) => {
  const door = await openDoor(ravi, query)
  const phone = createPhone(festival.request, volunteer)
  await phone.pair(await addPhone(ravi, door))
  await setOpened(door, '2025-10-01T04:00:00.000Z')
  return { door, phone }
}

const enter = async (changes: Record<string, unknown> = {}) => {
  await submit(festival, 'registration', changes)
  const { entries } = await readAttendance(ravi)
  return entries.at(-1)?.entryId ?? ''
}

const readLeader = async (): Promise<AttendancePerson | undefined> =>
  (await readAttendance(ravi)).entries[0]?.people[0]

const receive = async (phone: TestPhone, body: Parameters<TestPhone['sendScans']>[0]) =>
  (await phone.sendScans(body)).json()

const readRows = () => festival.db.selectFrom('attendance').selectAll().orderBy('at').execute()

test('stores scans once, in any order, and names them in each receipt (21.36)', async () => {
  const entryId = await enter()
  const { phone, door } = await startDoor()
  const first = makeScan(entryId)
  const second = makeScan(entryId, {
    member: 2,
    at: '2025-10-01T04:29:00.000Z',
    volunteer: 'Esha',
    hasClockJumped: true,
  })
  const receipt = { stored: [first.id, second.id], refused: [] }
  expect(await receive(phone, { scans: [first, second] })).toEqual(receipt)
  expect(await receive(phone, { scans: [first, second] })).toEqual(receipt)
  expect(await readRows()).toMatchObject([
    { id: second.id, door_id: door, volunteer: 'Esha', clock_jumped: 1, actor: 'door', member: 2 },
    { id: first.id, door_id: door, volunteer: 'Dev', clock_jumped: 0, present: 1 },
  ])
})

test('refuses scans of entries that are not on the list, and says why (21.36)', async () => {
  const { phone } = await startDoor()
  const scan = makeScan(randomUUID())
  expect(await receive(phone, { scans: [scan] })).toEqual({
    stored: [],
    refused: [
      {
        id: scan.id,
        message: 'This entry is not on this list, or no longer on it.',
      },
    ],
  })
})

test('stores scans of an entry that has since been rejected (21.36)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  await decideOn(ravi, await readOnly(ravi), { decision: 'reject' })
  const scan = makeScan(entryId)
  expect(await receive(phone, { scans: [scan] })).toMatchObject({ stored: [scan.id] })
})

test('a scan with a time in the future gets the current time (21.36)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  await receive(phone, { scans: [makeScan(entryId, { at: '2025-10-01T05:00:00.000Z' })] })
  expect(await readLeader()).toMatchObject({ arrivedAt: '2025-10-01T04:30:00.123Z' })
})

test('a removal stays later than the arrival it undoes if the phone’s clock is fast (21.36)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  const times = ['2025-10-01T04:30:00.000Z', '2025-10-01T04:30:59.000Z', '2025-10-01T04:31:01.000Z']
  const scans = times.map((at, index) => makeScan(entryId, { at, isPresent: index < 2 }))
  await receive(phone, { scans })
  expect(await readRows()).toMatchObject([
    { present: 1, at: '2025-10-01T04:30:00.000Z' },
    { present: 1, at: '2025-10-01T04:30:00.124Z' },
    { present: 0, at: '2025-10-01T04:30:00.125Z' },
  ])
  expect(await readLeader()).toMatchObject({ isPresent: false })
})

test('a time before the door was opened counts as now (21.36)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  const { phone: other, door } = await startDoor('Esha')
  const times = ['2025-10-01T04:05:00.000Z', '1970-01-01T00:00:00.000Z', '2025-10-01T04:06:00.000Z']
  const scans = times.map((at, index) => makeScan(entryId, { at, isPresent: index < 2 }))
  festival.passSeconds(1)
  const another = await enter({ email: 'another@college.test' })
  await receive(phone, { scans: [...scans, makeScan(another, { at: times[2] ?? '' })] })
  expect((await readRows()).map(({ at, present }) => [at, present])).toEqual([
    [times[0], 1],
    [times[2], 1],
    ['2025-10-01T04:30:01.124Z', 1],
    ['2025-10-01T04:30:01.125Z', 0],
  ])
  await setOpened(door, '2025-10-01T04:20:00.000Z')
  const early = { id: randomUUID(), name: 'Meena Rao', at: times[0] ?? '', volunteer: 'Dev' }
  await receive(other, { unlisted: [early] })
  const [, { unlisted } = { unlisted: [] }] = await readDoors(ravi)
  expect(unlisted).toMatchObject([{ at: '2025-10-01T04:30:01.123Z' }])
})

test('shows that a phone’s clock was set back before the arrival (21.37)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  await receive(phone, { scans: [makeScan(entryId, { member: 2 })] })
  const { people = [] } = (await readAttendance(ravi)).entries[0] ?? {}
  expect(people[1]).not.toHaveProperty('hasClockJumped')
  await receive(phone, { scans: [makeScan(entryId, { hasClockJumped: true })] })
  expect(await readLeader()).toMatchObject({ hasClockJumped: true })
})

test('refuses scans of members that the entry does not have (21.36)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  const last = makeScan(entryId, { member: 3 })
  const scan = makeScan(entryId, { member: 4 })
  expect(await receive(phone, { scans: [last, scan] })).toEqual({
    stored: [last.id],
    refused: [
      { id: scan.id, message: 'This entry has no member 4. Look the entry up at the desk.' },
    ],
  })
})

test.each(['+012026-11-28T10:00:00.000Z', '-000001-11-28T10:00:00.000Z'])(
  'refuses the time %s (21.36)',
  async (at) => {
    const { phone } = await startDoor()
    const unlisted = [{ id: randomUUID(), name: 'Meena Rao', at, volunteer: 'Dev' }]
    expect((await phone.sendScans({ unlisted })).status).toBe(422)
    expect((await phone.sendScans({ scans: [makeScan('entry', { at })] })).status).toBe(422)
  },
)

test('stores the names of unlisted people with single spaces (21.38)', async () => {
  const { phone } = await startDoor()
  const at = '2025-10-01T04:30:00.000Z'
  const person = { id: randomUUID(), name: ' Gopal \u00a0 Fyvvd', at, volunteer: 'Dev' }
  await receive(phone, { unlisted: [person] })
  expect((await readDoors(ravi))[0]?.unlisted).toEqual([{ ...person, name: 'Gopal Fyvvd' }])
})

test('ignores a scan whose ID is already stored (21.36)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  const scan = makeScan(entryId)
  await receive(phone, { scans: [scan] })
  const stored = { stored: [scan.id], refused: [] }
  expect(await receive(phone, { scans: [{ ...scan, member: 2 }] })).toEqual(stored)
  expect(await readRows()).toMatchObject([{ member: 1 }])
})

test('says how long names can be, and refuses other wrong values with our own message (21.36)', async () => {
  const { phone } = await startDoor()
  const person = { ...makeScan('entry'), name: 'M'.repeat(81) }
  const scan = makeScan('entry', { member: 51, at: 'now' })
  const body = { volunteer: 'D'.repeat(41), unlisted: [person], scans: [scan] }
  expect((await receive(phone, body)).errors).toEqual([
    { path: 'scans.0.member', message: 'This field is missing or not valid.' },
    { path: 'scans.0.at', message: 'This field is missing or not valid.' },
    { path: 'unlisted.0.name', message: 'The name can have at most 80 characters. Shorten it.' },
    { path: 'volunteer', message: 'Your first name can have at most 40 characters. Shorten it.' },
  ])
})

test('refuses bodies that are too large or have more than 100 scans (21.36)', async () => {
  const { phone } = await startDoor()
  const scans = Array.from({ length: 101 }, () => makeScan('entry'))
  expect((await phone.sendScans({ scans })).status).toBe(422)
  const volunteer = 'D'.repeat(140_000)
  expect((await phone.sendScans({ volunteer })).status).toBe(413)
})

test('the earliest scan counts, and later scans at other doors stay visible (21.37)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  const { phone: other } = await startDoor('Esha')
  await receive(phone, { scans: [makeScan(entryId, { at: '2025-10-01T04:05:00.000Z' })] })
  expect(await readLeader()).toMatchObject({ door: 'Door 1' })
  await receive(other, { scans: [makeScan(entryId, { at: '2025-10-01T04:02:00.000Z' })] })
  expect(await readLeader()).toMatchObject({
    isPresent: true,
    arrivedAt: '2025-10-01T04:02:00.000Z',
    door: 'Door 2',
    repeats: [{ at: '2025-10-01T04:05:00.000Z', door: 'Door 1' }],
  })
  const doors = await readDoors(ravi)
  expect(doors.map(({ people }) => people)).toEqual([0, 1])
})

test('a removed mark does not count for any door (21.37)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  const removal = { isPresent: false, at: '2025-10-01T04:30:00.050Z' }
  await receive(phone, { scans: [makeScan(entryId), makeScan(entryId, removal)] })
  expect(await readLeader()).toMatchObject({ isPresent: false })
  expect((await readDoors(ravi))[0]?.people).toBe(0)
})

const scanAndUntick = async (phone: TestPhone, entryId: string, minute: string) =>
  receive(phone, {
    scans: [
      makeScan(entryId, { at: `2025-10-01T04:${minute}:00.000Z` }),
      makeScan(entryId, { at: `2025-10-01T04:${minute}:30.000Z`, isPresent: false }),
    ],
  })

test.each(['first', 'last'])(
  'a removal undoes only the scans of its own door when it is sent %s (21.37)',
  async (order) => {
    const entryId = await enter()
    const { phone } = await startDoor()
    const { phone: other } = await startDoor('Esha')
    const letIn = () => receive(phone, { scans: [makeScan(entryId, { at: letInAt })] })
    const letInAt = '2025-10-01T04:05:00.000Z'
    if (order === 'last') {
      await letIn()
    }
    await scanAndUntick(other, entryId, '04')
    await scanAndUntick(other, entryId, '06')
    if (order === 'first') {
      await letIn()
    }
    const leader = await readLeader()
    expect(leader).toMatchObject({ isPresent: true, arrivedAt: letInAt, door: 'Door 1' })
    expect(leader).not.toHaveProperty('repeats')
    expect(await readQueue(ravi, '?event=SeniorQuiz&arrived=no')).toEqual([])
    expect((await readDoors(ravi)).map(({ people }) => people)).toEqual([1, 0])
  },
)

test('the desk can undo the scans of all doors, but a door cannot undo a mark of the desk (21.37)', async () => {
  const entryId = await enter()
  const { phone } = await startDoor()
  await receive(phone, { scans: [makeScan(entryId, { at: '2025-10-01T04:05:00.000Z' })] })
  const mark = (at: string, isPresent: boolean) =>
    sendMarks(ravi, [makeMark(entryId, { at, isPresent })], eventList)
  const listAbsent = () => readQueue(ravi, '?event=SeniorQuiz&arrived=no')
  await mark('2025-10-01T04:06:00.000Z', false)
  expect(await readLeader()).toMatchObject({ isPresent: false })
  expect(await listAbsent()).toHaveLength(1)
  await mark('2025-10-01T04:07:00.000Z', true)
  await scanAndUntick(phone, entryId, '08')
  expect(await readLeader()).toMatchObject({ isPresent: true })
  expect(await listAbsent()).toEqual([])
})

test('people marked at the desk have no door (21.37)', async () => {
  await sendMarks(ravi, [makeMark(await enter())], eventList)
  const leader = await readLeader()
  expect(leader).toMatchObject({ isPresent: true })
  expect(leader).not.toHaveProperty('door')
})

test('the filter “Not yet in” finds entries with no one present on their event’s list (21.41)', async () => {
  const entryId = await enter({ email: 'one@college.test' })
  festival.passSeconds(1)
  const other = await enter({ email: 'two@college.test' })
  const listAbsent = async () =>
    (await readQueue(ravi, '?event=SeniorQuiz&arrived=no')).map(({ id }) => id)
  expect(await listAbsent()).toHaveLength(2)
  const { phone } = await startDoor()
  await receive(phone, { scans: [makeScan(entryId)] })
  expect(await listAbsent()).toEqual([other])
  const removal = { isPresent: false, at: '2025-10-01T04:30:01.000Z' }
  await receive(phone, { scans: [makeScan(entryId, removal)] })
  expect(await listAbsent()).toHaveLength(2)
})

test('a head can message people who have not arrived (21.41)', async () => {
  await enter()
  const head = await signIn(festival, 'head')
  const query = 'event=SeniorQuiz&scope=accepted&arrived=no'
  const response = await head.get(`/api/desk/messages/people?${query}`)
  expect(await response.json()).toEqual({ people: 1 })
})

test('stores people who are not on the list, once and at most 500 for each door (21.38)', async () => {
  const { phone, door } = await startDoor()
  const at = '2025-10-01T04:30:00.000Z'
  const makePerson = () => ({ id: randomUUID(), name: 'Meena Rao', at, volunteer: 'Dev' })
  const person = makePerson()
  const unlisted = [person, person]
  expect(await receive(phone, { unlisted })).toEqual({
    stored: [person.id, person.id],
    refused: [],
  })
  expect((await readDoors(ravi))[0]?.unlisted).toEqual([person])
  const rows = Array.from({ length: 498 }, () => ({ ...makePerson(), door_id: door }))
  await festival.db.insertInto('door_unlisted').values(rows).execute()
  const last = makePerson()
  const refused = makePerson()
  expect(await receive(phone, { unlisted: [last, refused, person] })).toEqual({
    stored: [last.id, person.id],
    refused: [
      { id: refused.id, message: expect.stringContaining('This door has let in 500 people') },
    ],
  })
})

test('the desk sees each phone’s volunteer, unsent scans and the age of its list (21.39)', async () => {
  const { phone } = await startDoor()
  festival.passSeconds(60)
  await phone.readList()
  festival.passSeconds(60)
  await receive(phone, { volunteer: 'Esha', unsent: 7 })
  expect((await readDoors(ravi))[0]?.phones).toEqual([
    {
      id: expect.any(String),
      volunteer: 'Esha',
      unsent: 7,
      isCopied: false,
      seenAt: '2025-10-01T04:32:00.123Z',
      listAt: '2025-10-01T04:31:00.123Z',
    },
  ])
})

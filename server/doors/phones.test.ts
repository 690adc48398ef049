import { expect, test } from 'vitest'
import {
  addPhone,
  createPhone,
  doorDay,
  makeScan,
  openDoor,
  readDoors,
} from '../../tests/support/doors'
import { readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { organisersSetting, signIn } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'

startSignedDesk()

const startSecondDesk = () =>
  createTestApp({ beside: festival, env: { ORGANISERS: organisersSetting } })
const pairNew = async (door: string, volunteer = 'Dev') => {
  const phone = createPhone(festival.request, volunteer)
  const response = await phone.pair(await addPhone(ravi, door))
  expect(response.status).toBe(201)
  return phone
}
const readPhones = async () => (await readDoors(ravi))[0]?.phones ?? []

test('opens numbered doors for a list and day, once for each id (21.30)', async () => {
  const id = await openDoor(ravi)
  await ravi.send('POST', '/api/desk/doors?event=SeniorQuiz', { id, day: doorDay })
  await openDoor(ravi)
  await openDoor(ravi, 'lunch=2025-10-09')
  const doors = await readDoors(ravi)
  expect(doors.map(({ name }) => name)).toEqual([
    'Senior Quiz · Door 1',
    'Senior Quiz · Door 2',
    'Lunch of Thu 9 Oct · Door 1',
  ])
  expect(doors[0]).toMatchObject({ list: 'event:SeniorQuiz', endsAt: '2025-10-01T21:30:00.000Z' })
  expect(doors[0]?.testCode).toMatch(/^\w{16}$/)
})

test('refuses doors for rooms, for past days and above the limit (21.30)', async () => {
  const open = async (query: string, day: string) =>
    (await ravi.send('POST', `/api/desk/doors?${query}`, { id: crypto.randomUUID(), day })).json()
  expect(await open('night=2025-10-09', doorDay)).toMatchObject({
    errors: [{ message: 'A door cannot have a list of rooms. Choose another list.' }],
  })
  expect(await open('day=2025-10-09', '2025-09-30')).toMatchObject({
    errors: [{ message: 'Choose today or a later day.' }],
  })
  for (let number = 0; number < 20; number += 1) {
    await openDoor(ravi)
  }
  expect(await open('event=SeniorQuiz', doorDay)).toMatchObject({
    code: 'illegal',
    detail: 'This list has 20 doors on this day, which is the limit. Add phones to one of them.',
  })
})

test('a head sees and changes only the doors of their own events (21.30)', async () => {
  const other = await openDoor(ravi, 'event=CasePulse')
  const head = await signIn(festival, 'head')
  await openDoor(head)
  expect((await readDoors(head)).map(({ list }) => list)).toEqual(['event:SeniorQuiz'])
  expect((await head.send('POST', `/api/desk/doors/${other}/phones`)).status).toBe(404)
  const body = { id: crypto.randomUUID(), day: doorDay }
  expect((await head.send('POST', '/api/desk/doors?event=CasePulse', body)).status).toBe(403)
  expect((await head.send('POST', '/api/desk/doors?day=2025-10-09', body)).status).toBe(403)
})

test('a secret pairs one phone, whose cookie is sent only to the door calls (21.31)', async () => {
  const door = await openDoor(ravi)
  const secret = await addPhone(ravi, door)
  const phone = createPhone(festival.request, 'Dev')
  const response = await phone.pair(secret)
  expect(await response.json()).toEqual({ name: 'Senior Quiz · Door 1' })
  expect(response.headers.get('Set-Cookie')).toMatch(
    /^door=[\w.-]+; Path=\/api\/door; Expires=Fri, 03 Oct 2025 21:30:00 GMT; HttpOnly; Secure; SameSite=Strict$/,
  )
  expect(await readPhones()).toMatchObject([{ volunteer: 'Dev', unsent: 0, isCopied: false }])
  const second = await createPhone(festival.request).pair(secret)
  expect([second.status, (await second.json()).code]).toEqual([401, 'link-spent'])
  expect((await festival.request(`/api/door/pair?secret=${secret}`)).status).toBe(405)
})

test('refuses pairing and scans from another site (21.31)', async () => {
  const secret = await addPhone(ravi, await openDoor(ravi))
  const post = async (path: string, headers: Record<string, string>) => {
    const body = { secret, volunteer: 'Dev', scans: [], unlisted: [], unsent: 0 }
    return (await festival.post(`/api/door/${path}`, body, headers)).status
  }
  for (const headers of [{}, { Origin: 'https://other.test' }]) {
    expect(await post('pair', headers)).toBe(403)
    expect(await post('scans', headers)).toBe(403)
  }
  expect((await createPhone(festival.request).pair(secret)).status).toBe(201)
})

test('a secret expires after ten minutes (21.31)', async () => {
  const secret = await addPhone(ravi, await openDoor(ravi))
  festival.passSeconds(600)
  expect((await createPhone(festival.request).pair(secret)).status).toBe(401)
})

test('only one of two simultaneous pairings with the same secret succeeds (21.31)', async () => {
  const secret = await addPhone(ravi, await openDoor(ravi))
  const second = await startSecondDesk()
  const phones = [createPhone(festival.request), createPhone(second.request)]
  const responses = await Promise.all(phones.map((phone) => phone.pair(secret)))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 401])
  await second.close()
})

test('a door has at most eight phones (21.31)', async () => {
  const door = await openDoor(ravi)
  const spare = await addPhone(ravi, door)
  for (let number = 0; number < 8; number += 1) {
    await pairNew(door)
  }
  const full = await ravi.send('POST', `/api/desk/doors/${door}/phones`)
  expect([full.status, (await full.json()).code]).toEqual([409, 'illegal'])
  const ninth = await createPhone(festival.request).pair(spare)
  expect(await ninth.json()).toMatchObject({
    code: 'illegal',
    detail: 'This door has 8 phones, which is the limit. Remove one at the desk first.',
  })
})

test('wrong secrets do not keep others on the same network from pairing (21.31)', async () => {
  const door = await openDoor(ravi)
  const statuses = new Set<number>()
  for (let count = 0; count < 70; count += 1) {
    statuses.add((await createPhone(festival.request).pair('wrong')).status)
  }
  expect([...statuses]).toEqual([401, 429])
  await pairNew(door)
})

test('the token changes at most every two minutes (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const cookies = new Set([phone.cookie])
  for (const seconds of [119, 1, 119, 1]) {
    festival.passSeconds(seconds)
    expect((await phone.send('list')).status).toBe(200)
    cookies.add(phone.cookie)
  }
  expect(cookies.size).toBe(3)
})

test('the previous token still works if responses were lost (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const { cookie } = phone
  festival.passSeconds(120)
  await phone.send('list')
  const issued = [phone.cookie]
  for (let lost = 0; lost < 3; lost += 1) {
    phone.cookie = cookie
    expect((await phone.send('list')).status).toBe(200)
    issued.push(phone.cookie)
  }
  expect(new Set([cookie, ...issued]).size).toBe(5)
  expect((await phone.send('list')).status).toBe(200)
  expect(await readPhones()).toMatchObject([{ isCopied: false }])
})

test('flags a phone if a copy of its token and the original are both used (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const copy = createPhone(festival.request)
  copy.cookie = phone.cookie
  const statuses: number[] = []
  for (let minute = 0; minute < 3; minute += 1) {
    festival.passSeconds(60)
    statuses.push((await phone.send('list')).status, (await copy.send('list')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 401, 200])
  expect(await readPhones()).toMatchObject([{ isCopied: true }])
})

test('a phone still has a valid token after simultaneous requests (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const second = await startSecondDesk()
  second.now = new Date(festival.now.getTime() + 120_000)
  festival.passSeconds(120)
  const same = [createPhone(festival.request), createPhone(second.request)]
  const responses = await Promise.all(
    same.map((request) => {
      request.cookie = phone.cookie
      return request.send('list')
    }),
  )
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect((await phone.send('list')).status).toBe(200)
  await second.close()
})

test('a phone keeps working if its browser loses the last 30 seconds of cookies (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const history = [phone.cookie, phone.cookie]
  for (let contact = 0; contact < 29; contact += 1) {
    festival.passSeconds(15)
    if (contact % 3 === 0) {
      phone.cookie = history.at(-2) ?? ''
    }
    expect((await phone.send('list')).status).toBe(200)
    history.push(phone.cookie)
  }
  expect(new Set(history).size).toBeGreaterThan(2)
  expect(await readPhones()).toMatchObject([{ isCopied: false }])
})

test('using the previous token late restarts the two minutes (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const { cookie } = phone
  festival.passSeconds(120)
  await phone.send('list')
  festival.passSeconds(600)
  for (const seconds of [0, 15, 15]) {
    festival.passSeconds(seconds)
    phone.cookie = cookie
    expect((await phone.send('list')).status).toBe(200)
    expect((await phone.send('list')).status).toBe(200)
  }
})

test('an older token is refused and flags the phone as copied, but the phone keeps working (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const copy = createPhone(festival.request)
  copy.cookie = phone.cookie
  for (let change = 0; change < 2; change += 1) {
    festival.passSeconds(120)
    await phone.send('list')
  }
  expect((await copy.send('list')).status).toBe(401)
  expect(await readPhones()).toMatchObject([{ isCopied: true }])
  expect((await phone.send('list')).status).toBe(200)
})

test('tokens work in another process (21.32)', async () => {
  const phone = await pairNew(await openDoor(ravi))
  const second = await startSecondDesk()
  const elsewhere = createPhone(second.request)
  elsewhere.cookie = phone.cookie
  festival.passSeconds(120)
  expect((await elsewhere.send('list')).status).toBe(200)
  phone.cookie = elsewhere.cookie
  expect((await phone.send('list')).status).toBe(200)
  await second.close()
})

test('a removed phone gets neither the list nor a receipt (21.33)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const door = await openDoor(ravi)
  const phone = await pairNew(door)
  const [paired] = await readPhones()
  const removal = `/api/desk/doors/${door}/phones/${paired?.id}`
  expect((await ravi.send('DELETE', removal)).status).toBe(204)
  expect((await ravi.send('DELETE', removal)).status).toBe(204)
  expect((await phone.send('list')).status).toBe(401)
  expect((await phone.sendScans({ scans: [makeScan(id)] })).status).toBe(401)
  expect(await readPhones()).toEqual([])
  expect(await festival.db.selectFrom('attendance').selectAll().execute()).toEqual([])
  const { lines } = await (await ravi.get('/api/desk/audit')).json()
  const actions = lines.map(({ action }: { action: string }) => action)
  const ofDoors = actions.filter((action: string) => /door|phone/.test(action))
  expect(ofDoors.toSorted()).toEqual(['door-opened', 'phone-added', 'phone-removed'])
})

test('a closed door sends no list, but accepts earlier scans for 48 hours (21.33)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const phone = await pairNew(await openDoor(ravi))
  festival.now = new Date('2025-10-01T21:30:00.000Z')
  expect((await phone.send('list')).status).toBe(410)
  const early = makeScan(id, { at: '2025-10-01T21:29:59.000Z' })
  const late = makeScan(id, { at: '2025-10-01T21:30:00.000Z', member: 2 })
  festival.now = new Date('2025-10-03T21:29:59.000Z')
  expect(await (await phone.sendScans({ scans: [early, late] })).json()).toEqual({
    stored: [early.id],
    refused: [
      {
        id: late.id,
        message:
          'This door had already closed. Use the organisers’ desk to mark this person as present.',
      },
    ],
  })
  festival.now = new Date('2025-10-03T21:30:00.000Z')
  expect((await phone.sendScans({ scans: [makeScan(id)] })).status).toBe(410)
})

test('no phone can be paired with a closed door (21.33)', async () => {
  const door = await openDoor(ravi)
  festival.now = new Date('2025-10-01T21:25:00.000Z')
  const desk = await signIn(festival)
  const secret = await addPhone(desk, door)
  festival.now = new Date('2025-10-01T21:30:00.000Z')
  expect((await createPhone(festival.request).pair(secret)).status).toBe(401)
  expect((await desk.send('POST', `/api/desk/doors/${door}/phones`)).status).toBe(409)
})

test('a phone that sends too many requests has to wait (21.33)', async () => {
  const door = await openDoor(ravi)
  const phone = await pairNew(door)
  const other = await pairNew(door)
  let status = 200
  for (let count = 0; count < 31; count += 1) {
    status = (await phone.send('list')).status
  }
  expect(status).toBe(429)
  expect((await other.send('list')).status).toBe(200)
})

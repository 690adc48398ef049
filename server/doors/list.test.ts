import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { DoorList } from '../../festival/contract/door'
import { addPhone, createPhone, makeScan, openDoor } from '../../tests/support/doors'
import { decideOn, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { organisersSetting, signIn } from '../../tests/support/organisers'
import { createTestApp } from '../../tests/support/test-app'

startSignedDesk()

const startPhone = async (query?: string) => {
  const phone = createPhone(festival.request)
  await phone.pair(await addPhone(ravi, await openDoor(ravi, query)))
  return phone
}

const hashCode = ({ door }: Pick<DoorList, 'door'>, code: string) =>
  createHmac('sha256', Buffer.from(door.key, 'base64url')).update(code).digest('base64url')

const readTickets = () =>
  festival.db.selectFrom('ticket').selectAll().orderBy('created_at').execute()

const labels = ({ entries }: DoorList) => entries.map(({ label }) => label)

test('a list contains names, hashed codes and the end of the phone number (21.34)', async () => {
  await submit(festival)
  const list = await (await startPhone()).readList()
  const [ticket] = await readTickets()
  expect(list).toEqual({
    door: {
      id: expect.any(String),
      name: 'Senior Quiz · Door 1',
      endsAt: '2025-10-01T21:30:00.000Z',
      testCode: expect.stringMatching(/^[\w-]{43}$/),
      key: expect.stringMatching(/^[\w-]{43}$/),
    },
    version: expect.any(String),
    now: '2025-10-01T04:30:00.123Z',
    isWhole: true,
    entries: [
      {
        id: ticket?.entry_id,
        label: 'EVT-000123',
        state: 'unchecked',
        waitingNumber: 0,
        code: hashCode(list, ticket?.code ?? ''),
        replacedCodes: [],
        college: expect.any(String),
        phoneEnd: '6789',
        people: [
          { member: 1, name: 'Asha Test', arrivedAt: null, arrivedAtDoor: '' },
          { member: 2, name: 'Bala Test', arrivedAt: null, arrivedAtDoor: '' },
        ],
      },
    ],
    removed: [],
  })
  expect(JSON.stringify(list)).not.toMatch(new RegExp(`@|${ticket?.code}|\\+91`))
})

test('a list has its door’s test code, hashed like a ticket code (21.34)', async () => {
  const list = await (await startPhone()).readList()
  const door = await festival.db.selectFrom('door').selectAll().executeTakeFirstOrThrow()
  expect(list.door.testCode).toBe(hashCode(list, door.test_code))
})

test('a list has entries in every state, and replaced codes (21.34)', async () => {
  for (const name of ['one', 'two', 'three']) {
    await submit(festival, 'registration', { email: `${name}@college.test` })
    festival.passSeconds(1)
  }
  const [first, second] = await readQueue(ravi, '?order=oldest')
  const [ticket] = await readTickets()
  await decideOn(ravi, first ?? { id: '', version: 1 }, { decision: 'verify', source: 'picture' })
  await decideOn(ravi, second ?? { id: '', version: 1 }, { decision: 'reject' })
  await ravi.send('POST', `/api/desk/entries/${first?.id}/ticket`, { code: ticket?.code })
  const list = await (await startPhone()).readList()
  expect(list.entries.map(({ state }) => state)).toEqual(['verified', 'refused', 'unchecked'])
  expect(list.entries[0]?.replacedCodes).toEqual([hashCode(list, ticket?.code ?? '')])
  expect(list.entries[0]?.code).not.toBe(list.entries[0]?.replacedCodes[0])
})

test('entries on the waiting list have their position on it (21.34)', async () => {
  const admin = await signIn(festival, 'admin')
  const limited = await admin.send('PUT', '/api/desk/festival/subject?event=SeniorQuiz', {
    id: crypto.randomUUID(),
    changes: [{ field: 'places', seen: null, value: 1 }],
  })
  expect(limited.status).toBe(200)
  for (const name of ['one', 'two']) {
    await submit(festival, 'registration', { email: `${name}@college.test` })
    festival.passSeconds(1)
  }
  for (const row of await readQueue(ravi, '?order=oldest')) {
    await decideOn(ravi, row, { decision: 'verify', source: 'picture' })
  }
  const { entries } = await (await startPhone()).readList()
  expect(entries.map(({ state, waitingNumber }) => [state, waitingNumber])).toEqual([
    ['verified', 0],
    ['waiting', 1],
  ])
})

test('the list of a programme item has the passes that include it (21.35)', async () => {
  await submit(festival)
  await submit(festival, 'delegate-pass', { tier: 'novus', email: 'one@college.test' })
  await submit(festival, 'delegate-pass', { tier: 'magnus', email: 'two@college.test' })
  const gala = await (await startPhone('item=gala-night')).readList()
  const expo = await (await startPhone('item=medical-expo')).readList()
  expect(gala.entries).toHaveLength(1)
  expect(labels(expo)).toHaveLength(2)
  expect(gala.door.name).toBe('Gala night · Door 1')
})

test('a phone gets only the changes since its version (21.35)', async () => {
  await submit(festival, 'registration', { email: 'one@college.test' })
  festival.passSeconds(1)
  await submit(festival, 'registration', { email: 'two@college.test' })
  const phone = await startPhone()
  const whole = await phone.readList()
  const [, second] = whole.entries
  const same = await phone.readList(whole.version)
  expect([same.isWhole, same.entries, same.removed]).toEqual([false, [], []])
  await phone.sendScans({ scans: [makeScan(second?.id ?? '')] })
  const changed = await phone.readList(whole.version)
  expect(changed.isWhole).toBe(false)
  expect(changed.entries).toMatchObject([
    { id: second?.id, people: [{ arrivedAtDoor: 'Door 1' }, { arrivedAtDoor: '' }] },
  ])
  expect((await phone.readList(changed.version)).entries).toEqual([])
  expect((await phone.readList('unknown.7')).isWhole).toBe(true)
  expect((await phone.readList('x'.repeat(1_000))).isWhole).toBe(true)
})

test('sends the ids of entries that are no longer on the list (21.35)', async () => {
  await submit(festival)
  const phone = await startPhone()
  const { version, entries } = await phone.readList()
  await festival.db.deleteFrom('review').execute()
  festival.passSeconds(3)
  expect(await phone.readList(version)).toMatchObject({
    isWhole: false,
    entries: [],
    removed: [entries[0]?.id],
  })
})

test('a process that does not know the phone’s version sends the whole list (21.35)', async () => {
  await submit(festival)
  const phone = await startPhone()
  const { version } = await phone.readList()
  const second = await createTestApp({ beside: festival, env: { ORGANISERS: organisersSetting } })
  second.now = festival.now
  const elsewhere = createPhone(second.request)
  elsewhere.cookie = phone.cookie
  expect(await elsewhere.readList(version)).toMatchObject({ isWhole: true })
  await second.close()
})

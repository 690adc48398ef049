import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { createDeskApp, type Desk, signIn } from '../../tests/support/organisers'
import { addPasses } from '../../tests/support/pass-row'
import type { TestApp } from '../../tests/support/test-app'

let festival: TestApp
let ravi: Desk
beforeEach(async () => {
  festival = await createDeskApp()
  ravi = await signIn(festival)
})
afterEach(() => festival.close())

const names = async (query: string) => (await readQueue(ravi, query)).map(({ name }) => name)
const search = (q: string) => names(`?q=${encodeURIComponent(q)}`)
const count = async (query = '') => (await ravi.get(`/api/desk/counts${query}`)).json()

test('lists new entries of all three kinds immediately, oldest first (14.9)', async () => {
  const { registration_id } = await submit(festival)
  festival.passSeconds(3_600)
  await submit(festival, 'delegate-pass', { email: 'bela@college.test' })
  festival.passSeconds(3_600)
  await submit(festival, 'accommodation', { email: 'chitra@college.test' })
  const rows = await readQueue(ravi)
  expect(rows.map(({ kind }) => kind)).toEqual(['registration', 'delegate-pass', 'accommodation'])
  expect(rows[0]).toMatchObject({
    label: registration_id,
    name: 'Asha Test',
    event: 'SeniorQuiz',
    eventName: 'Senior Quiz ‘Peristalympics’',
    amount: 600,
    state: 'submitted',
    source: null,
    version: 1,
  })
  expect((await readQueue(ravi, '?order=newest'))[0]?.kind).toBe('accommodation')
})

test('finds entries by the beginnings of words and the ends of numbers (14.15)', async () => {
  const { registration_id } = await submit(festival, 'registration', {
    email: 'Meera.Nair@students.test',
    members: [
      { name: 'Mēera Nair', phone: '+919876501234', year: 'Final year' },
      { name: 'Zoya D’Souza മീര', phone: '', year: '' },
    ],
    utr: '084718897182',
    payment_reference: 'K7Q4M2',
  })
  await submit(festival, 'delegate-pass', {
    name: 'Somebody Else',
    email: 'else@college.test',
    phone: '9111111111',
  })
  const number = registration_id?.slice(4) ?? ''
  const words = [
    'meera',
    'MEE',
    'nair mee',
    'souza',
    'zoya',
    'മീ',
    'meera.nair@stu',
    'students',
    '98765',
    '+91 98765 01234',
    '501234',
    '0847',
    '7182',
    'k7q4',
    'K7Q4M2',
    registration_id ?? '',
    number,
    number.slice(-3),
  ]
  for (const word of words) {
    expect(await search(word), word).toEqual(['Mēera Nair'])
  }
  for (const word of [
    'eera',
    'meera else',
    '8471',
    'k7q5',
    '_eera',
    "'; drop table review; --",
    '%',
    '* _',
    '----',
  ]) {
    expect(await search(word), word).toEqual([])
  }
})

test('combines filters, and counts the entries for each value (14.14)', async () => {
  await submit(festival)
  await submit(festival, 'registration', {
    event: 'JuniorQuiz',
    email: 'b@college.test',
    members: [{ name: 'Bela', phone: '9800000001', year: '1st year' }],
  })
  // This is the first instant of the second day in India.
  festival.now = new Date('2025-10-02T00:00:00+05:30')
  ravi = await signIn(festival)
  await submit(festival, 'delegate-pass', {
    email: 'c@college.test',
    name: 'Chitra',
    phone: '9800000002',
  })
  await decideOn(ravi, await readOnly(ravi, '?kind=delegate-pass'), { decision: 'verify' })
  expect(await count()).toEqual({
    total: 3,
    kind: { registration: 2, 'delegate-pass': 1 },
    event: { SeniorQuiz: 1, JuniorQuiz: 1, magnus: 1 },
    state: { submitted: 2, verified: 1 },
    day: { '2025-10-01': 2, '2025-10-02': 1 },
    source: { picture: 1 },
    flag: {},
    corrected: {},
    utr: { none: 3 },
    walkin: {},
    cash: {},
    note: {},
    later: {},
    place: {},
    burst: {},
  })
  expect(await count('?state=verified')).toMatchObject({
    total: 1,
    state: { submitted: 2, verified: 1 },
    kind: { 'delegate-pass': 1 },
  })
  expect(await names('?day=2025-10-01&event=JuniorQuiz')).toEqual(['Bela'])
  expect(await names('?day=2025-10-02')).toEqual(['Chitra'])
  expect(await names('?source=picture&q=chi')).toEqual(['Chitra'])
  expect(await count('?q=chi')).toMatchObject({ total: 1, kind: { 'delegate-pass': 1 } })
  for (const wrong of ['state=gone', 'day=2025-02-30']) {
    expect((await ravi.get(`/api/desk/entries?${wrong}`)).status, wrong).toBe(422)
  }
})

test('counts and searches without waiting for writers (14.14, 14.15)', async () => {
  await submit(festival, 'delegate-pass', { name: 'Chitra' })
  expect(await search('chi')).toEqual(['Chitra'])
  const { db } = festival
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('review').set({ state: 'rejected' }).execute()
    const own = await sql<{
      n: number
    }>`select count(*) as n from review where state = 'rejected'`.execute(transaction)
    expect(Number(own.rows[0]?.n)).toBe(1)
    const late = pause(5_000).then(() => ['it waits'])
    expect(await Promise.race([search('chi'), late])).toEqual(['Chitra'])
    expect(await Promise.race([count(), late])).toMatchObject({ state: { submitted: 1 } })
  })
  expect(await count()).toMatchObject({ state: { rejected: 1 } })
})

test('lists every entry exactly once in pages of fifty rows', async () => {
  await addPasses(festival, 52)
  const first = await (await ravi.get('/api/desk/entries')).json()
  expect(first.rows).toHaveLength(50)
  const second = await (await ravi.get(`/api/desk/entries?after=${first.next}`)).json()
  expect([second.rows.length, second.next]).toEqual([2, null])
  const ids = [...first.rows, ...second.rows].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(52)
  expect((await ravi.get('/api/desk/entries?after=nonsense')).status).toBe(422)
})

test('lists matches of whole words first, and names the matching member (14.15)', async () => {
  const team = (...all: string[]) => {
    const members = all.map((name) => ({ name, phone: '', year: '' }))
    members[0] = { name: all[0] ?? '', phone: '9876543210', year: 'Final year' }
    return submit(festival, 'registration', { members, email: `t${all.length}@college.test` })
  }
  for (const name of ['Jayanti Rao', 'Jaya Chandran']) {
    await team(name)
  }
  await team('Jaya Rao', 'Arun C Demo')
  await team('Bala Test', 'Asha Test', 'Jaya C Invented')
  const read = async (query = '') => (await ravi.get(`/api/desk/entries?q=Jaya%20C${query}`)).json()
  const { rows } = await read()
  const found = rows.map(({ name, member }: { name: string; member?: string }) => [name, member])
  const first = ['Bala Test', 'Jaya C Invented']
  expect(found).toEqual(
    [first, ['Jaya Chandran'], ['Jaya Rao'], ['Jayanti Rao']].map(([name, member]) => [
      name,
      member,
    ]),
  )
  expect((await readQueue(ravi, '?q=test'))[0]).not.toHaveProperty('member')
  expect(await search('c')).toHaveLength(4)

  festival.passSeconds(1)
  await addPasses(festival, 50, { name: 'Jaya C' })
  await expect.poll(async () => (await count('?q=Jaya%20C')).total).toBe(54)
  const page = await read()
  expect(page.rows).toHaveLength(50)
  const rest = await read(`&after=${encodeURIComponent(page.next)}`)
  expect(rest.rows.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual([
    'Jaya C',
    'Jaya C',
  ])
  expect(new Set([...page.rows, ...rest.rows].map(({ id }: { id: string }) => id)).size).toBe(54)
})

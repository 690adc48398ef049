import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { wholeEdition } from '../../festival/live/whole-edition'
import { makeMark, sendMarks } from '../../tests/support/attendance'
import { registrationBody } from '../../tests/support/bodies'
import { decideOn, readOnly, readQueue, submit } from '../../tests/support/entries'
import { festival, ravi, startSecondProcess, startSignedDesk } from '../../tests/support/festival'
import {
  type Desk,
  findSecret,
  readEmails,
  readEmailTo,
  signIn,
} from '../../tests/support/organisers'
import { readArrivals } from '../entries/places'

startSignedDesk()

let admin: Desk
beforeEach(async () => {
  admin = await signIn(festival, 'admin')
})

const event = 'SeniorQuiz'

const setPlaces = async (value: number | null, seen: number | null = null): Promise<Response> =>
  admin.send('PUT', `/api/desk/festival/subject?event=${event}`, {
    id: randomUUID(),
    changes: [{ field: 'places', seen, value }],
  })

const listArrivals = () =>
  festival.db
    .selectFrom('review')
    .select(['entry_id', 'arrival', 'state', 'waitlist'])
    .orderBy('arrival')
    .execute()

let person = 0
const enter = async (count = 1): Promise<void> => {
  for (let index = 0; index < count; index += 1) {
    person += 1
    await submit(festival, 'registration', { event, email: `p${person}@college.test` })
    festival.passSeconds(1)
  }
}

const findRow = async (arrival: number, desk: Desk = ravi) => {
  const [row] = (await listArrivals()).filter((entry) => entry.arrival === arrival)
  const rows = await readQueue(desk, '?order=oldest')
  const found = rows.find(({ id }) => id === row?.entry_id)
  if (!found) {
    throw new Error(`no entry has the number ${arrival}`)
  }
  return found
}

const decide = async (
  arrival: number,
  decision: string,
  details: Record<string, unknown> = {},
): Promise<string> => {
  const id = randomUUID()
  const answer = await decideOn(ravi, await findRow(arrival), { decision, ...details }, id)
  expect(answer.status).toBe(200)
  return id
}
const verify = (arrival: number) => decide(arrival, 'verify', { source: 'picture' })
const reject = (arrival: number) => decide(arrival, 'reject', { writeToAll: true })

const passUndo = async () => {
  festival.passSeconds(66)
  await festival.updateWaitlist()
}

const readPlaces = async (desk: Desk = ravi) => {
  const answer = await desk.get('/api/desk/places')
  return (await answer.json())[event]
}

const readLevel = async () => (await (await festival.request('/api/state')).json()).places[event]

const mailTexts = async (subject: RegExp) => {
  const mails = await readEmails(festival, subject)
  return Promise.all(mails.map(async ({ renderBodies }) => (await renderBodies()).text))
}

test('gives simultaneous entries one number each (18.2)', async () => {
  await setPlaces(50)
  const sent = Array.from({ length: 200 }, (_, index) =>
    submit(festival, 'registration', { event, email: `p${index}@college.test` }),
  )
  await Promise.all(sent)
  const arrivals = (await listArrivals()).map(({ arrival }) => arrival)
  expect(arrivals).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
})

test('numbers entries of a process that has not read the limit yet first (18.2)', async () => {
  const second = await startSecondProcess()
  await enter(2)
  await setPlaces(3)
  expect((await listArrivals()).map(({ arrival }) => arrival)).toEqual([1, 2])
  await submit(second, 'registration', { event, email: 'late@college.test' })
  await festival.passSeconds(1)
  await enter()
  const late = await readOnly(ravi, '?q=late@college.test')
  const row = (await listArrivals()).find(({ entry_id }) => entry_id === late.id)
  expect(row?.arrival).toBe(3)
  await second.close()
})

test('says at delivery whether a verified entry has a place (18.6)', async () => {
  await setPlaces(2)
  await enter(4)
  await verify(1)
  await verify(4)
  await verify(3)
  await passUndo()
  // Sent at the same time, so the order of the e-mails varies.
  const mails = await mailTexts(/verified/)
  for (const sentence of [
    'Your place is confirmed.',
    'Your place is not confirmed yet: 1 earlier entry is being checked. At worst you are number 1 on the waiting list.',
    'At worst you are number 2 on the waiting list.',
  ]) {
    expect(mails.filter((mail) => mail.includes(sentence))).toHaveLength(1)
  }
  await verify(2)
  expect(await listArrivals()).toMatchObject([
    { waitlist: null },
    { waitlist: null },
    { waitlist: 'waiting' },
    { waitlist: 'waiting' },
  ])
})

test('shows the waiting list among the participants of the event (18.14)', async () => {
  await setPlaces(1)
  await enter(2)
  await verify(1)
  await verify(2)
  await passUndo()
  const { entries } = await (await ravi.get(`/api/desk/attendance?event=${event}`)).json()
  expect(entries[0]).not.toHaveProperty('isOnWaitlist')
  expect(entries[1]).toMatchObject({ isOnWaitlist: true, waitingNumber: 1 })
})

test('notifies an entry once when it moves up from the waiting list (18.8)', async () => {
  await setPlaces(1)
  await enter(3)
  await verify(1)
  await verify(2)
  await verify(3)
  await passUndo()
  expect((await mailTexts(/verified/)).join()).toContain('Waiting list, number 2.')
  await decide(1, 'withdraw')
  await reject(2)
  festival.passSeconds(30)
  await festival.updateWaitlist()
  expect(await mailTexts(/You have a place/)).toEqual([])
  festival.passSeconds(36)
  const second = await startSecondProcess()
  await second.state.load()
  await Promise.all([festival.updateWaitlist(), second.updateWaitlist()])
  await festival.updateWaitlist()
  const mails = await mailTexts(/You have a place/)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain('Your place is confirmed.')
  const lines = festival.db.selectFrom('audit_line').selectAll().where('action', '=', 'moved-up')
  expect(await lines.execute()).toHaveLength(1)
  await second.close()
})

test('keeps the number of an entry whose rejection is undone in time (18.4)', async () => {
  await setPlaces(1)
  await enter(2)
  await verify(1)
  await verify(2)
  await passUndo()
  const id = await reject(1)
  festival.passSeconds(40)
  expect((await ravi.send('POST', `/api/desk/decisions/${id}/undo`)).status).toBe(200)
  await passUndo()
  expect(await listArrivals()).toMatchObject([
    { arrival: 1, waitlist: null },
    { arrival: 2, waitlist: 'waiting' },
  ])
  expect(await mailTexts(/You have a place/)).toEqual([])
})

test('gives a reopened entry a new number, unless it was closed within a minute (18.4)', async () => {
  await setPlaces(5)
  await enter(3)
  await reject(1)
  await decide(2, 'withdraw')
  festival.passSeconds(30)
  await decide(1, 'reopen')
  festival.passSeconds(31)
  await decide(2, 'reopen')
  expect((await listArrivals()).map(({ arrival }) => arrival)).toEqual([1, 3, 4])
})

test('moves entries up when places are added (18.8)', async () => {
  await setPlaces(1)
  await enter(3)
  for (const arrival of [1, 2, 3]) {
    await verify(arrival)
  }
  await passUndo()
  await readEmails(festival, /verified/)
  expect((await setPlaces(11, 1)).status).toBe(200)
  await festival.updateWaitlist()
  expect(await mailTexts(/You have a place/)).toHaveLength(2)
})

test('refuses fewer places than verified entries need (18.5)', async () => {
  await enter(3)
  await setPlaces(5)
  await verify(3)
  const answer = await setPlaces(2, 5)
  expect([answer.status, (await answer.json()).errors]).toEqual([
    422,
    [
      {
        path: 'places',
        message: 'Verified entries would lose their places. Enter at least 3.',
      },
    ],
  ])
  expect((await setPlaces(3, 5)).status).toBe(200)
  expect((await setPlaces(9, 3)).status).toBe(200)
})

test('shows few or no places on pages, and the exact number in the state (18.9)', async () => {
  await setPlaces(2)
  await festival.updateWaitlist()
  expect(await readLevel()).toEqual({ level: 'free', left: 2 })
  await enter(2)
  await festival.updateWaitlist()
  expect(await readLevel()).toEqual({ level: 'few', left: 0 })
  await verify(1)
  await verify(2)
  await festival.updateWaitlist()
  expect(await readLevel()).toMatchObject({ level: 'full', left: 0 })
  expect(await readPlaces()).toEqual({ places: 2, placed: 2, pending: 0, waiting: 0 })
})

test('renders pages again when no places are left (18.20)', async () => {
  await setPlaces(20)
  await enter(19)
  await festival.updateWaitlist()
  await enter()
  await festival.updateWaitlist()
  const { live } = festival.state.snapshot()
  expect(live.places?.[event]).toEqual({ level: 'few', left: 0 })
})

test('takes forms for 30 minutes after verified entries filled all places (18.10)', async () => {
  await setPlaces(1)
  await enter()
  await verify(1)
  await festival.updateWaitlist()
  festival.passSeconds(29 * 60)
  await enter()
  festival.passSeconds(2 * 60)
  await festival.updateWaitlist()
  await expect(enter()).rejects.toThrow(/All places of Peristalympics are taken/)
})

test('refuses to undo a change if verified entries would lose their places (18.5)', async () => {
  await setPlaces(1)
  await enter(2)
  await setPlaces(2, 1)
  await verify(2)
  const undo = { id: randomUUID(), version: 2 }
  const answer = await admin.send('POST', `/api/desk/festival/undo?event=${event}`, undo)
  expect([answer.status, (await answer.json()).errors[0].message]).toEqual([
    422,
    'Verified entries would lose their places. Enter at least 2.',
  ])
})

test('lets heads change the places of their own events only (18.1)', async () => {
  const head = await signIn(festival, 'head')
  const save = (key: string) =>
    head.send('PUT', `/api/desk/festival/subject?event=${key}`, {
      id: randomUUID(),
      changes: [{ field: 'places', seen: null, value: 7 }],
    })
  expect([(await save(event)).status, (await save('Vivantia')).status]).toEqual([200, 403])
  expect(await (await head.get('/api/desk/places')).json()).toEqual({
    [event]: { places: 7, placed: 0, pending: 0, waiting: 0 },
  })
})

test('keeps the places of an event whose new edition has fewer, and says so (18.5)', async () => {
  const subject = wholeEdition.subjects.find(({ key }) => key === event)
  if (!subject) {
    throw new Error('The edition has no Senior Quiz')
  }
  const places = () => festival.state.festival().subjects.find(({ key }) => key === event)?.places
  const readIgnored = async () =>
    (await (await admin.get('/api/desk/festival')).json()).ignoredPlaces
  try {
    Object.assign(subject, { places: 40 })
    await festival.state.load()
    expect([places(), await readIgnored()]).toEqual([40, []])
    Object.assign(subject, { places: 30 })
    await festival.state.load()
    expect([places(), await readIgnored()]).toEqual([40, [event]])
    expect((await setPlaces(45, 40)).status).toBe(200)
    expect((await setPlaces(null, 45)).status).toBe(200)
    expect([places(), await readIgnored()]).toEqual([30, []])
  } finally {
    Reflect.deleteProperty(subject, 'places')
  }
})

test('asks for confirmation before a walk-in exceeds the places (18.11)', async () => {
  await setPlaces(1)
  const [leader] = registrationBody.members
  const walkIn = (email: string, more = {}) =>
    ravi.send(
      'POST',
      '/api/desk/walk-ins',
      {
        kind: 'registration',
        paid: 'cash',
        form: { ...registrationBody, event, email, members: [leader] },
        anyway: true,
        ...more,
      },
      { 'Idempotency-Key': randomUUID() },
    )
  expect((await walkIn('first@college.test')).status).toBe(201)
  const refused = await walkIn('second@college.test')
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      code: 'illegal',
      detail: 'All places are taken. Register this person anyway to put them on the waiting list.',
    },
  ])
  const entered = await walkIn('second@college.test', { overLimit: true })
  expect([entered.status, await entered.json()]).toMatchObject([
    201,
    { standing: { is: 'waiting', number: 1 } },
  ])
  expect(await listArrivals()).toMatchObject([{ arrival: 1 }, { arrival: 2 }])
})

test('says on the private page whether the entry has a place (18.6)', async () => {
  await setPlaces(1)
  await enter(2)
  await verify(1)
  await verify(2)
  const readWords = async (number: number) => {
    const { label, email } = await findRow(number)
    const ask = () => festival.post('/api/my-submission/links', { id: label, email })
    const secret = findSecret(await readEmailTo(festival, ask, email, 'private-link'))
    const page = await festival.post('/api/my-submission/open', { secret })
    return page.json()
  }
  expect((await readWords(1)).words).toMatch(/is verified. Your place is confirmed.$/)
  const waiting = await readWords(2)
  expect(waiting.words).toMatch(
    /is verified. Waiting list, number 1. We will e-mail you if you get a place. If no place becomes free before the event starts, we will refund your payment.$/,
  )
  expect(waiting.more).toEqual([])
})

test('refunds entries without a place when the event begins, unless present (18.12)', async () => {
  await setPlaces(1)
  await enter(3)
  for (const arrival of [1, 2, 3]) {
    await verify(arrival)
  }
  await passUndo()
  festival.now = new Date('2025-10-12T09:05:00+05:30')
  await festival.updateWaitlist()
  const viewer = await signIn(festival)
  const readRefunds = async () => {
    const { refunds } = await (await viewer.get('/api/desk/refunds')).json()
    return refunds.map(({ why, amount }: { why: string; amount: number }) => [why, amount])
  }
  const readBack = async () => (await (await viewer.get('/api/desk/overview')).json()).back
  expect(await readRefunds()).toEqual([
    ['no-place', 60_000],
    ['no-place', 60_000],
  ])
  expect(await readBack()).toEqual({ count: 2, sum: 120_000 })
  const [, second] = await listArrivals()
  await sendMarks(viewer, [makeMark(second?.entry_id ?? '', { at: festival.now.toISOString() })])
  await festival.updateWaitlist()
  expect(await readRefunds()).toEqual([['no-place', 60_000]])
  expect(await readBack()).toEqual({ count: 1, sum: 60_000 })
  expect(await mailTexts(/You have a place/)).toEqual([])
})

/** Signs in again, because earlier sessions have expired. */
const begin = async (): Promise<Desk> => {
  festival.now = new Date('2025-10-12T09:05:00+05:30')
  await festival.updateWaitlist()
  return signIn(festival, 'admin')
}

const markPresence = async (desk: Desk, arrival: number, present = true) => {
  const row = (await listArrivals()).find((entry) => entry.arrival === arrival)
  const mark = makeMark(row?.entry_id ?? '', { isPresent: present, at: festival.now.toISOString() })
  await sendMarks(desk, [mark])
}

const verifyEveryone = async (count: number) => {
  await setPlaces(1)
  await enter(count)
  for (let arrival = 1; arrival <= count; arrival += 1) {
    await verify(arrival)
  }
  await passUndo()
}

const readWords = async (number: number, desk: Desk): Promise<string> => {
  const { label, email } = await findRow(number, desk)
  const ask = () => festival.post('/api/my-submission/links', { id: label, email })
  const secret = findSecret(await readEmailTo(festival, ask, email, 'private-link'))
  const page = await festival.post('/api/my-submission/open', { secret })
  return (await page.json()).words
}

test('notifies entries without a place once when the event begins (18.15)', async () => {
  await verifyEveryone(3)
  await decide(3, 'withdraw')
  const desk = await begin()
  const second = await startSecondProcess()
  await second.state.load()
  await Promise.all([passUndo(), second.updateWaitlist()])
  const mails = await mailTexts(/No place became free/)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toContain(
    'No place became free before the event started, so we will refund your payment.',
  )
  expect(mails[0]).toContain('Enter the UPI ID')
  expect(mails[0]).not.toContain('When and where')
  await markPresence(desk, 2)
  await passUndo()
  await markPresence(desk, 2, false)
  await passUndo()
  expect(await mailTexts(/No place became free/)).toHaveLength(1)
  const lines = festival.db.selectFrom('audit_line').selectAll().where('action', '=', 'place-lost')
  expect(await lines.execute()).toHaveLength(1)
  await second.close()
})

test('lets a participant without a place enter a UPI ID through the link in the e-mail (18.15)', async () => {
  await verifyEveryone(2)
  await begin()
  await passUndo()
  const [text = ''] = await mailTexts(/No place became free/)
  const page = await festival.post('/api/my-submission/open', { secret: findSecret(text) })
  expect((await page.json()).refund).toMatchObject({ amount: 60_000 })
})

test('does not send the no-place e-mail to someone who is present (18.15)', async () => {
  await verifyEveryone(2)
  const desk = await begin()
  await markPresence(desk, 2)
  await passUndo()
  expect(await mailTexts(/No place became free/)).toEqual([])
})

test('counts refunded entries as waiting if places are added after the start (18.16)', async () => {
  await verifyEveryone(3)
  admin = await begin()
  await setPlaces(3, 1)
  await festival.updateWaitlist()
  expect(await readPlaces(admin)).toEqual({ places: 3, placed: 1, pending: 0, waiting: 2 })
})

test('confirms the place of someone who is let in from the waiting list (18.16)', async () => {
  await verifyEveryone(3)
  const desk = await begin()
  await markPresence(desk, 2)
  await festival.updateWaitlist()
  expect(await readWords(2, desk)).toContain('Your place is confirmed.')
  expect(await readPlaces(desk)).toEqual({ places: 1, placed: 2, pending: 0, waiting: 1 })
})

test('the desk shows an entry’s status and when it moved up (18.17)', async () => {
  await verifyEveryone(2)
  const { id } = await findRow(2)
  const readEntry = async () => (await ravi.get(`/api/desk/entries/${id}`)).json()
  expect((await readEntry()).standing).toMatchObject({ is: 'waiting', number: 1 })
  await setPlaces(2, 1)
  await festival.updateWaitlist()
  const { standing, timeline } = await readEntry()
  expect(standing).toEqual({ is: 'place' })
  expect(timeline.at(-1)).toMatchObject({ what: 'moved-up', by: null })
})

test('records the old and the new number of places (18.19)', async () => {
  await setPlaces(40)
  await setPlaces(50, 40)
  const lines = festival.db
    .selectFrom('audit_line')
    .select('detail')
    .where('action', '=', 'festival-changed')
  const details = (await lines.orderBy('at').execute()).map(({ detail }) => JSON.parse(detail))
  expect(details.map(({ places }) => places).sort()).toEqual(['40 → 50', 'none → 40'])
})

test('lists the waiting list in the queue (18.13)', async () => {
  await setPlaces(1)
  await enter(2)
  await verify(1)
  await verify(2)
  await passUndo()
  const row = await readOnly(ravi, '?place=waiting')
  expect(row.id).toBe((await findRow(2)).id)
  const counts = await (await ravi.get('/api/desk/counts')).json()
  expect(counts.place).toEqual({ waiting: 1 })
})

test('sends no e-mail about a place to an entry that is rejected before it is sent (18.8)', async () => {
  await setPlaces(1)
  await enter(2)
  await verify(1)
  await verify(2)
  await passUndo()
  await readEmails(festival, /verified/)
  await decide(1, 'withdraw')
  festival.passSeconds(66)
  await festival.updateWaitlist()
  await reject(2)
  expect(await mailTexts(/You have a place/)).toEqual([])
})

test('numbers earlier entries by time when an event gets a limit (18.2)', async () => {
  await enter(3)
  expect((await listArrivals()).map(({ arrival }) => arrival)).toEqual([null, null, null])
  await setPlaces(2)
  const byTime = await festival.db
    .selectFrom('review')
    .select('arrival')
    .orderBy('created_at')
    .execute()
  expect(byTime.map(({ arrival }) => arrival)).toEqual([1, 2, 3])
})

test('never lets the rank of an arrival number grow (18.3)', async () => {
  await setPlaces(3)
  await enter(8)
  const readRanks = async () => {
    const arrivals = await readArrivals(festival.db, event, festival.now)
    return new Map(arrivals.map((entry, index) => [entry.arrival, index]))
  }
  let before = await readRanks()
  const steps = [
    () => verify(5),
    () => reject(2),
    () => festival.passSeconds(70),
    () => decide(2, 'reopen'),
    () => decide(4, 'withdraw'),
    () => enter(),
    () => festival.passSeconds(70),
    () => verify(7),
  ]
  for (const step of steps) {
    await step()
    await festival.updateWaitlist()
    const after = await readRanks()
    for (const [number, rank] of after) {
      expect(rank).toBeLessThanOrEqual(before.get(number) ?? rank)
    }
    before = after
  }
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { changeEvent } from '../../tests/support/changed-subject'
import { decideOn, readOnly } from '../../tests/support/entries'
import { festival, startDesk } from '../../tests/support/festival'
import { fillDelegatePass, fillRegistration } from '../../tests/support/filled-forms'
import { readNewestEmail, signIn } from '../../tests/support/organisers'

startDesk()

const passMinutes = (count: number) => festival.passSeconds(60 * count)
const change = async (event: string, field: string, value: unknown, seen: unknown = null) => {
  const admin = await signIn(festival, 'admin')
  const answer = await admin.send('PUT', `/api/desk/festival/subject?event=${event}`, {
    id: randomUUID(),
    changes: [{ field, seen, value }],
  })
  expect(answer.status).toBe(200)
}
const register = async () =>
  festival.post('/api/event-registrations', await fillRegistration(festival))
const readFlags = async () => (await readOnly(await signIn(festival))).flags

test('accepts and flags forms for 30 minutes after an event is closed (16.20)', async () => {
  await change('SeniorQuiz', 'status', 'closed')
  passMinutes(29)
  const form = await register()
  expect([form.status, (await form.json()).cancelled]).toEqual([201, undefined])
  expect(await readFlags()).toEqual(['late'])
  passMinutes(2)
  const refused = await register()
  expect(refused.status).toBe(409)
  expect((await refused.json()).detail).toMatch(/has closed.*call the .*have the UTR ready/)
})

test('accepts forms for 30 minutes after an event’s closing time (16.20)', async () => {
  await change('SeniorQuiz', 'closesAt', '2025-10-01T12:00:00+05:30')
  passMinutes(119)
  expect((await register()).status).toBe(201)
  passMinutes(30)
  expect((await register()).status).toBe(201)
  passMinutes(2)
  expect((await register()).status).toBe(409)
})

test('rejects late forms for an event that was never open or has already begun (16.20)', async () => {
  const closed = { ...(await fillRegistration(festival)), event: 'DisasterX' }
  expect((await festival.post('/api/event-registrations', closed)).status).toBe(409)
  await change('SeniorQuiz', 'status', 'closed')
  await change('SeniorQuiz', 'sessions', [{ start: '2025-10-01T10:10:00+05:30', label: 'Online' }])
  expect((await register()).status).toBe(201)
  passMinutes(11)
  const begun = await register()
  expect([begun.status, (await begun.json()).code]).toEqual([409, 'registration-closed'])
})

test('accepts and flags a form for a cancelled event (16.21)', async () => {
  await change('SeniorQuiz', 'status', 'cancelled')
  passMinutes(40)
  const body = await fillRegistration(festival)
  const key = { 'Idempotency-Key': 'b7d3b8a0-7c52-4d6e-9e0a-1f2a3b4c5d6e' }
  const answers = [
    await festival.post('/api/event-registrations', body, key),
    await festival.post('/api/event-registrations', body, key),
  ]
  for (const answer of answers) {
    expect([answer.status, (await answer.json()).cancelled]).toEqual([201, true])
  }
  expect(await readFlags()).toEqual(['cancelled'])
  const mail = await readNewestEmail(festival, 'asha@college.test', 'registration')
  expect(mail).toContain('is cancelled. If you have paid, we will refund you')
  expect(mail).not.toContain('When and where')
})

test('does not invite verified participants to a cancelled event (16.21)', async () => {
  expect((await register()).status).toBe(201)
  const ravi = await signIn(festival)
  const row = await readOnly(ravi)
  await change('SeniorQuiz', 'status', 'cancelled')
  const pay = { decision: 'verify', source: 'cash', cash: 60_000 }
  expect((await decideOn(ravi, row, pay)).status).toBe(200)
  festival.passSeconds(61)
  await festival.outbox.deliverDue()
  const mail = await readNewestEmail(festival, 'asha@college.test', 'decision')
  expect(mail).toContain('is cancelled. If you have paid, we will refund you')
  expect(mail).not.toMatch(/come on time|When and where/i)
})

test('accepts forms for 30 minutes after an event is changed back to “opening soon” (16.20)', async () => {
  await change('SeniorQuiz', 'status', 'soon')
  passMinutes(29)
  expect((await register()).status).toBe(201)
  expect(await readFlags()).toEqual(['late'])
  passMinutes(2)
  expect((await (await register()).json()).detail).toMatch(/call the .*have the UTR ready/)
})

test('accepts forms for a cancelled event until its start, if it was open before (16.21)', async () => {
  await change('DisasterX', 'status', 'cancelled')
  const closed = { ...(await fillRegistration(festival)), event: 'DisasterX' }
  expect((await festival.post('/api/event-registrations', closed)).status).toBe(409)
  await change('SeniorQuiz', 'sessions', [{ start: '2025-10-01T10:10:00+05:30', label: 'Online' }])
  await change('SeniorQuiz', 'status', 'cancelled')
  expect((await register()).status).toBe(201)
  passMinutes(11)
  expect((await register()).status).toBe(409)
})

test('promises no refund if the fee was covered by a pass (16.21)', async () => {
  await change('Vivantia', 'status', 'cancelled')
  const members = [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }]
  const body = await fillRegistration(festival, {
    event: 'Vivantia',
    members,
    delegate_id: '123412341234',
  })
  expect((await festival.post('/api/event-registrations', body)).status).toBe(201)
  const mail = await readNewestEmail(festival, 'asha@college.test', 'registration')
  expect(mail).toContain('is cancelled.')
  expect(mail).not.toContain('money')
})

test('sells and flags a pass for 30 minutes after its last event has closed (16.22)', async () => {
  const buy = async () =>
    festival.post('/api/delegate-passes', { ...(await fillDelegatePass(festival)), tier: 'novus' })
  for (const { key, passRequired, status } of festival.state.festival().subjects) {
    if (passRequired && (status === 'open' || status === 'soon')) {
      await change(key, 'status', 'closed')
    }
  }
  passMinutes(29)
  expect((await buy()).status).toBe(201)
  expect(await readFlags()).toEqual(['late'])
  passMinutes(2)
  expect((await buy()).status).toBe(409)
})

const saveManyOthers = async () => {
  const { db, now } = festival
  const newest = await db
    .selectFrom('festival_state')
    .selectAll()
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: 250 }, (_, index) => ({
    version: newest.version + 1 + index,
    json: newest.json,
    changes: '[]',
    organiser: newest.organiser,
    at: now.toISOString(),
  }))
  await db.insertInto('festival_state').values(rows).execute()
  await festival.state.load()
}

test('accepts late forms for 30 minutes, even after hundreds of other changes (16.20)', async () => {
  await change('SeniorQuiz', 'status', 'closed')
  passMinutes(5)
  await saveManyOthers()
  passMinutes(24)
  expect((await register()).status).toBe(201)
  passMinutes(2)
  expect((await register()).status).toBe(409)
})

test('accepts forms for a cancelled event that was opened hundreds of changes ago (16.21)', async () => {
  await change('DisasterX', 'status', 'open')
  passMinutes(40)
  await change('DisasterX', 'status', 'cancelled', 'open')
  passMinutes(40)
  await saveManyOthers()
  const members = [{ name: 'Asha Test', phone: '0123456789', year: 'Final year' }]
  const form = await fillRegistration(festival, {
    event: 'DisasterX',
    members,
    delegate_id: '123412341234',
  })
  const answer = await festival.post('/api/event-registrations', form)
  expect([answer.status, (await answer.json()).cancelled]).toEqual([201, true])
})

test('does not mention payments when a form of a free event is refused (19.32)', async () => {
  await changeEvent(festival, 'SeniorQuiz', { fee: { per: 'free' } })
  await change('SeniorQuiz', 'status', 'closed')
  passMinutes(31)
  const { detail } = await (await register()).json()
  expect(detail).toMatch(/has closed.*If you have questions, call the .*stays on this device/)
  expect(detail).not.toMatch(/paid|UTR/)
})

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { festival, startFestival } from '../../tests/support/festival'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'

startFestival()

const setClock = (instant: number, minutes: number) => {
  festival.now = new Date(instant + minutes * 60_000)
}

const at = (india: string) => Date.parse(`${india}+05:30`)
const begins = { Sonostrike: at('2025-10-09T09:00'), SeniorQuiz: at('2025-10-12T09:00') }
const ends = { Sonostrike: at('2025-10-09T12:30'), festival: at('2025-10-13T00:00') }

const member = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const sonostrike = { event: 'Sonostrike', members: [member], delegate_id: '123412341234' }

test('accepts workshop registrations until the workshop begins (2.8)', async () => {
  setClock(begins.Sonostrike, -1)
  const early = await festival.post(
    '/api/event-registrations',
    await fillRegistration(festival, sonostrike),
  )
  expect(early.status).toBe(201)
  setClock(begins.Sonostrike, 0)
  const late = await festival.post(
    '/api/event-registrations',
    await fillRegistration(festival, sonostrike),
  )
  expect(late.status).toBe(409)
  const problem = await late.json()
  expect(problem.code).toBe('registration-closed')
  expect(problem.detail).toBe(
    'Sonostrike has begun, so we can no longer accept this form. If you have already paid, call the help desk, +91 00000 00000.',
  )
  setClock(ends.Sonostrike, 0)
  const after = await festival.post('/api/event-registrations', sonostrike)
  expect((await after.json()).detail).toContain('Sonostrike is over')
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 1 })
})

test('rejects registrations for events that have begun, even if other fields are wrong', async () => {
  setClock(begins.SeniorQuiz, -1)
  const wrong = { event: 'SeniorQuiz', members: 7, email: '' }
  expect((await festival.post('/api/event-registrations', wrong)).status).toBe(422)
  setClock(begins.SeniorQuiz, 0)
  const late = await festival.post('/api/event-registrations', wrong)
  expect([late.status, (await late.json()).detail]).toEqual([
    409,
    expect.stringContaining('Peristalympics has begun'),
  ])
})

test.each([
  [
    'forms for a Tier 1 pass',
    '/api/delegate-passes',
    'novus',
    at('2025-10-10T08:00'),
    /^The last open session for a Tier 1 pass has started, /,
  ],
  [
    'forms for a Tier 2 pass',
    '/api/delegate-passes',
    'magnus',
    at('2025-10-11T18:00'),
    /^The last open session for a Tier 2 pass has started, /,
  ],
  [
    'room requests',
    '/api/accommodations',
    '',
    at('2025-10-12T18:00'),
    /^The last night has begun, /,
  ],
])('accepts %s until the sale ends (2.9)', async (_what, path, tier, end, words) => {
  const fill = () => (tier ? fillDelegatePass(festival, { tier }) : fillAccommodation(festival))
  setClock(end, -1)
  expect((await festival.post(path, await fill())).status).toBe(201)
  const body = await fill()
  setClock(end, 0)
  for (const sent of [body, { tier }]) {
    const late = await festival.post(path, sent)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'registration-closed',
      detail: expect.stringMatching(words),
    })
  }
  setClock(ends.festival, 0)
  const { detail } = await (await festival.post(path, body)).json()
  expect(detail).toMatch(/^Lumbar Days 7 is over, .*call the help desk/)
})

test('returns the receipt of an earlier registration after the workshop has begun', async () => {
  setClock(begins.Sonostrike, -1)
  const headers = keyHeader(randomUUID())
  const body = await fillRegistration(festival, sonostrike)
  const first = await (await festival.post('/api/event-registrations', body, headers)).json()
  setClock(begins.Sonostrike, 15)
  const again = await festival.post('/api/event-registrations', body, headers)
  expect([again.status, await again.json()]).toEqual([201, first])
})

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  countRows,
  fillAccommodation,
  fillDelegatePass,
  fillRegistration,
  keyHeader,
} from '../../tests/support/filled-forms'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
beforeEach(async () => {
  festival = await createTestApp()
})
afterEach(() => festival.close())

const setClock = (india: string) => {
  festival.now = new Date(`${india}+05:30`)
}

const member = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const sonostrike = { event: 'Sonostrike', members: [member], delegate_id: '123412341234' }

test('a workshop takes registrations to its last minute, and none after it', async () => {
  setClock('2025-10-09T12:29:59')
  const early = await festival.post('/api/event-registrations', await fillRegistration(festival, sonostrike))
  expect(early.status).toBe(201)
  setClock('2025-10-09T12:30:00')
  const late = await festival.post('/api/event-registrations', await fillRegistration(festival, sonostrike))
  expect(late.status).toBe(409)
  const problem = await late.json()
  expect(problem.code).toBe('registration-closed')
  expect(problem.detail).toBe(
    'Sonostrike is over, so this can no longer be taken. If you have paid already, call the help desk, +91 00000 00000.',
  )
  expect(await countRows(festival)).toMatchObject({ EventRegistration: 1 })
})

test('what is over is refused however wrong its other fields are, and what is not yet over is still open', async () => {
  setClock('2025-10-12T17:29:59')
  const wrong = { event: 'SeniorQuiz', members: 7, email: '' }
  expect((await festival.post('/api/event-registrations', wrong)).status).toBe(422)
  setClock('2025-10-12T17:30:00')
  const late = await festival.post('/api/event-registrations', wrong)
  expect([late.status, (await late.json()).detail]).toEqual([409, expect.stringContaining('Peristalympics is over')])
})

test.each([
  ['/api/delegate-passes', fillDelegatePass],
  ['/api/accommodations', fillAccommodation],
] as const)('%s takes its forms to the end of the last day, and none after it', async (path, fill) => {
  setClock('2025-10-12T23:59:59')
  expect((await festival.post(path, await fill(festival))).status).toBe(201)
  const body = await fill(festival)
  setClock('2025-10-13T00:00:00')
  for (const sent of [body, {}]) {
    const late = await festival.post(path, sent)
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({
      code: 'registration-closed',
      detail: expect.stringMatching(/^Cerebra 3\.0 is over, .*call the help desk/),
    })
  }
})

test('a registration that was saved before the end is still finished after it', async () => {
  setClock('2025-10-09T12:29:59')
  const headers = keyHeader(randomUUID())
  const body = await fillRegistration(festival, sonostrike)
  const first = await (await festival.post('/api/event-registrations', body, headers)).json()
  setClock('2025-10-09T12:45:00')
  const again = await festival.post('/api/event-registrations', body, headers)
  expect([again.status, await again.json()]).toEqual([201, first])
})

test('on a private address the status alone decides', async () => {
  await festival.close()
  festival = await createTestApp({ env: { PUBLIC_URL: 'http://cerebra.test' } })
  setClock('2026-11-21T12:00:00')
  const answer = await festival.post('/api/event-registrations', await fillRegistration(festival, sonostrike))
  expect(answer.status).toBe(201)
  expect((await festival.post('/api/delegate-passes', await fillDelegatePass(festival))).status).toBe(201)
})

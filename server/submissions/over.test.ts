import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { identity } from '#edition/identity'
import { endOfFestival, endOfSubject } from '../../festival/availability'
import { findSubject } from '../../festival/catalogue'
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

/** Sets the clock so many minutes after an instant. */
const setClock = (instant: number, minutes: number) => {
  festival.now = new Date(instant + minutes * 60_000)
}

const endOf = (key: string) => {
  const subject = findSubject(key)
  if (!subject) throw new Error(`No ${key}`)
  return endOfSubject(subject)
}

const member = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
const sonostrike = { event: 'Sonostrike', members: [member], delegate_id: '123412341234' }

test('a workshop takes registrations to its last minute, and none after it', async () => {
  setClock(endOf('Sonostrike'), -1)
  const early = await festival.post('/api/event-registrations', await fillRegistration(festival, sonostrike))
  expect(early.status).toBe(201)
  setClock(endOf('Sonostrike'), 0)
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
  setClock(endOf('SeniorQuiz'), -1)
  const wrong = { event: 'SeniorQuiz', members: 7, email: '' }
  expect((await festival.post('/api/event-registrations', wrong)).status).toBe(422)
  setClock(endOf('SeniorQuiz'), 0)
  const late = await festival.post('/api/event-registrations', wrong)
  expect([late.status, (await late.json()).detail]).toEqual([409, expect.stringContaining('Peristalympics is over')])
})

test.each([
  ['/api/delegate-passes', fillDelegatePass],
  ['/api/accommodations', fillAccommodation],
] as const)('%s takes its forms to the end of the last day, and none after it', async (path, fill) => {
  setClock(endOfFestival(identity), -1)
  expect((await festival.post(path, await fill(festival))).status).toBe(201)
  const body = await fill(festival)
  setClock(endOfFestival(identity), 0)
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
  setClock(endOf('Sonostrike'), -1)
  const headers = keyHeader(randomUUID())
  const body = await fillRegistration(festival, sonostrike)
  const first = await (await festival.post('/api/event-registrations', body, headers)).json()
  setClock(endOf('Sonostrike'), 15)
  const again = await festival.post('/api/event-registrations', body, headers)
  expect([again.status, await again.json()]).toEqual([201, first])
})

test('on a private address the status alone decides', async () => {
  await festival.close()
  festival = await createTestApp({ env: { PUBLIC_URL: 'http://cerebra.test' } })
  setClock(endOfFestival(identity), 400 * 24 * 60)
  const answer = await festival.post('/api/event-registrations', await fillRegistration(festival, sonostrike))
  expect(answer.status).toBe(201)
  expect((await festival.post('/api/delegate-passes', await fillDelegatePass(festival))).status).toBe(201)
})

import { expect, test } from 'vitest'
import { makeMark } from '../../tests/support/attendance'
import { readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { type Desk, openDesk, signIn } from '../../tests/support/organisers'

startSignedDesk()

/** A 404 or 422 means that the caller is allowed to make the call, but its content is wrong. */
const calls: readonly {
  method: string
  path: string
  body?: object
  statuses: readonly [
    head: number,
    headOfOther: number,
    viewer: number,
    verifier: number,
    admin: number,
    stranger: number,
  ]
}[] = [
  { method: 'GET', path: 'attendance?event=EVENT', statuses: [200, 403, 200, 200, 200, 401] },
  {
    method: 'POST',
    path: 'attendance?event=EVENT',
    body: { marks: [makeMark('ENTRY')] },
    statuses: [200, 403, 403, 200, 200, 401],
  },
  {
    method: 'POST',
    path: 'attendance/copies?event=EVENT',
    body: { what: 'phone numbers' },
    statuses: [204, 403, 403, 403, 204, 401],
  },
  {
    method: 'GET',
    path: 'lists/file?event=EVENT&format=csv',
    statuses: [200, 403, 403, 403, 200, 401],
  },
  { method: 'GET', path: 'attendance?day=2025-10-12', statuses: [403, 403, 200, 200, 200, 401] },
  {
    method: 'PUT',
    path: 'entries/ENTRY/room',
    body: { room: 'Hostel 2' },
    statuses: [403, 403, 403, 404, 404, 401],
  },
  {
    method: 'POST',
    path: 'entries/ENTRY/replacements?event=EVENT',
    body: {},
    statuses: [422, 403, 403, 403, 422, 401],
  },
  {
    method: 'PUT',
    path: 'festival/subject?event=EVENT',
    body: {},
    statuses: [422, 403, 403, 403, 422, 401],
  },
  { method: 'GET', path: 'refunds', statuses: [403, 403, 200, 200, 200, 401] },
  { method: 'POST', path: 'refunds', body: {}, statuses: [403, 403, 403, 422, 422, 401] },
]

test('lets each role make only the calls it is allowed to make (17.8, 17.9, 17.11, 17.12)', async () => {
  await submit(festival)
  const { id } = await readOnly(ravi)
  const head = await signIn(festival, 'head')
  const callers: readonly (readonly [desk: Desk, event: string])[] = [
    [head, 'SeniorQuiz'],
    [head, 'AxonAlley'],
    [await signIn(festival, 'viewer'), 'SeniorQuiz'],
    [ravi, 'SeniorQuiz'],
    [await signIn(festival, 'admin'), 'SeniorQuiz'],
    [openDesk(festival, ''), 'SeniorQuiz'],
  ]
  for (const { method, path, body, statuses } of calls) {
    const answers: number[] = []
    for (const [desk, event] of callers) {
      const address = `/api/desk/${path.replace('EVENT', event).replace('ENTRY', id)}`
      const response =
        method === 'GET' ? await desk.get(address) : await desk.send(method, address, body)
      answers.push(response.status)
    }
    expect({ path, answers }).toEqual({ path, answers: statuses })
  }
})

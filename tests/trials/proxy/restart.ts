import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServedFestival } from '../../support/serve'
import type { Ask } from './ask'
import { checkHeaders, type Line } from './headers'

/** How often somebody asks while the server restarts, in milliseconds. */
const everyMs = 50

/** Requests that come while the server restarts are answered by the new one: visits, and forms, whose bodies must not be lost. */
export const tryRestart = async (ask: Ask, festival: ServedFestival): Promise<Line[]> => {
  const asked: Promise<number>[] = []
  const sent: Promise<number>[] = []
  let isOver = false
  const body = Buffer.from(JSON.stringify({ event: 'SeniorQuiz', members: [] }))
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
  const visit = async () => {
    while (!isOver) {
      asked.push(ask('/').then(({ status }) => status))
      sent.push(ask('/api/event-registrations', { method: 'POST', headers }, [body]).then(({ status }) => status))
      await pause(everyMs)
    }
  }
  const visiting = visit()
  await pause(300)
  await festival.restart()
  await pause(300)
  isOver = true
  await visiting
  const statuses = await Promise.all(asked)
  const good = statuses.filter((status) => status === 200).length
  const answers = await Promise.all(sent)
  // What the server says of it is 409 or 422, for it lacks its members and its event may be over. 400 would be a body that was lost.
  const read = answers.filter((status) => [409, 422].includes(status)).length
  const later = answers.filter((status) => status === 503).length
  return [
    ['a restart is ridden over', good === statuses.length, `${good} of ${statuses.length} visits were 200`],
    [
      'a form is read, or told to come again',
      read > 0 && read + later === answers.length,
      `${read} of ${answers.length} were read, ${later} heard 503`,
    ],
  ]
}

/** Where the server stays away, visitors hear so in words, with the headers of every other answer. */
export const tryAbsence = async (ask: Ask, festival: ServedFestival): Promise<Line[]> => {
  await festival.end()
  const [page, call] = await Promise.all([ask('/'), ask('/api/event-registrations', { method: 'POST' })])
  return [
    ['a page without its server', page.status === 503 && page.text.includes('load this page again'), `${page.status}`],
    ['a call without its server', call.status === 503 && call.text.includes('"code":"unavailable"'), `${call.status}`],
    ['the call says when to try again', call.headers['retry-after'] === '5', `${call.headers['retry-after']}`],
    [
      'the call is a problem',
      call.headers['content-type'] === 'application/problem+json',
      `${call.headers['content-type']}`,
    ],
    ...checkHeaders('away: /', page),
    ...checkHeaders('away: /api', call),
  ]
}

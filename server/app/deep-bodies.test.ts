import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeskCall, deskCalls } from '../../festival/contract/calls'
import { myEntryPaths } from '../../festival/contract/my-entry'
import { couponPath, formPaths } from '../../festival/forms/api'
import { askForSecret } from '../../tests/support/corrections'
import { readOnly, submit } from '../../tests/support/entries'
import { createDeskApp, openDesk, signIn } from '../../tests/support/organisers'
import type { TestApp } from '../../tests/support/test-app'

let festival: TestApp
beforeEach(async () => {
  festival = await createDeskApp({ COUPON_CODE: 'NEURON55!' })
})
afterEach(() => festival.close())

const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

const sendBody = (path: string, body: string, method = 'POST', cookie = '') =>
  festival.request(path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: 'https://cerebra.test', Cookie: cookie },
    body,
  })

const publicPaths = [...Object.values(formPaths), ...Object.values(myEntryPaths), couponPath]

test.each(publicPaths)('%s rejects bodies with more than 50 levels (13.103)', async (path) => {
  for (const levels of [50, 4_000, 30_000]) {
    const answer = await sendBody(path, `{"a":${nest(levels)}}`)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        code: 'bad-request',
        detail: 'The request is nested too deeply. At most 50 levels are allowed.',
      },
    ])
  }
  expect((await sendBody(path, `{"a":${nest(49)}}`)).status, '50 levels are read').not.toBe(400)
})

const deskBodies: [string, DeskCall][] = Object.entries(deskCalls).filter(
  ([, call]) => 'body' in call,
)

test('every desk call rejects deeply nested bodies (13.103)', async () => {
  const { cookie } = await signIn(festival, 'admin')
  const answers = []
  for (const [name, { path, method }] of deskBodies) {
    const answer = await sendBody(
      `${path}?event=SeniorQuiz`,
      `{"id":"x","fields":${nest(4_000)}}`,
      method,
      cookie,
    )
    answers.push([name, answer.status])
  }
  expect(answers).toEqual(deskBodies.map(([name]) => [name, 400]))
  expect(festival.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

test('a deeply nested body under a valid private link changes nothing (13.103)', async () => {
  const admin = openDesk(festival, (await signIn(festival, 'admin')).cookie)
  await submit(festival)
  const before = await readOnly(admin)
  const secret = await askForSecret(festival, before.label)
  const body = `{"secret":"${secret}","version":1,"fields":{"members":${nest(4_000)}}}`
  expect((await sendBody('/api/my-submission/correct', body)).status).toBe(400)
  expect(await readOnly(admin)).toEqual(before)
  expect(festival.logged.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

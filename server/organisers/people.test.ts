import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeskApp, organisers, signIn } from '../../tests/support/organisers'
import type { TestApp } from '../../tests/support/test-app'

let festival: TestApp

beforeAll(async () => {
  festival = await createDeskApp()
})
afterAll(() => festival.close())

test('an admin reads who is an organiser, and who is signed in (14.80)', async () => {
  await signIn(festival, 'verifier')
  festival.now = new Date(festival.now.getTime() + 3_600_000)
  await signIn(festival, 'verifier')
  const asha = await signIn(festival, 'admin')
  const now = festival.now.toISOString()
  expect(await (await asha.get('/api/desk/people')).json()).toEqual({
    people: [
      { email: organisers.admin, role: 'admin', lastSeenAt: now, sessions: 1 },
      { email: organisers.verifier, role: 'verifier', lastSeenAt: now, sessions: 2 },
      { email: organisers.viewer, role: 'viewer', lastSeenAt: null, sessions: 0 },
    ],
  })
})

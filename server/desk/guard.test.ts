import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskCall, deskCalls, fillPath } from '../../festival/desk/calls'
import { mayAct, type Role, roles } from '../../festival/desk/roles'
import { createDeskApp, type Desk, deskOrigin, openDesk, signIn } from '../../tests/support/organisers'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

let festival: TestApp
let desks: Record<Role, Desk>
const calls: DeskCall[] = Object.values(deskCalls)
const guarded = calls.filter(({ role }) => role !== 'anyone')
const pathOf = ({ path }: DeskCall) => fillPath(path, { id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924', proof: 'p' })
const call = async (desk: Desk, one: DeskCall) => {
  const path = one.path === deskCalls.listUnread.path ? `${pathOf(one)}?kind=ocr` : pathOf(one)
  const body = one.method === 'POST' ? {} : undefined
  return (await (one.method === 'GET' ? desk.get(path) : desk.send(one.method, path, body))).status
}
const name = ({ method, path }: DeskCall) => `${method} ${path}`
/** What every guarded call answers to somebody. */
const answers = async (desk: Desk, app = festival) => {
  const statuses: [string, number][] = []
  for (const one of guarded) statuses.push([name(one), await call(openDesk(app, desk.cookie), one)])
  return statuses
}
const all = (status: number) => guarded.map((one) => [name(one), status])

beforeAll(async () => {
  festival = await createDeskApp()
  desks = {
    viewer: await signIn(festival, 'viewer'),
    verifier: await signIn(festival, 'verifier'),
    admin: await signIn(festival, 'admin'),
  }
})
afterAll(() => festival.close())

test('without a session, or with one that was made up, every call is 401 (14.3)', async () => {
  for (const cookie of ['', '__Host-desk=', `__Host-desk=${'A'.repeat(43)}`, desks.admin.cookie.replace('__Host-', '')])
    expect(await answers(openDesk(festival, cookie)), cookie).toEqual(all(401))
})

test.each(roles)('what a %s may not is 403, and everything else is let through (14.3)', async (role) => {
  for (const one of guarded) {
    if (one.path === deskCalls.endSession.path && one.method === 'DELETE') continue
    const status = await call(desks[role], one)
    if (one.role !== 'anyone' && mayAct(role, one.role)) expect([401, 403], name(one)).not.toContain(status)
    else expect(status, name(one)).toBe(403)
  }
})

test('after 12 hours, and after its end, a session opens nothing (14.5)', async () => {
  const [idle, ended] = [await signIn(festival, 'admin'), await signIn(festival, 'admin')]
  expect((await ended.send('DELETE', '/api/desk/sessions/current')).status).toBe(204)
  expect(await answers(ended)).toEqual(all(401))
  const now = festival.now
  festival.now = new Date(now.getTime() + 12 * 3_600_000)
  expect(await answers(idle)).toEqual(all(401))
  festival.now = now
})

test('somebody whose name was taken out is signed out of every call (14.2)', async () => {
  const without = await createTestApp({ beside: festival, env: { ORGANISERS: 'vani@college.test=viewer' } })
  expect(await answers(desks.admin, without)).toEqual(all(401))
  await without.close()
})

test('a stolen session is of no use to another site’s page: nothing is changed without our Origin (14.7)', async () => {
  for (const one of calls.filter(({ method }) => method !== 'GET'))
    for (const headers of [{ Origin: 'https://evil.test' }, { Origin: '' }]) {
      const answer = await desks.admin.send(one.method, pathOf(one), one.method === 'POST' ? {} : undefined, headers)
      expect(answer.status, name(one)).toBe(403)
    }
})

test('without ORGANISERS all of it is 404 (14.1)', async () => {
  const plain = await createTestApp({ beside: festival })
  for (const one of calls) {
    const answer = await plain.request(pathOf(one), { method: one.method, headers: deskOrigin })
    expect(answer.status, name(one)).toBe(404)
  }
  await plain.close()
})

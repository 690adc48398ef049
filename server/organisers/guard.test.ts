import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DeskCall, deskCalls, fillPath } from '../../festival/contract/calls'
import { mayAct, type Role, roles } from '../../festival/contract/organisers'
import { deskCallFolder } from '../../festival/contract/pages'
import {
  createDeskApp,
  type Desk,
  deskOrigin,
  organisersSetting,
  signIn,
} from '../../tests/support/organisers'
import { createTestApp, type TestApp } from '../../tests/support/test-app'

interface Address {
  method: string
  path: string
}

/** Each caller has a separate server. */
interface Caller {
  name: string
  cookie: () => string
  env?: Record<string, string>
  /** Hours since the sign-in. */
  hoursLater?: number
  headers?: Record<string, string>
  /** Undefined if the session is not valid. */
  role?: Role
}

let festival: TestApp
let desks: Record<Role, Desk>
let ended: Desk
beforeAll(async () => {
  festival = await createDeskApp()
  desks = {
    head: await signIn(festival, 'head'),
    viewer: await signIn(festival, 'viewer'),
    verifier: await signIn(festival, 'verifier'),
    admin: await signIn(festival, 'admin'),
  }
  ended = await signIn(festival, 'admin')
  await ended.send('DELETE', '/api/desk/sessions/current')
})
afterAll(() => festival.close())

const nameOf = ({ method, path }: Address) => `${method} ${path}`
const rows: DeskCall[] = Object.values(deskCalls)
const callOf = (address: Address) => rows.find((row) => nameOf(row) === nameOf(address))
const roleOf = (address: Address) => callOf(address)?.role

/** Whether a role may make a call without a query. Heads may only make calls about themselves. */
const mayMake = (role: Role, address: Address) => {
  const { role: needed = 'anyone', isForHeads = false, query } = callOf(address) ?? {}
  if (role === 'head') {
    return isForHeads && !query
  }
  return needed !== 'anyone' && mayAct(role, needed)
}

/** Includes routes that only refuse other methods. */
const listMounted = () => {
  const routes = festival.routes.filter(({ path }) => path.startsWith(deskCallFolder))
  const isAll = ({ method }: Address) => method === 'ALL'
  return { calls: routes.filter((route) => !isAll(route)), refusals: routes.filter(isAll) }
}

const changeLast = (cookie: string) => `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`
const changeFirst = (cookie: string) =>
  cookie.replace(/=./, (start) => (start === '=A' ? '=B' : '=A'))

const callers: readonly Caller[] = [
  { name: 'no session', cookie: () => '' },
  { name: 'empty', cookie: () => '__Host-desk=' },
  { name: 'made up', cookie: () => `__Host-desk=${'A'.repeat(43)}` },
  { name: 'other name', cookie: () => desks.admin.cookie.replace('__Host-', '') },
  { name: 'last letter', cookie: () => changeLast(desks.admin.cookie) },
  { name: 'first letter', cookie: () => changeFirst(desks.admin.cookie) },
  { name: '12 h idle', cookie: () => desks.admin.cookie, hoursLater: 12 },
  { name: '7 days', cookie: () => desks.admin.cookie, hoursLater: 7 * 24 },
  { name: 'ended', cookie: () => ended.cookie },
  {
    name: 'removed',
    cookie: () => desks.admin.cookie,
    env: { ORGANISERS: 'vani@college.test=viewer' },
  },
  ...roles.map((role) => ({ name: role, cookie: () => desks[role].cookie, role })),
]

/** Cross-site requests that carry a valid session cookie, although browsers should not send it. */
const foreign: readonly Caller[] = [
  {},
  ...['https://evil.test', 'null', 'https://cerebra.test.evil.test', 'http://cerebra.test', ''].map(
    (Origin) => ({
      Origin,
    }),
  ),
].map((headers) => ({
  name: JSON.stringify(headers),
  headers,
  cookie: () => desks.admin.cookie,
  role: 'admin',
}))

/** Uses a separate server, because servers count refusals. */
const askAll = async (
  { cookie, env, hoursLater = 0, headers = deskOrigin }: Caller,
  calls: readonly Address[],
) => {
  const app = await createTestApp({
    beside: festival,
    env: { ORGANISERS: organisersSetting, ...env },
  })
  app.now = new Date(festival.now.getTime() + hoursLater * 3_600_000)
  const statuses: Record<string, number> = {}
  for (const { method, path } of calls) {
    const filled = fillPath(path, {
      id: 'e3b0c442-98fc-4c14-9afb-f4c8996fb924',
      proof: 'p',
      phone: 'p',
    })
    // Without a query, an export is refused before the events are checked.
    const answer = await app.request(`${filled}?format=csv`, {
      method,
      headers: { Cookie: cookie(), 'Content-Type': 'application/json', ...headers },
      body: method === 'POST' ? '{}' : null,
    })
    statuses[nameOf({ method, path })] = answer.status
  }
  await app.close()
  return statuses
}

test('mounts the listed calls and nothing else under /api/desk (14.3)', () => {
  const { calls, refusals } = listMounted()
  expect(calls.map(nameOf).sort()).toEqual(rows.map(nameOf).sort())
  expect(new Set(refusals.map(({ path }) => path))).toEqual(new Set(rows.map(({ path }) => path)))
})

test('allows only the two sign-in calls to clients without a session (14.3)', () => {
  const open = listMounted().calls.filter((call) => roleOf(call) === 'anyone')
  expect(open.map(nameOf).sort()).toEqual(['POST /api/desk/sessions', 'POST /api/desk/sign-in'])
})

test('checks the session and role in every call (14.2, 14.3, 14.5)', async () => {
  const { calls } = listMounted()
  for (const caller of callers) {
    const statuses = await askAll(caller, calls)
    for (const call of calls) {
      const needed = roleOf(call)
      const status = statuses[nameOf(call)]
      const about = `${caller.name}: ${nameOf(call)}`
      if (needed === undefined || needed === 'anyone') {
        expect(status, about).toBe(422)
      } else if (!caller.role) {
        expect(status, about).toBe(401)
      } else if (mayMake(caller.role, call)) {
        expect([401, 403], about).not.toContain(status)
      } else {
        expect(status, about).toBe(403)
      }
    }
  }
})

test('gives heads access only to their own events, one at a time and filtered only by state (14.150)', async () => {
  const forHeads = rows.filter(({ isForHeads }) => isForHeads)
  const ofEvents = forHeads.filter(({ query }) => query)
  expect(forHeads.filter((call) => !ofEvents.includes(call)).map(nameOf)).toEqual([
    'GET /api/desk/me',
    'GET /api/desk/sessions',
    'DELETE /api/desk/sessions/:id',
    // A head may send a test message to themselves.
    'POST /api/desk/messages/test',
    // A head sees only their own messages and those to their events (14.203).
    'GET /api/desk/messages',
    'PUT /api/desk/messages/:id',
    // A head sees and changes only the doors of their events (21.30).
    'GET /api/desk/doors',
    'POST /api/desk/doors/:id/phones',
    'DELETE /api/desk/doors/:id/phones/:phone',
    // A head sees only their own events (16.17, 18.13).
    'GET /api/desk/places',
    'GET /api/desk/festival',
  ])
  expect(ofEvents.length).toBeGreaterThan(1)
  const refused = [
    '',
    'event=',
    'event=OnlineQuiz',
    'event=novus',
    'event=SeniorQuiz,OnlineQuiz',
    'event=OnlineQuiz&event=SeniorQuiz',
    'state=verified',
    ...[
      'q=asha',
      'source=cash',
      'cash=yes',
      'utr=none',
      'kind=accommodation',
      'bank=allocated',
      'command=p',
    ].map((more) => `event=SeniorQuiz&${more}`),
  ]
  for (const { method, path } of ofEvents) {
    const isRead = method === 'GET'
    const ask = async (query: string) =>
      (
        await desks.head.send(
          method,
          `${path}?${path.endsWith('/file') ? 'format=csv&' : ''}${query}`,
          isRead ? undefined : {},
        )
      ).status
    for (const query of refused) {
      expect(await ask(query), `${path}?${query}`).toBe(403)
    }
    // The guard lets these changes pass, so only the missing body is refused.
    for (const query of [
      'event=SeniorQuiz',
      'event=JuniorQuiz&state=verified',
      'event=SeniorQuiz&scope=open',
    ]) {
      expect(await ask(query), `${path}?${query}`).toBe(isRead ? 200 : 422)
    }
  }
})

test('rejects changes whose Origin is not our site (14.7)', async () => {
  const calls = listMounted().calls.filter(({ method }) => method !== 'GET')
  for (const caller of foreign) {
    const statuses = await askAll(caller, calls)
    for (const call of calls) {
      expect(statuses[nameOf(call)], `${caller.name}: ${nameOf(call)}`).toBe(403)
    }
  }
})

test('returns 404 for the whole desk if ORGANISERS is not set (14.1)', async () => {
  const plain = await createTestApp({ beside: festival })
  const nothing = await (await plain.request('/api/nothing')).text()
  for (const { method, path } of rows) {
    const answer = await plain.request(fillPath(path, { id: 'x', proof: 'p' }), {
      method,
      headers: deskOrigin,
    })
    expect([answer.status, await answer.text()], `${method} ${path}`).toEqual([404, nothing])
  }
  await plain.close()
})

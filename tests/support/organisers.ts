import { setImmediate as pass } from 'node:timers/promises'
import type { Role } from '../../festival/contract/organisers'
import type { MessageKind } from '../../server/db/schema'
import type { Mail } from '../../server/mail/mailer'
import { waitForBackgroundWork } from '../../server/system/secret'
import { createTestApp, type TestApp } from './test-app'

/** One organiser per role. The head is responsible for two quizzes. */
export const organisers = {
  head: 'hema@college.test',
  viewer: 'vani@college.test',
  verifier: 'ravi@college.test',
  admin: 'asha@organisers.test',
} as const satisfies Record<Role, string>

export const organisersSetting = Object.entries(organisers)
  .map(([role, address]) => `${address}=${role}${role === 'head' ? ':SeniorQuiz+JuniorQuiz' : ''}`)
  .join(', ')

export const deskOrigin = { Origin: 'https://cerebra.test' }

export const createDeskApp = (env: Record<string, string> = {}): Promise<TestApp> =>
  createTestApp({ env: { ORGANISERS: organisersSetting, ...env } })

/** Delivers all due e-mails first. */
export const readEmails = async (festival: TestApp, subject: RegExp): Promise<Mail[]> => {
  while (await festival.outbox.deliverDue()) {}
  return festival.mailer.sent.filter((mail) => subject.test(mail.subject))
}

/** Delivers all due e-mails first. */
export const readNewestEmail = async (
  festival: TestApp,
  recipient: string,
  wanted?: MessageKind,
): Promise<string> => {
  await waitForBackgroundWork()
  while (await festival.outbox.deliverDue()) {}
  const mail = festival.mailer.sent
    .filter(({ to, kind }) => to === recipient && (wanted === undefined || kind === wanted))
    .at(-1)
  return mail ? (await mail.renderBodies()).text : ''
}

/** Reads the e-mail before the delayed response arrives. Returns '' if there is no e-mail. */
export const readEmailTo = async (
  festival: TestApp,
  ask: () => Promise<Response>,
  recipient: string,
  wanted?: MessageKind,
): Promise<string> => {
  const before = await readNewestEmail(festival, recipient, wanted)
  let hasResponse = false
  void ask().finally(() => {
    hasResponse = true
  })
  for (;;) {
    const isLast = hasResponse
    const mail = await readNewestEmail(festival, recipient, wanted)
    if (mail !== before) {
      return mail
    }
    if (isLast) {
      return ''
    }
    await pass()
  }
}

export const findSecret = (mail: string): string => /#([\w-]{43})/.exec(mail)?.[1] ?? ''

export interface Desk {
  cookie: string
  get: (path: string) => Promise<Response>
  send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>
}

export const openDesk = (festival: TestApp, cookie: string): Desk => ({
  cookie,
  get: (path) => festival.request(path, { headers: { Cookie: cookie } }),
  send: (method, path, body, headers = {}) =>
    festival.request(path, {
      method,
      headers: { Cookie: cookie, 'Content-Type': 'application/json', ...deskOrigin, ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    }),
})

export const signIn = (festival: TestApp, role: Role = 'verifier'): Promise<Desk> =>
  signInAs(festival, organisers[role])

export const signInAs = async (festival: TestApp, email: string): Promise<Desk> => {
  const ask = () => festival.post('/api/desk/sign-in', { email }, deskOrigin)
  const secret = findSecret(await readEmailTo(festival, ask, email, 'desk-link'))
  const response = await festival.post(
    '/api/desk/sessions',
    { secret },
    { ...deskOrigin, 'User-Agent': 'Firefox/140 Android' },
  )
  return openDesk(festival, response.headers.get('Set-Cookie')?.split(';')[0] ?? '')
}

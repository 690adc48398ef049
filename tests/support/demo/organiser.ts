import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallAnswer,
  type CallInput,
  type DeskCallName,
  deskCalls,
  fillPath,
} from '../../../festival/contract/calls'
import { signInPage } from '../../../festival/contract/pages'

/** The demo's server, as whoever uses it sees it. */
export interface DemoServer {
  origin: string
  /** Where its e-mails lie. */
  mailFolder: string
}

/** How often the mail folder is looked through, in milliseconds. */
const pollMs = 50

/** The secret of the first link to a page that lies in somebody's mail and not among those `before`, once it does. */
export const readSecret = async (
  { mailFolder }: DemoServer,
  recipient: string,
  page: string,
  before: readonly string[] = [],
): Promise<string> => {
  for (;;) {
    for (const name of readdirSync(mailFolder).filter(
      (file) => file.endsWith('.eml') && !before.includes(file),
    )) {
      // Quoted-printable breaks long lines.
      const email = readFileSync(join(mailFolder, name), 'utf8').replace(/=\r?\n/g, '')
      const secret = new RegExp(`${page}#([\\w-]{43})`).exec(email)?.[1]
      if (secret && email.includes(`To: ${recipient}`)) {
        return secret
      }
    }
    await pause(pollMs)
  }
}

const post = (
  { origin }: DemoServer,
  { method, path }: { method: string; path: string },
  body: object,
) =>
  fetch(origin + path, {
    method,
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify(body),
  })

/** Asks for a sign-in link as an organiser does, and reads its secret out of the mail folder. */
export const askForLink = async (server: DemoServer, email: string): Promise<string> => {
  const before = readdirSync(server.mailFolder)
  // Its answer comes in even time, its e-mail before.
  void post(server, deskCalls.askForLink, { email }).catch(() => {})
  return readSecret(server, email, signInPage, before)
}

/** Calls the desk. @throws Error for whatever is refused */
export type Ask = <Name extends DeskCallName>(
  name: Name,
  ...given: keyof CallInput<Name> extends never ? [] : [CallInput<Name>]
) => Promise<CallAnswer<Name>>

interface Given {
  params?: Readonly<Record<string, string>>
  query?: unknown
  body?: unknown
}

/** Comes in as an organiser. */
export const signInToDesk = async (server: DemoServer, email: string): Promise<Ask> => {
  const secret = await askForLink(server, email)
  const answer = await post(server, deskCalls.signIn, { secret })
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return async (name, ...[given]) => {
    const { params = {}, query, body }: Given = given ?? {}
    const { method, path } = deskCalls[name]
    const response = await fetch(
      `${server.origin}${fillPath(path, params)}?${new URLSearchParams({ ...(query as object) })}`,
      {
        method,
        headers: {
          ...{ Cookie: cookie, Origin: server.origin, 'Idempotency-Key': randomUUID() },
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      },
    )
    const text = await response.text()
    if (!response.ok) {
      throw new Error(`The demo's desk refused ${name} with ${response.status}: ${text}`)
    }
    return text === '' ? undefined : JSON.parse(text)
  }
}

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CallInput,
  type CallResponse,
  type DeskCallName,
  deskCalls,
  fillPath,
} from '../../../festival/contract/calls'
import { signInPage } from '../../../festival/contract/pages'

export interface DemoServer {
  origin: string
  mailFolder: string
}

const pollMs = 50

/**
 * Waits for an e-mail with a link to this page and returns the link's secret. Ignores the files in
 * `before`.
 */
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
      // Quoted-printable text breaks long lines.
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

export const askForLink = async (server: DemoServer, email: string): Promise<string> => {
  const before = readdirSync(server.mailFolder)
  // The response has a fixed delay, and the e-mail arrives earlier.
  void post(server, deskCalls.askForLink, { email }).catch(() => {})
  return readSecret(server, email, signInPage, before)
}

/** @throws Error if the call is refused */
export type Ask = <Name extends DeskCallName>(
  name: Name,
  ...given: keyof CallInput<Name> extends never ? [] : [CallInput<Name>]
) => Promise<CallResponse<Name>>

interface Given {
  params?: Readonly<Record<string, string>>
  query?: unknown
  body?: unknown
}

export const signInToDesk = async (server: DemoServer, email: string): Promise<Ask> => {
  const secret = await askForLink(server, email)
  const answer = await post(server, deskCalls.signIn, { secret })
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  return async (name, ...[given]) => {
    const { params = {}, query, body }: Given = given ?? {}
    const { method, path } = deskCalls[name]
    const headers = new Headers({
      Cookie: cookie,
      Origin: server.origin,
      'Idempotency-Key': randomUUID(),
    })
    if (body) {
      headers.set('Content-Type', 'application/json')
    }
    const response = await fetch(
      `${server.origin}${fillPath(path, params)}?${new URLSearchParams({ ...(query as object) })}`,
      { method, headers, body: body ? JSON.stringify(body) : null },
    )
    const text = await response.text()
    if (!response.ok) {
      throw new Error(`The demo's desk refused ${name} with ${response.status}: ${text}`)
    }
    return text === '' ? undefined : JSON.parse(text)
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { Current, Decided, DecideOne, Undone } from '../../../festival/desk/decision'
import { isCut } from '../registrant'

/** What the desk said to a press. */
export type Said =
  | { status: 200; body: Decided }
  | { status: number; body: { code: string; current?: Current; detail?: string } }

/** An organiser's browser over a real socket. */
export interface Verifier {
  email: string
  /** Posts JSON to a call of the desk. @throws where the line is cut */
  post: (path: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  /** One try. @throws where the line is cut */
  decide: (press: DecideOne) => Promise<Said>
  /** Sends the same press until an answer comes, as the desk does. */
  decideSurely: (press: DecideOne) => Promise<Said>
  /** The same for taking one back. */
  undoSurely: (id: string) => Promise<{ status: number; body: Undone }>
}

/** How long a verifier waits for one answer, and before the next try, in milliseconds. */
const [timeoutMs, againMs] = [20_000, 50]

/** Tries until an answer comes over a line that nobody cut. */
export const surely = async <T>(send: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!isCut(error)) throw error
      await pause(againMs)
    }
  }
}

export const openVerifier = (email: string, address: string, secret: string): Verifier => {
  const post = async (path: string, body?: unknown) => {
    const answer = await fetch(`${address}/api/desk${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: address, Cookie: `desk=${secret}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const decide = (press: DecideOne): Promise<Said> => post('/decisions', press)
  return {
    email,
    post,
    decide,
    decideSurely: (press) => surely(() => decide(press)),
    undoSurely: (id) => surely(() => post(`/decisions/${id}/undo`)),
  }
}

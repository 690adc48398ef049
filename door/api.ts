import { doorCallFolder } from '../festival/contract/pages'
import { isProblem, type Problem } from '../festival/contract/problem'

const timeoutMs = 15_000

/** `problem` is undefined if our server did not respond. */
export class CallError extends Error {
  constructor(readonly problem?: Problem) {
    super(problem?.detail ?? 'The server cannot be reached at the moment.')
  }
}

/** @throws CallError */
export const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
  let response: Response
  let value: unknown
  try {
    response = await fetch(`${doorCallFolder}/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
      cache: 'no-store',
    })
    value = response.status === 204 ? undefined : await response.json()
  } catch {
    // There is no network, or a captive portal has answered with its own page.
    throw new CallError()
  }
  if (!response.ok) {
    throw new CallError(isProblem(value) ? value : undefined)
  }
  return value as Answer
}

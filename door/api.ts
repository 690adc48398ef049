import type { DoorList, PairBody, ScansReceived, SendScansBody } from '../festival/contract/door'
import { doorCallFolder } from '../festival/contract/pages'
import { isProblem, type Problem } from '../festival/contract/problem'

const timeoutMs = 15_000

/** `problem` is undefined if no response of our server arrived. */
export class CallError extends Error {
  override readonly name = 'CallError'
  constructor(readonly problem: Problem | undefined) {
    super(problem?.detail ?? 'The server cannot be reached at the moment.')
  }

  /** Why the phone lost its list. */
  get end(): 'removed' | 'over' | undefined {
    switch (this.problem?.status) {
      case 401:
        return 'removed'
      case 410:
        return 'over'
      default:
        return undefined
    }
  }
}

/** The pages of captive portals are not JSON. */
const parse = (text: string): unknown => {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw new CallError(undefined)
  }
}

const call = async (path: string, body?: object): Promise<unknown> => {
  const init: RequestInit = { signal: AbortSignal.timeout(timeoutMs), cache: 'no-store' }
  if (body) {
    init.method = 'POST'
    init.headers = { 'Content-Type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  const unreachable = () => {
    throw new CallError(undefined)
  }
  const response = await fetch(`${doorCallFolder}/${path}`, init).catch(unreachable)
  const value = parse(await response.text().catch(unreachable))
  if (!response.ok) {
    throw new CallError(isProblem(value) ? value : undefined)
  }
  return value
}

/** @throws CallError */
export const pairPhone = (body: PairBody) => call('pair', body)

/** @throws CallError */
export const sendScans = (body: SendScansBody) => call('scans', body) as Promise<ScansReceived>

/** @throws CallError */
export const fetchList = (version: string) =>
  call(version ? `list?since=${encodeURIComponent(version)}` : 'list') as Promise<DoorList>

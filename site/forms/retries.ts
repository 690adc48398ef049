import { useRef, useState } from 'react'
import type { ApiResult } from '../api'

export interface Wait {
  words: string
  seconds: number
}

export interface RetryOptions {
  /** Called before each wait, and with undefined after it. */
  onWait: (wait: Wait | undefined) => void
  /** Ends the wait, so that the last refusal is returned. */
  signal: AbortSignal
}

/** Longer waits are shown to the visitor as an error. */
const longestWaitSeconds = 15

const timeoutMs = 60_000

const busyWords: Readonly<Record<number, string>> = {
  429: 'Many people are sending at once.',
  503: 'The server is busy at the moment.',
}

const readWait = <T>(answer: ApiResult<T>): Wait | undefined => {
  if (answer.ok || answer.failure.kind !== 'problem') {
    return undefined
  }
  const { problem, retryAfterSeconds: seconds = Number.POSITIVE_INFINITY } = answer.failure
  const words = busyWords[problem.status]
  return words && seconds <= longestWaitSeconds
    ? { words, seconds: Math.max(1, seconds) }
    : undefined
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      done()
    })
  })

/**
 * Retries for about a minute while the server answers 429 or 503 with a short `Retry-After`. Random
 * extra time of up to half the wait spreads the clients that were refused together.
 */
export const sendWithRetries = async <T>(
  send: () => Promise<ApiResult<T>>,
  { onWait, signal }: RetryOptions,
): Promise<ApiResult<T>> => {
  const end = Date.now() + timeoutMs
  for (;;) {
    const answer = await send()
    const wait = readWait(answer)
    const ms = (wait?.seconds ?? 0) * (1 + Math.random() / 2) * 1_000
    if (!wait || signal.aborted || Date.now() + ms > end) {
      return answer
    }
    onWait({ ...wait, seconds: Math.ceil(ms / 1_000) })
    await pause(ms, signal)
    onWait(undefined)
    if (signal.aborted) {
      return answer
    }
  }
}

export type Retry = <T>(call: () => Promise<ApiResult<T>>) => Promise<ApiResult<T>>

/** Retries one call at a time; `stop` ends the current wait. */
export const useRetries = () => {
  const [wait, setWait] = useState<Wait>()
  const controller = useRef<AbortController>(undefined)
  const stop = () => controller.current?.abort()
  const send: Retry = (call) => {
    controller.current = new AbortController()
    return sendWithRetries(call, { onWait: setWait, signal: controller.current.signal })
  }
  return { wait, send, stop }
}

import { useRef, useState } from 'react'
import type { ApiResult } from '../api'

/** Why a call is tried again by itself, and when. */
export interface Wait {
  words: string
  /** Until the next attempt. */
  seconds: number
}

export interface RetryOptions {
  /** Told before each wait, and with undefined when the wait is over. */
  onWait: (wait: Wait | undefined) => void
  /** Ends the waiting: the last refusal is the answer. */
  signal: AbortSignal
}

/** A refusal that passes in more seconds than that is for the visitor to read. */
const longestWaitSeconds = 15

const timeoutMs = 60_000

const busyWords: Readonly<Record<number, string>> = {
  429: 'Many people are sending at once.',
  503: 'The server is busy at the moment.',
}

/** What a refusal says of when to come back, where that is a matter of seconds. */
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
 * Makes a call again by itself while the server refuses it for seconds only (429 or 503 with a short `Retry-After`), for
 * about a minute (behaviour 8.10). Each wait is up to half as long again as the server asked, by chance, so that a
 * crowd that was refused together does not come back together.
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

/** Calls that are tried again by themselves, one at a time, with what is waited for; `stop` waits no longer. */
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

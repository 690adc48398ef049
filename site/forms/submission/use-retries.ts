import { useCallback, useRef, useState } from 'react'
import type { Answer } from '../../api'
import { sendWithRetries, type Wait } from './send-with-retries'

export interface RetryingCalls {
  /** What is waited for now. */
  wait: Wait | undefined
  /** Makes a call, again by itself while the server refuses it for seconds only. */
  send: <T>(call: () => Promise<Answer<T>>) => Promise<Answer<T>>
  /** Waits no longer: the last refusal is the answer. */
  stop: () => void
}

/** Calls that are tried again by themselves, one at a time, with what is waited for (behaviour 8.10). */
export const useRetries = (): RetryingCalls => {
  const [wait, setWait] = useState<Wait>()
  const given = useRef<AbortController>(undefined)
  const stop = useCallback(() => given.current?.abort(), [])
  const send = useCallback(<T>(call: () => Promise<Answer<T>>) => {
    given.current = new AbortController()
    return sendWithRetries(call, { onWait: setWait, signal: given.current.signal })
  }, [])
  return { wait, send, stop }
}

/**
 * Runs work with a signal that aborts when time runs out or `stop` aborts. It then rejects, even if
 * the work ignores the signal.
 *
 * `AbortSignal.any([AbortSignal.timeout(…), stop])` never aborts on Node 20 once the garbage
 * collector has removed its timeout.
 */
export const withTimeLimit = async <Result>(
  limitMs: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  stop.throwIfAborted()
  const controller = new AbortController()
  const { signal } = controller
  const expire = () => controller.abort(new TimeLimitError())
  const abort = () => controller.abort(stop.reason)
  const timer = setTimeout(expire, limitMs)
  stop.addEventListener('abort', abort)
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason))
  })
  try {
    return await Promise.race([work(signal), aborted])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', abort)
  }
}

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
  readonly code = 'ETIMEDOUT'
}

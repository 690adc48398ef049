import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/** The address of a stored file opens it, so it stays out of the log. */
const shownPath = (path: string) => (path.startsWith('/files/') ? '/files/…' : path)

/** Gives each request an id and logs how it went: nothing of its query, headers or body (behaviour 13.1). */
export const observeRequests = (log: Logger): MiddlewareHandler<HttpEnvironment> => {
  return async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    const start = performance.now()
    await next()
    log.info(
      {
        request: requestId,
        method: context.req.method,
        path: shownPath(context.req.path),
        status: context.res.status,
        ms: Math.round(performance.now() - start),
      },
      'request',
    )
  }
}

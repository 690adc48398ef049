import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/** How a request went: nothing of its query, headers or body (behaviour 13.1). */
export interface ObservedRequest {
  requestId: string
  method: string
  path: string
  status: number
  /** Milliseconds. */
  ms: number
}

/** The address of a stored file opens it, so it stays out of the log. */
const shownPath = (path: string) => (path.startsWith('/files/') ? '/files/…' : path)

export const logRequest = (log: Logger, { requestId, method, path, status, ms }: ObservedRequest): void => {
  log.info({ request: requestId, method, path: shownPath(path), status, ms: Math.round(ms) }, 'request')
}

/** Gives each request an id, and tells whoever observes how it went. */
export const observeRequests = (observe: (request: ObservedRequest) => void): MiddlewareHandler<HttpEnvironment> => {
  return async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    const start = performance.now()
    await next()
    const { method, path } = context.req
    observe({ requestId, method, path, status: context.res.status, ms: performance.now() - start })
  }
}

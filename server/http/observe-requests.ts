import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/** The outcome of a request, without its query, headers or body. */
export interface ObservedRequest {
  requestId: string
  method: string
  /** Never logged, because visitors choose it. */
  path: string
  /** Contains no personal data, so it may be logged. */
  route: string
  status: number
  ms: number
}

/**
 * Returns the pattern of the route, or the path of a page. Any other path may contain a name, or
 * the address of a stored file, which would open the file.
 */
const findRoute = (context: Context<HttpEnvironment>): string => {
  const pattern = context.get('page') ?? routePath(context, -1)
  return pattern.includes('*') ? '/…' : pattern
}

/** Requests to a private site have level debug, because they would hide the startup messages. */
export const logRequest = (
  log: Logger,
  { requestId, method, route, status, ms }: ObservedRequest,
  isPublic: boolean,
): void => {
  log[isPublic ? 'info' : 'debug'](
    { request: requestId, method, path: route, status, ms: Math.round(ms) },
    'request',
  )
}

export const observeRequests = (
  observe: (request: ObservedRequest) => void,
): MiddlewareHandler<HttpEnvironment> => {
  return async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    const start = performance.now()
    await next()
    const { method, path } = context.req
    observe({
      requestId,
      method,
      path,
      route: findRoute(context),
      status: context.res.status,
      ms: performance.now() - start,
    })
  }
}

import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/** The outcome of a request, without its query, headers or body. */
export interface ObservedRequest {
  requestId: string
  method: string
  /** Visitor input, so it is never logged. */
  path: string
  /** Safe to log. */
  route: string
  status: number
  ms: number
}

/**
 * The route's pattern, or a page's path. Any other path may contain a name, or the address of a
 * stored file, which would open it.
 */
const findRoute = (context: Context<HttpEnvironment>): string => {
  const pattern = context.get('page') ?? routePath(context, -1)
  return pattern.includes('*') ? '/…' : pattern
}

/** @param isPublic otherwise request lines would drown the start's messages */
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

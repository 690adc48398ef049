import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/** How a request went: nothing of its query, headers or body (behaviour 13.1). */
export interface ObservedRequest {
  requestId: string
  method: string
  /** What was typed: for counting by `app/metrics.ts`, never for the log. */
  path: string
  /** What the log may hold of it. */
  route: string
  status: number
  /** Milliseconds. */
  ms: number
}

/**
 * The route's pattern, or the address of a page that the site has. What else a visitor types may be a name or, spelt
 * otherwise, the address of a stored file, which opens it (behaviour 13.23).
 */
const findRoute = (context: Context<HttpEnvironment>): string => {
  const pattern = context.get('page') ?? routePath(context, -1)
  return pattern.includes('*') ? '/…' : pattern
}

/** @param isPublic on a private address, a first try, a line a request would push away what the start says */
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

/** Gives each request an id, and tells whoever observes how it went. */
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

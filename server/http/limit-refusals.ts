import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { toProblemResponse } from './api-error'
import type { HttpEnvironment } from './environment'
import type { Counter } from './rate-limits'
import { tooManyRequests } from './too-many-requests'

/** One warning in so many milliseconds. */
const warnEveryMs = 60_000

/** What somebody hears whose form needs another look; a neighbour's flood must not take that away. */
const forPeople = [409, 413, 422]

/**
 * Counts an address's refused requests other than reads. Past the limit further refused ones lose their connection, and
 * what no form of ours can send gets a short 429; a good one is served all the same, so whoever floods shuts out nobody
 * (behaviour 13.20).
 */
export const limitRefusals = (refusals: Counter, log: Pick<Logger, 'warn'>): MiddlewareHandler<HttpEnvironment> => {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (context, next) => {
    await next()
    const { status } = context.res
    const isRead = context.req.method === 'GET' || context.req.method === 'HEAD'
    if (isRead || status < 400 || status >= 500 || status === 429) return
    const seconds = await refusals.count(context.get('network').address)
    if (seconds === undefined) return
    if (!forPeople.includes(status)) {
      context.res = undefined
      context.res = toProblemResponse(tooManyRequests(seconds))
    }
    context.res.headers.set('Connection', 'close')
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    log.warn('one network sends very many requests that are refused')
  }
}

import type { MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from './environment'
import type { Counter } from './rate-limits'
import { tooManyRequests } from './too-many-requests'

/**
 * Lets routes count what they make for the network address that sends it: never a request that is refused or repeated
 * (behaviour 13.5).
 */
export const countMade =
  (counter: Counter): MiddlewareHandler<HttpEnvironment> =>
  async (context, next) => {
    context.set('countMade', async () => {
      const seconds = await counter.count(context.get('network').address)
      if (seconds !== undefined) throw tooManyRequests(seconds)
    })
    await next()
  }

import type { MiddlewareHandler } from 'hono'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { clientAddress } from './client-address'
import type { HttpEnvironment } from './environment'
import { Refusal } from './refusal'

/** Counts an address's requests other than reads; past the limit they are refused for a while (behaviour 13.5). */
export const limitRequests = (
  limiter: RateLimiterAbstract,
  trustedProxies: number,
): MiddlewareHandler<HttpEnvironment> => {
  return async (context, next) => {
    if (context.req.method === 'POST') {
      try {
        await limiter.consume(clientAddress(context, trustedProxies))
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        throw new Refusal('too-many-requests', 'Too many requests came from your network. Please try again later.', {
          headers: { 'Retry-After': String(Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))) },
        })
      }
    }
    await next()
  }
}

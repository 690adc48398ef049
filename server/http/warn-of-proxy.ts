import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/**
 * Says once that requests come through a proxy which TRUST_PROXY does not count: then all visitors are counted as one,
 * and together meet the limits of one (behaviour 12.50).
 */
export const warnOfProxy = (trustedProxies: number, log: Pick<Logger, 'warn'>): MiddlewareHandler<HttpEnvironment> => {
  let hasWarned = trustedProxies > 0
  return async (context, next) => {
    if (!hasWarned && context.req.header('X-Forwarded-For') !== undefined) {
      hasWarned = true
      log.warn(
        'X-Forwarded-For came, but TRUST_PROXY is 0: if a proxy of yours stands in front, all its visitors count as one address; set TRUST_PROXY to the number of proxies',
      )
    }
    await next()
  }
}

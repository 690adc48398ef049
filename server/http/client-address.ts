import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/**
 * Whom a request comes from, for counting only. Behind proxies of ours it is what the outermost of them saw; what else
 * stands in `X-Forwarded-For` was written by the visitor and counts for nothing (behaviour 13.4). Of an IPv6 address the
 * first 64 bits count, which one subscriber holds, or 48, which a customer may have: for guesses and new mailboxes.
 */
export const clientAddress = (
  context: Context<HttpEnvironment>,
  trustedProxies: number,
  prefix: 64 | 48 = 64,
): string => {
  const socketAddress = context.env?.incoming?.socket.remoteAddress ?? 'no socket'
  if (trustedProxies === 0) return countedPart(socketAddress, prefix)
  const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
  const seen = hops.at(-trustedProxies) ?? ''
  return countedPart(isIP(seen) ? seen : socketAddress, prefix)
}

export const noteNetwork =
  (trustedProxies: number): MiddlewareHandler<HttpEnvironment> =>
  async (context, next) => {
    const address = clientAddress(context, trustedProxies)
    context.set('network', { address, wide: clientAddress(context, trustedProxies, 48) })
    await next()
  }

const countedPart = (address: string, prefix: number): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const full = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  const counted = full.slice(0, prefix / 16)
  return counted.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

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

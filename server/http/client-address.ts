import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { HttpEnvironment } from './environment'

/**
 * Returns the client's address, for counting only. Visitors can forge `X-Forwarded-For`, except the
 * part that our own proxies add. IPv6 addresses are cut to 64 bits, which one subscriber has, or to
 * 48, which one customer may have.
 */
export const clientAddress = (
  context: Context<HttpEnvironment>,
  trustedProxies: number,
  prefix: 64 | 48 = 64,
): string => {
  const socketAddress = context.env?.incoming?.socket.remoteAddress ?? 'no socket'
  if (trustedProxies === 0) {
    return countedPart(socketAddress, prefix)
  }
  const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
  const forwardedFor = hops.at(-trustedProxies) ?? ''
  return countedPart(isIP(forwardedFor) ? forwardedFor : socketAddress, prefix)
}

export const setNetwork =
  (trustedProxies: number): MiddlewareHandler<HttpEnvironment> =>
  async (context, next) => {
    const address = clientAddress(context, trustedProxies)
    context.set('network', { address, wide: clientAddress(context, trustedProxies, 48) })
    await next()
  }

const countedPart = (address: string, prefix: number): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plain) !== 6) {
    return plain
  }
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const full =
    tail === undefined
      ? groups
      : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  const counted = full.slice(0, prefix / 16)
  return counted.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/**
 * Warns once about a wrong TRUST_PROXY, because then all visitors share one address and its limits.
 * Requests without the header, such as health checks, come from this machine.
 */
export const warnOfProxy = (
  trustedProxies: number,
  log: Pick<Logger, 'warn'>,
): MiddlewareHandler<HttpEnvironment> => {
  let hasWarned = false
  const warnOnce = (forwarded: string) => {
    if (trustedProxies === 0) {
      log.warn(
        'X-Forwarded-For was received, but TRUST_PROXY is 0: if your own proxy sent it, all its visitors count as one address; set TRUST_PROXY to the number of proxies',
      )
    } else if (forwarded.split(',').length < trustedProxies) {
      log.warn(
        'X-Forwarded-For has fewer addresses than TRUST_PROXY counts: all visitors count as one address; set TRUST_PROXY to the number of proxies that add an address (1 with the Caddyfile of this project)',
      )
    } else {
      return
    }
    hasWarned = true
  }
  return async (context, next) => {
    const forwarded = context.req.header('X-Forwarded-For')
    if (!hasWarned && forwarded !== undefined) {
      warnOnce(forwarded)
    }
    await next()
  }
}

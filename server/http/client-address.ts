import { isIP } from 'node:net'
import type { Context, MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { healthPath, readyPath } from '../../festival/forms/api'
import type { Clock } from '../system/clock'
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

const warningIntervalMs = 3_600_000

const countHops = (forwarded: string | undefined): number => forwarded?.split(',').length ?? 0

/**
 * Warns about a wrong TRUST_PROXY, because then all visitors share one address and its limits.
 * Health checks are exempt, because they need not pass through a proxy.
 */
export const warnOfProxy = (
  trustedProxies: number,
  log: Pick<Logger, 'warn'>,
  clock: Clock,
): MiddlewareHandler<HttpEnvironment> => {
  let warnedAt = Number.NEGATIVE_INFINITY
  const findFault = (hops: number): string | undefined => {
    if (trustedProxies === 0 && hops > 0) {
      return 'X-Forwarded-For was received, but TRUST_PROXY is 0: if your own proxy sent it, all its visitors count as one address; set TRUST_PROXY to the number of proxies'
    }
    return hops < trustedProxies
      ? 'a request passed fewer proxies than TRUST_PROXY states, so its visitor counts as the last proxy: behind Caddy alone, set TRUST_PROXY=1; behind a CDN and Caddy, set TRUST_PROXY=2 and give Caddy the addresses of the CDN in TRUSTED_PROXIES'
      : undefined
  }
  return async (context, next) => {
    const hops = countHops(context.req.header('X-Forwarded-For'))
    const fault = findFault(hops)
    const now = clock().getTime()
    const isHealthCheck = [healthPath, readyPath].includes(context.req.path)
    if (fault && !isHealthCheck && now - warnedAt >= warningIntervalMs) {
      warnedAt = now
      log.warn({ hops, TRUST_PROXY: trustedProxies }, fault)
    }
    await next()
  }
}

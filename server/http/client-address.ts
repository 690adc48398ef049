import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { HttpEnvironment } from './environment'

/**
 * Whom a request comes from, for counting only. Behind proxies of ours it is what the outermost of them saw; what else
 * stands in `X-Forwarded-For` was written by the visitor and counts for nothing (behaviour 13.4).
 */
export const clientAddress = (context: Context<HttpEnvironment>, trustedProxies: number): string => {
  const socketAddress = context.env?.incoming?.socket.remoteAddress ?? 'no socket'
  if (trustedProxies === 0) return countedPart(socketAddress)
  const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim())
  const seen = hops.at(-trustedProxies) ?? ''
  return countedPart(isIP(seen) ? seen : socketAddress)
}

/** One subscriber holds a whole /64 of IPv6, so that is what is counted. */
const countedPart = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail ? tail.split(':') : []
  const full = tail === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  return full.slice(0, 4).join(':')
}

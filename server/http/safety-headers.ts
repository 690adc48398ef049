import type { MiddlewareHandler } from 'hono'
import { ApiError } from './api-error'
import type { HttpEnvironment } from './environment'

export interface HeadersConfig {
  publicUrl: string
  /** Whether every other host below the site's name has TLS too, for as long as a browser remembers. */
  hstsSubdomains: boolean
}

const year = 31_536_000

/** Headers that every answer carries, whoever asked (behaviour 13.6). */
export const safetyHeaders = ({ publicUrl, hstsSubdomains }: HeadersConfig): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-DNS-Prefetch-Control': 'off',
  ...(publicUrl.startsWith('https:')
    ? { 'Strict-Transport-Security': `max-age=${year}${hstsSubdomains ? '; includeSubDomains' : ''}` }
    : {}),
})

/** Adds them, and what an answer of data needs, wherever the answer doesn't say otherwise itself. */
export const addSafetyHeaders = (config: HeadersConfig): MiddlewareHandler<HttpEnvironment> => {
  const headers = Object.entries({
    ...safetyHeaders(config),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  })
  return async (context, next) => {
    await next()
    const { headers: given } = context.res
    for (const [name, value] of headers) if (!given.has(name)) given.set(name, value)
    given.set('X-Request-Id', context.get('requestId'))
  }
}

/** Another site's page may not send our forms with a visitor's browser (behaviour 13.7). */
export const refuseCrossSite: MiddlewareHandler<HttpEnvironment> = async (context, next) => {
  if (context.req.method !== 'GET' && context.req.header('Sec-Fetch-Site') === 'cross-site')
    throw new ApiError('forbidden', 'This form was sent from another site. Open it on the festival’s own site.')
  await next()
}

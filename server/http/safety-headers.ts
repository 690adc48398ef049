import type { MiddlewareHandler } from 'hono'
import { ApiError, toProblemResponse } from './api-error'
import type { HttpEnvironment } from './environment'

export interface HeadersConfig {
  publicUrl: string
  /** Whether all subdomains of the site's host have TLS as well. */
  hstsSubdomains: boolean
}

const year = 31_536_000

export const safetyHeaders = ({
  publicUrl,
  hstsSubdomains,
}: HeadersConfig): Record<string, string> => {
  const headers: Record<string, string> = {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-DNS-Prefetch-Control': 'off',
  }
  if (publicUrl.startsWith('https:')) {
    const subdomains = hstsSubdomains ? '; includeSubDomains' : ''
    headers['Strict-Transport-Security'] = `max-age=${year}${subdomains}`
  }
  return headers
}

/** Adds the safety headers that a response lacks. */
export const addSafetyHeaders = (config: HeadersConfig): MiddlewareHandler<HttpEnvironment> => {
  const defaults = Object.entries({
    ...safetyHeaders(config),
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cache-Control': 'no-store',
  })
  return async (context, next) => {
    await next()
    const { headers } = context.res
    for (const [name, value] of defaults) {
      if (!headers.has(name)) {
        headers.set(name, value)
      }
    }
    headers.set('X-Request-Id', context.get('requestId'))
  }
}

export const refuseCrossSite: MiddlewareHandler<HttpEnvironment> = async (context, next) => {
  if (context.req.method !== 'GET' && context.req.header('Sec-Fetch-Site') === 'cross-site') {
    throw new ApiError(
      'forbidden',
      'This form was sent from another site. Open it on the festival’s own site.',
    )
  }
  await next()
}

const host = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

interface Incoming {
  rawHeaders: readonly string[]
}

const namesOneHost = ({ rawHeaders }: Incoming): boolean => {
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host',
  )
  return hosts.length === 1 && host.test(hosts[0] ?? '')
}

type Fetch = (request: Request, bindings: object) => Response | Promise<Response>

/**
 * Refuses requests without exactly one valid host, because proxies and the server could use
 * different ones.
 */
export const checkHost = (fetch: Fetch, headers: Record<string, string>) => {
  const refuse = () => {
    const response = toProblemResponse(
      new ApiError('bad-request', 'The request must name exactly one host.'),
    )
    for (const [name, value] of Object.entries(headers)) {
      response.headers.set(name, value)
    }
    return response
  }
  return {
    fetch: (request: Request, bindings: { incoming: Incoming }) =>
      namesOneHost(bindings.incoming) ? fetch(request, bindings) : refuse(),
    /** For requests that cannot be parsed. */
    refuse,
  }
}

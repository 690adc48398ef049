import type { MiddlewareHandler } from 'hono'
import { doorPage } from '../../festival/contract/pages'
import type { HttpEnvironment } from '../http/environment'
import { type HeadersConfig, safetyHeaders } from '../http/safety-headers'
import { type ClientSite, loadClient, serveClient } from './serve-client'

/** Returns undefined if the page has not been built. */
export const loadDoor = (folder: string): Promise<ClientSite | undefined> =>
  loadClient(folder, doorPage)

/** The QR code decoder is WebAssembly that runs in a worker. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The only page that may use the camera. */
const permissions = 'camera=(self)'

export const serveDoor = (
  door: ClientSite,
  config: HeadersConfig,
): MiddlewareHandler<HttpEnvironment> => {
  const defaults = safetyHeaders(config)
  return serveClient(door, {
    page: doorPage,
    isDocument: (path) => path === doorPage,
    headers: {
      ...defaults,
      'Content-Security-Policy': contentSecurityPolicy,
      'Permissions-Policy': (defaults['Permissions-Policy'] ?? '').replace(
        'camera=()',
        permissions,
      ),
      // The scope of the service worker is `/door`, which is above its own folder.
      'Service-Worker-Allowed': doorPage,
      'X-Robots-Tag': 'noindex',
    },
  })
}

import type { MiddlewareHandler } from 'hono'
import { deskPage, isDeskPage } from '../../festival/contract/pages'
import type { HttpEnvironment } from '../http/environment'
import { type HeadersConfig, safetyHeaders } from '../http/safety-headers'
import { type ClientSite, loadClient, serveClient } from './serve-client'

/** Returns undefined if the desk has not been built. */
export const loadDesk = (folder: string): Promise<ClientSite | undefined> =>
  loadClient(folder, deskPage)

/** Pictures and PDFs are fetched and shown as blobs. OCR needs WebAssembly. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  'frame-src blob:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const serveDesk = (
  desk: ClientSite,
  config: HeadersConfig,
): MiddlewareHandler<HttpEnvironment> =>
  serveClient(desk, {
    page: deskPage,
    isDocument: (path) => isDeskPage(path) && !path.startsWith(`${deskPage}/assets/`),
    headers: {
      ...safetyHeaders(config),
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Robots-Tag': 'noindex',
    },
  })

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { deskPage, isDeskPage } from '../../festival/contract/pages'
import type { HttpEnvironment } from '../http/environment'
import { type HeadersConfig, safetyHeaders } from '../http/safety-headers'
import { PreparedFile } from './prepared-file'
import { readFiles, type SiteFile } from './site'

export interface DeskSite {
  document: SiteFile
  files: ReadonlyMap<string, SiteFile>
}

const documentName = 'index.html'

/** Returns undefined if the desk has not been built. */
export const loadDesk = async (folder: string): Promise<DeskSite | undefined> => {
  if (!existsSync(join(folder, documentName))) {
    return undefined
  }
  const files = await readFiles(folder)
  const document = files.get(documentName)
  if (!document) {
    return undefined
  }
  files.delete(documentName)
  return {
    document,
    files: new Map([...files].map(([name, file]) => [`${deskPage}/${name}`, file])),
  }
}

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
  desk: DeskSite,
  config: HeadersConfig,
): MiddlewareHandler<HttpEnvironment> => {
  const sharedHeaders = {
    ...safetyHeaders(config),
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Robots-Tag': 'noindex',
  }
  const page = new PreparedFile(
    desk.document,
    { ...sharedHeaders, 'Referrer-Policy': 'no-referrer' },
    200,
  )
  const files = new Map(
    [...desk.files].map(([address, file]) => [address, new PreparedFile(file, sharedHeaders, 200)]),
  )
  const isFile = (path: string) => path.startsWith(`${deskPage}/assets/`)

  return async (context, next) => {
    const { path, method } = context.req
    const file = files.get(path) ?? (isDeskPage(path) && !isFile(path) ? page : undefined)
    if (!file || (method !== 'GET' && method !== 'HEAD')) {
      return next()
    }
    context.set('page', deskPage)
    const { status, headers, body } = file.respond({
      acceptEncoding: context.req.header('Accept-Encoding'),
      ifNoneMatch: file === page ? undefined : context.req.header('If-None-Match'),
    })
    const caching = file === page ? { 'Cache-Control': 'no-store' } : {}
    return new Response(body, {
      status,
      headers: { ...headers, ...caching, 'X-Request-Id': context.get('requestId') },
    })
  }
}

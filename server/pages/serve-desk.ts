import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { deskPage, isDeskPage } from '../../festival/contract/pages'
import type { HttpEnvironment } from '../http/environment'
import { type HeadersConfig, safetyHeaders } from '../http/safety-headers'
import { PreparedFile } from './prepared-file'
import { readFiles, type SiteFile } from './site'

/** The built desk: its one document, and its files by their addresses. */
export interface DeskSite {
  document: SiteFile
  files: ReadonlyMap<string, SiteFile>
}

const document = 'index.html'

/** Reads the built desk into memory; undefined when it has not been built. */
export const loadDesk = async (folder: string): Promise<DeskSite | undefined> => {
  if (!existsSync(join(folder, document))) {
    return undefined
  }
  const { [document]: page, ...rest } = Object.fromEntries(await readFiles(folder))
  return (
    page && {
      document: page,
      files: new Map(Object.entries(rest).map(([name, file]) => [`${deskPage}/${name}`, file])),
    }
  )
}

/**
 * The Content-Security-Policy of the desk: its own scripts, sheet, workers and calls, pictures and PDFs that it has
 * fetched, and nothing that stands in the document itself. WebAssembly is what reads pictures.
 */
const policy = [
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

/** Serves the desk's document at each of its addresses, and its files (behaviour 14.70). */
export const serveDesk = (
  desk: DeskSite,
  config: HeadersConfig,
): MiddlewareHandler<HttpEnvironment> => {
  const shared = {
    ...safetyHeaders(config),
    'Content-Security-Policy': policy,
    'X-Robots-Tag': 'noindex',
  }
  const page = new PreparedFile(desk.document, { ...shared, 'Referrer-Policy': 'no-referrer' }, 200)
  const files = new Map(
    [...desk.files].map(([address, file]) => [address, new PreparedFile(file, shared, 200)]),
  )
  const isFile = (path: string) => path.startsWith(`${deskPage}/assets/`)

  return async (context, next) => {
    const { path, method } = context.req
    const file = files.get(path) ?? (isDeskPage(path) && !isFile(path) ? page : undefined)
    if (!file || (method !== 'GET' && method !== 'HEAD')) {
      return next()
    }
    context.set('page', deskPage)
    const { status, headers, body } = file.answer({
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

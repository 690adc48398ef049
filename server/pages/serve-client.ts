import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from '../http/environment'
import { PreparedFile } from './prepared-file'
import { readFiles, type SiteFile } from './site'

/** A page whose content the browser renders: its HTML document, and its other files, keyed by URL. */
export interface ClientSite {
  document: SiteFile
  files: ReadonlyMap<string, SiteFile>
}

const documentName = 'index.html'

/** `page` is the address of the document. Returns undefined if the page has not been built. */
export const loadClient = async (folder: string, page: string): Promise<ClientSite | undefined> => {
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
    files: new Map([...files].map(([name, file]) => [`${page}/${name}`, file])),
  }
}

export interface ClientOptions {
  /** The page's name in the log and the metrics. */
  page: string
  isDocument: (path: string) => boolean
  headers: Record<string, string>
}

export const serveClient = (
  { document, files: clientFiles }: ClientSite,
  { page, isDocument, headers: sharedHeaders }: ClientOptions,
): MiddlewareHandler<HttpEnvironment> => {
  const preparedDocument = new PreparedFile(
    document,
    { ...sharedHeaders, 'Referrer-Policy': 'no-referrer' },
    200,
  )
  const files = new Map(
    [...clientFiles].map(([address, file]) => [
      address,
      new PreparedFile(file, sharedHeaders, 200),
    ]),
  )

  return async (context, next) => {
    const { path, method } = context.req
    const file = files.get(path) ?? (isDocument(path) ? preparedDocument : undefined)
    if (!file || (method !== 'GET' && method !== 'HEAD')) {
      return next()
    }
    context.set('page', page)
    const isDocumentServed = file === preparedDocument
    const { status, headers, body } = file.respond({
      acceptEncoding: context.req.header('Accept-Encoding'),
      ifNoneMatch: isDocumentServed ? undefined : context.req.header('If-None-Match'),
    })
    const caching = isDocumentServed ? { 'Cache-Control': 'no-store' } : {}
    return new Response(body, {
      status,
      headers: { ...headers, ...caching, 'X-Request-Id': context.get('requestId') },
    })
  }
}

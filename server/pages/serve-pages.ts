import type { Context, MiddlewareHandler } from 'hono'
import { myEntryPage } from '../../festival/contract/my-entry'
import { ApiError, toProblemResponse } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'
import { type HeadersConfig, safetyHeaders } from '../http/safety-headers'
import { PreparedFile } from './prepared-file'
import type { Site, SiteFile } from './site'

export interface Pages {
  /** Serves the pages and files of the site, and passes on all other requests. */
  serve: MiddlewareHandler<HttpEnvironment>
  /**
   * The last handler. Redirects a trailing slash, or responds with the allowed methods or the 404
   * page.
   */
  handleUnmatched: (context: Context<HttpEnvironment>) => Response
}

/** The address of the private link page must not be cached, indexed or sent as a referrer. */
const privateHeaders = {
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'

export const createPages = (site: Site, config: HeadersConfig): Pages => {
  const fileHeaders = safetyHeaders(config)
  const pageHeaders = { ...fileHeaders, 'Content-Security-Policy': site.csp }
  const chooseHeaders = (file: SiteFile) => (file.isPage ? pageHeaders : fileHeaders)
  const headersFor = (path: string, file: SiteFile) =>
    path === myEntryPage ? { ...chooseHeaders(file), ...privateHeaders } : chooseHeaders(file)
  const notFound = new PreparedFile(site.notFound, chooseHeaders(site.notFound), 404)
  const notSent = new PreparedFile(
    site.notSent,
    { ...chooseHeaders(site.notSent), Allow: 'GET, HEAD' },
    405,
  )
  const preparedFiles = new WeakMap<SiteFile, PreparedFile>()

  const find = (path: string, query: string): PreparedFile | undefined => {
    const file = site.find(path, query)
    if (!file) {
      return undefined
    }
    const prepared = preparedFiles.get(file) ?? new PreparedFile(file, headersFor(path, file), 200)
    preparedFiles.set(file, prepared)
    return prepared
  }

  const respond = (context: Context<HttpEnvironment>, file: PreparedFile): Response => {
    const { status, headers, body } = file.respond({
      acceptEncoding: context.req.header('Accept-Encoding'),
      ifNoneMatch: context.req.header('If-None-Match'),
    })
    return new Response(body, {
      status,
      headers: { ...headers, 'X-Request-Id': context.get('requestId') },
    })
  }

  return {
    serve: async (context, next) => {
      const { path, method } = context.req
      const file = isReading(method) && find(path, new URL(context.req.url).search.slice(1))
      if (!file) {
        return next()
      }
      context.set('page', path)
      return respond(context, file)
    },

    handleUnmatched: (context) => {
      const { path, method } = context.req
      const { search } = new URL(context.req.url)
      const withoutSlash = path.replace(/\/$/, '')
      // Redirects only to a known path, because any other path could lead to another host.
      if (isReading(method) && withoutSlash !== path && find(withoutSlash, search.slice(1))) {
        return context.redirect(withoutSlash + search, 308)
      }
      if (isReading(method)) {
        return respond(context, notFound)
      }
      const isPage = find(path, search.slice(1)) !== undefined
      // In a browser without the page's scripts, the response is shown as a page.
      if (
        isPage &&
        method === 'POST' &&
        /\btext\/html\b/.test(context.req.header('Accept')?.slice(0, 256) ?? '')
      ) {
        return respond(context, notSent)
      }
      const refusal = isPage
        ? new ApiError('method-not-allowed', 'This address accepts only GET and HEAD requests.', {
            headers: { Allow: 'GET, HEAD' },
          })
        : new ApiError('not-found', 'There is nothing at this address.')
      return toProblemResponse(refusal)
    },
  }
}

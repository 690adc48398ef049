import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from '../http/environment'
import { Refusal } from '../http/refusal'
import { safetyHeaders } from '../http/safety-headers'
import { answerFile } from './answer-file'
import type { Site, SiteFile } from './site'

export interface Pages {
  /** Answers the addresses that the site has and passes on the others. */
  serve: MiddlewareHandler<HttpEnvironment>
  /** The page for an address that nothing has. */
  answerMissing: (context: Context<HttpEnvironment>) => Response
}

/** Serves the built site from memory. */
export const createPages = (site: Site, publicUrl: string): Pages => {
  const fileHeaders = safetyHeaders(publicUrl)
  const pageHeaders = { ...fileHeaders, 'Content-Security-Policy': site.csp }

  const answer = (context: Context<HttpEnvironment>, file: SiteFile, status: number) =>
    answerFile(
      file,
      {
        acceptEncoding: context.req.header('Accept-Encoding'),
        ifNoneMatch: context.req.header('If-None-Match'),
      },
      status,
      { ...(file.isPage ? pageHeaders : fileHeaders), 'X-Request-Id': context.get('requestId') },
    )

  return {
    serve: async (context, next) => {
      const { path, method } = context.req
      const url = new URL(context.req.url)
      const found = site.find(path, url.searchParams)
      if (!found) {
        const withoutSlash = path.replace(/\/$/, '')
        // Only to an address that the site has: anything else could lead to another host.
        if (withoutSlash !== path && withoutSlash !== '' && site.find(withoutSlash, url.searchParams))
          return context.redirect(withoutSlash + url.search, 308)
        return next()
      }
      if (method === 'GET' || method === 'HEAD') return answer(context, found, 200)
      throw new Refusal('method-not-allowed', 'This address can only be read.', { headers: { Allow: 'GET, HEAD' } })
    },
    answerMissing: (context) => answer(context, site.notFound, 404),
  }
}

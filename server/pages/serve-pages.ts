import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from '../http/environment'
import { answerRefusal, Refusal } from '../http/refusal'
import { safetyHeaders } from '../http/safety-headers'
import { answerFile } from './answer-file'
import type { Site, SiteFile } from './site'

export interface Pages {
  /** Answers a read of an address that the site has, with all its headers, and passes on everything else. */
  serve: MiddlewareHandler<HttpEnvironment>
  /** Answers what nothing else did: with the address that was meant, the methods that it takes, or the 404 page. */
  answerRest: (context: Context<HttpEnvironment>) => Response
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'

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
      const found = isRead(method) && site.find(path, new URL(context.req.url).searchParams)
      if (found) return answer(context, found, 200)
      await next()
    },

    answerRest: (context) => {
      const { path, method } = context.req
      const { search, searchParams } = new URL(context.req.url)
      const withoutSlash = path.replace(/\/$/, '')
      // Only to an address that the site has: anything else could lead to another host.
      if (withoutSlash !== path && site.find(withoutSlash, searchParams))
        return context.redirect(withoutSlash + search, 308)
      if (isRead(method)) return answer(context, site.notFound, 404)
      const refusal = site.find(path, searchParams)
        ? new Refusal('method-not-allowed', 'This address can only be read.', { headers: { Allow: 'GET, HEAD' } })
        : new Refusal('not-found', 'There is nothing at this address.')
      return answerRefusal(refusal)
    },
  }
}

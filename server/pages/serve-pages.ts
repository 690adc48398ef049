import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { HttpEnvironment } from '../http/environment'
import type { ObservedRequest } from '../http/observe-requests'
import type { PlainRead } from '../http/plain-reads'
import { answerRefusal, Refusal } from '../http/refusal'
import { safetyHeaders } from '../http/safety-headers'
import { PreparedFile } from './prepared-file'
import type { Site, SiteFile } from './site'
import { writeAnswer } from './written-answer'

export interface Pages {
  /** Answers a read of an address that the site has, with all its headers, and passes on everything else. */
  serve: MiddlewareHandler<HttpEnvironment>
  /**
   * The same answer straight on Node's own objects, which takes a fraction of the time; undefined when the address is
   * none of the site's, and then nothing has happened.
   */
  serveDirectly: (incoming: IncomingMessage, outgoing: ServerResponse) => ObservedRequest | undefined
  /**
   * The same answer to a plain read, before Node's HTTP server sees it: the whole answer for a kept connection as the
   * characters of its bytes, and how it went.
   */
  answerPlainly: (read: PlainRead, keepAliveMs: number) => { text: string; observed: ObservedRequest } | undefined
  /** Answers what nothing else did: with the address that was meant, the methods that it takes, or the 404 page. */
  answerRest: (context: Context<HttpEnvironment>) => Response
}

const isRead = (method: string | undefined) => method === 'GET' || method === 'HEAD'

const splitQuery = (url: string): [path: string, query: string] => {
  const mark = url.indexOf('?')
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

/** Serves the built site from memory. */
export const createPages = (site: Site, publicUrl: string): Pages => {
  const fileHeaders = safetyHeaders(publicUrl)
  const pageHeaders = { ...fileHeaders, 'Content-Security-Policy': site.csp }
  const headersOf = (file: SiteFile) => (file.isPage ? pageHeaders : fileHeaders)
  const notFound = new PreparedFile(site.notFound, headersOf(site.notFound), 404)
  const prepared = new Map<SiteFile, PreparedFile>()

  const find = (path: string, query: string): PreparedFile | undefined => {
    const file = site.find(path, query)
    if (!file) return undefined
    const known = prepared.get(file) ?? new PreparedFile(file, headersOf(file), 200)
    prepared.set(file, known)
    return known
  }

  const answer = (context: Context<HttpEnvironment>, file: PreparedFile): Response => {
    const { status, headers, body } = file.answer({
      acceptEncoding: context.req.header('Accept-Encoding'),
      ifNoneMatch: context.req.header('If-None-Match'),
    })
    const response = new Response(body, { status })
    for (let at = 0; at + 1 < headers.length; at += 2) response.headers.set(headers[at] ?? '', headers[at + 1] ?? '')
    response.headers.set('X-Request-Id', context.get('requestId'))
    return response
  }

  return {
    serve: async (context, next) => {
      const { path, method } = context.req
      const found = isRead(method) && find(path, new URL(context.req.url).search.slice(1))
      if (found) return answer(context, found)
      await next()
    },

    serveDirectly: (incoming, outgoing) => {
      const { method = '', url = '' } = incoming
      if (!isRead(method)) return undefined
      const start = performance.now()
      const [path, query] = splitQuery(url)
      const found = find(path, query)
      if (!found) return undefined
      const { status, headers, body } = found.answer({
        acceptEncoding: incoming.headers['accept-encoding']?.toString(),
        ifNoneMatch: incoming.headers['if-none-match'],
      })
      const requestId = randomUUID()
      outgoing.writeHead(status, [...headers, 'X-Request-Id', requestId])
      if (body && method === 'GET') outgoing.end(body)
      else outgoing.end()
      return { requestId, method, path, status, ms: performance.now() - start }
    },

    answerPlainly: ({ url, ...asked }, keepAliveMs) => {
      const start = performance.now()
      const [path, query] = splitQuery(url)
      const answer = find(path, query)?.answer(asked)
      if (!answer) return undefined
      const requestId = randomUUID()
      const text = writeAnswer(answer, requestId, keepAliveMs)
      if (text === undefined) return undefined
      const { status } = answer
      return { text, observed: { requestId, method: 'GET', path, status, ms: performance.now() - start } }
    },

    answerRest: (context) => {
      const { path, method } = context.req
      const { search } = new URL(context.req.url)
      const withoutSlash = path.replace(/\/$/, '')
      // Only to an address that the site has: anything else could lead to another host.
      if (isRead(method) && withoutSlash !== path && find(withoutSlash, search.slice(1)))
        return context.redirect(withoutSlash + search, 308)
      if (isRead(method)) return answer(context, notFound)
      const refusal = find(path, search.slice(1))
        ? new Refusal('method-not-allowed', 'This address can only be read.', { headers: { Allow: 'GET, HEAD' } })
        : new Refusal('not-found', 'There is nothing at this address.')
      return answerRefusal(refusal)
    },
  }
}

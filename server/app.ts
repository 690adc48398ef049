import type { IncomingMessage, ServerResponse } from 'node:http'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Clock } from './clock'
import type { Config } from './config'
import type { Db } from './db/schema'
import { accommodationRoutes } from './features/accommodations/routes'
import { couponRoutes } from './features/coupons/routes'
import { delegatePassRoutes } from './features/delegate-passes/routes'
import { registrationRoutes } from './features/event-registrations/routes'
import { healthRoutes } from './features/health/routes'
import { createSubmit } from './features/submissions/submit'
import type { HttpEnvironment } from './http/environment'
import { limitRequests } from './http/limit-requests'
import { logRequest, type ObservedRequest, observeRequests } from './http/observe-requests'
import type { PlainRead } from './http/plain-reads'
import type { RateLimits } from './http/rate-limits'
import { answerRefusal, Refusal } from './http/refusal'
import { addSafetyHeaders, refuseCrossSite } from './http/safety-headers'
import type { Outbox } from './mail/outbox'
import type { Metrics } from './metrics/metrics'
import { createPages } from './pages/serve-pages'
import type { Site } from './pages/site'
import type { Uploads } from './uploads/uploads'

export interface AppParts {
  db: Db
  uploads: Pick<Uploads, 'routes'>
  outbox: Pick<Outbox, 'prepareClaim' | 'deliverClaimed' | 'deliver'>
  /** What each network address may send. */
  rateLimits: Pick<RateLimits, 'submissions' | 'uploads'>
  /** The built site; without it the server answers its calls only. */
  site: Site | undefined
  /** Without it nothing is measured. */
  metrics?: Pick<Metrics, 'observe'> | undefined
  clock: Clock
  config: Pick<Config, 'publicUrl' | 'couponCode' | 'trustedProxies' | 'limits' | 'mail'>
  log: Logger
}

const missing = () => new Refusal('not-found', 'There is nothing at this address.')
const unexpected = () => new Refusal('unexpected', 'Something went wrong on our side. Please try again.')

export interface App extends Hono<HttpEnvironment> {
  /** Answers a read of the built site straight on Node's objects; false leaves the request to `fetch`. */
  serveDirectly: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** The whole answer to a plain read of the built site; undefined leaves it to the two others. */
  answerPlainly: (read: PlainRead, keepAliveMs: number) => string | undefined
}

/** The whole HTTP surface, built from its parts without a socket. */
export const createApp = ({ db, uploads, outbox, rateLimits, site, metrics, clock, config, log }: AppParts): App => {
  const pages = site && createPages(site, config.publicUrl)
  const submit = createSubmit({
    db,
    clock,
    log,
    outbox,
    senderLimit: config.limits.sender,
    waitSeconds: config.mail.waitSeconds,
  })

  const observe = (request: ObservedRequest) => {
    logRequest(log, request)
    metrics?.observe(request)
  }

  const app = new Hono<HttpEnvironment>()
  app.use(observeRequests(observe))
  if (pages) app.use(pages.serve)
  app.use(addSafetyHeaders(config.publicUrl))
  app.use(refuseCrossSite)
  app.use('/api/*', limitRequests(rateLimits.submissions, config.trustedProxies))
  app.use('/image/*', limitRequests(rateLimits.uploads, config.trustedProxies))
  app.route('/', healthRoutes(db, log))
  app.route('/', couponRoutes(config.couponCode))
  app.route('/', registrationRoutes(submit, config.couponCode))
  app.route('/', delegatePassRoutes(submit))
  app.route('/', accommodationRoutes(submit))
  app.route('/', uploads.routes)

  app.notFound((context) => {
    const isCall = /^\/(?:api|image|files)(?:\/|$)/.test(context.req.path)
    return pages && !isCall ? pages.answerRest(context) : answerRefusal(missing())
  })
  app.onError((error, context) => {
    if (error instanceof Refusal) return answerRefusal(error)
    log.error({ err: error, request: context.get('requestId') }, 'a request failed')
    return answerRefusal(unexpected())
  })
  return Object.assign(app, {
    serveDirectly: (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const answered = pages?.serveDirectly(incoming, outgoing)
      if (answered) observe(answered)
      return answered !== undefined
    },
    answerPlainly: (read: PlainRead, keepAliveMs: number) => {
      const answered = pages?.answerPlainly(read, keepAliveMs)
      if (answered) observe(answered.observed)
      return answered?.text
    },
  })
}

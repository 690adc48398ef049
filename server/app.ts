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
import { observeRequests } from './http/observe-requests'
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

/** The whole HTTP surface, built from its parts without a socket. */
export const createApp = ({
  db,
  uploads,
  outbox,
  site,
  metrics,
  clock,
  config,
  log,
}: AppParts): Hono<HttpEnvironment> => {
  const pages = site && createPages(site, config.publicUrl)
  const submit = createSubmit({
    db,
    clock,
    log,
    outbox,
    senderLimit: config.limits.sender,
    waitSeconds: config.mail.waitSeconds,
  })

  const app = new Hono<HttpEnvironment>()
  app.use(observeRequests(log))
  if (metrics) app.use(metrics.observe)
  if (pages) app.use(pages.serve)
  app.use(addSafetyHeaders(config.publicUrl))
  app.use(refuseCrossSite)
  app.use('/api/*', limitRequests(config.limits.submissions, config.trustedProxies))
  app.use('/image/*', limitRequests(config.limits.uploads, config.trustedProxies))
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
  return app
}

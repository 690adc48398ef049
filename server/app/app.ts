import { Hono } from 'hono'
import type { Logger } from 'pino'
import { accommodation } from '#edition/accommodation'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { isCall, isServerPath } from '../../festival/forms/api'
import { createMatcher } from '../bank/matches'
import type { Config } from '../config/config'
import { isOutOfSpace, isStoreUnavailable } from '../db/explain-store-fault'
import { writeHeartbeat } from '../db/heartbeat'
import type { Db } from '../db/schema'
import { doorRoutes } from '../doors/routes'
import { accommodationRoutes } from '../forms/accommodation'
import { createAvailability } from '../forms/availability'
import { couponRoutes, createCoupons } from '../forms/coupons'
import { delegatePassRoutes } from '../forms/delegate-pass'
import { createUniqueMillis } from '../forms/entry-ids'
import { registrationRoutes } from '../forms/registration'
import { createSubmit } from '../forms/submit'
import { ApiError, refuseFor, toProblemResponse } from '../http/api-error'
import { provideBodies, refuseNul } from '../http/bodies'
import type { Timeouts } from '../http/bounds'
import { setNetwork, warnOfProxy } from '../http/client-address'
import type { HttpEnvironment } from '../http/environment'
import { logRequest, type ObservedRequest, observeRequests } from '../http/observe-requests'
import { countEntry, limitRefusals, type RateLimits } from '../http/rate-limits'
import { addSafetyHeaders, refuseCrossSite } from '../http/safety-headers'
import type { Indexer } from '../jobs/index-entries'
import type { FestivalState } from '../live/current'
import { stateRoutes } from '../live/routes'
import type { Outbox } from '../mail/outbox'
import { myEntryRoutes } from '../my-entry/routes'
import type { ClientSite } from '../pages/serve-client'
import { serveDesk } from '../pages/serve-desk'
import { serveDoor } from '../pages/serve-door'
import { createPages } from '../pages/serve-pages'
import type { Site } from '../pages/site'
import type { Clock } from '../system/clock'
import type { FileStore } from '../uploads/file-store'
import { checkNewestProof } from '../uploads/upload-rows'
import type { Uploads } from '../uploads/uploads'
import { createDesk } from './desk'
import { createSharedCheck, healthRoutes } from './health'
import type { Metrics } from './metrics'

export interface AppDependencies {
  db: Db
  files: Pick<FileStore, 'open'>
  uploads: Uploads
  outbox: Pick<Outbox, 'leaseSeconds' | 'deliverNew' | 'deliver'>
  rateLimits: Omit<RateLimits, 'close'>
  /** If undefined, the server answers API calls only. */
  site: Site | undefined
  indexer?: Pick<Indexer, 'catchUp'> | undefined
  desk?: ClientSite | undefined
  door?: ClientSite | undefined
  metrics?: Pick<Metrics, 'observe' | 'observeGuess'> | undefined
  clock: Clock
  config: Config
  state: FestivalState
  log: Logger
  timeouts?: Timeouts | undefined
}

const nothingHere = () => new ApiError('not-found', 'There is nothing at this address.')
const nothingSaved = () =>
  refuseFor(
    60,
    'unavailable',
    'The server cannot save anything at the moment. Please try again in a few minutes. If this continues, tell the person who runs the site that the disk may be full.',
  )
const storeUnavailable = () =>
  refuseFor(
    15,
    'unavailable',
    'The server cannot reach its database at the moment. Please try again in a minute.',
  )
const unexpected = () =>
  new ApiError('unexpected', 'Something went wrong on our side. Please try again.')

export const createApp = (deps: AppDependencies): Hono<HttpEnvironment> => {
  const {
    db,
    files,
    uploads,
    outbox,
    rateLimits,
    site,
    desk,
    door,
    indexer,
    metrics,
    clock,
    config,
    state,
    log,
    timeouts,
  } = deps
  const { festival } = state
  const pages = site && createPages(site, config)
  const submit = createSubmit({ db, clock, log, outbox, mailboxLimit: config.limits.sender })
  const observeGuess = metrics?.observeGuess
  const couponCode = identity.coupon === false ? undefined : config.couponCode
  const checkCoupon = createCoupons({ code: couponCode, rateLimits, observeGuess, log })
  const availability = createAvailability(state, clock, config.isPublic)
  const nextMillis = createUniqueMillis()

  const checkWrite = createSharedCheck(() => writeHeartbeat(db))
  const requireWrites = () =>
    checkWrite().catch((err: unknown) => {
      log.error({ err }, 'the database is not writable')
      throw nothingSaved()
    })

  const observe = (request: ObservedRequest) => {
    logRequest(log, request, config.isPublic)
    metrics?.observe(request)
  }

  const app = new Hono<HttpEnvironment>()
  app.use(observeRequests(observe))
  app.use(warnOfProxy(config.trustedProxies, log, clock))
  if (config.organisers && desk) {
    app.use(serveDesk(desk, config))
  }
  if (config.organisers && door) {
    app.use(serveDoor(door, config))
  }
  if (pages) {
    app.use(pages.serve)
  }
  app.use(addSafetyHeaders(config))
  app.use(refuseCrossSite)
  app.use(setNetwork(config.trustedProxies))
  app.use(limitRefusals(rateLimits.refusals, log))
  app.use(provideBodies(timeouts))
  app.use('/api/*', refuseNul)
  app.use('/api/*', countEntry(rateLimits))
  app.route(
    '/',
    healthRoutes(db, () => checkNewestProof(db, files, log), log),
  )
  app.route('/', stateRoutes(state))
  app.route('/', couponRoutes(checkCoupon, availability))
  app.route('/', registrationRoutes(submit, checkCoupon, nextMillis, availability, festival))
  if (tiers.length > 0) {
    app.route('/', delegatePassRoutes(submit, availability))
  }
  if (accommodation) {
    app.route('/', accommodationRoutes(submit, availability, accommodation))
  }
  const { send: sendFile, readLowDiskSpace } = uploads
  const shared = {
    db,
    sendFile,
    readLowDiskSpace,
    clock,
    log,
    outbox,
    limits: rateLimits,
    requireWrites,
  }
  const matcher = createMatcher({ db, store: config.store, festival })
  app.route('/', myEntryRoutes({ ...shared, availability, config, festival, matcher }))
  app.route('/', uploads.routes)
  /** Without a built site, every path counts as a page, except those of the server itself. */
  const isPage = (address: string) => {
    const [path = '', query = ''] = address.split('?')
    return site ? site.find(path, query)?.isPage === true : !isServerPath(path)
  }
  const { organisers } = config
  if (organisers) {
    const { publicUrl, isPublicUrlSet } = config
    app.route('/', doorRoutes({ ...shared, publicUrl, isPublicUrlSet, festival }))
  }
  if (organisers && indexer) {
    app.route(
      '/',
      createDesk({
        ...shared,
        festival,
        matcher,
        state,
        isPage,
        indexer,
        config,
        submit,
        checkCoupon,
        nextMillis,
        organisers,
      }),
    )
  }

  app.notFound((context) => {
    return pages && !isCall(context.req.path)
      ? pages.handleUnmatched(context)
      : toProblemResponse(nothingHere())
  })
  app.onError((error, context) => {
    if (error instanceof ApiError) {
      return toProblemResponse(error)
    }
    log.error({ err: error, request: context.get('requestId') }, 'a request failed')
    return toProblemResponse(toApiError(error))
  })
  return app
}

const toApiError = (error: Error): ApiError => {
  if (isOutOfSpace(error)) {
    return nothingSaved()
  }
  return isStoreUnavailable(error) ? storeUnavailable() : unexpected()
}

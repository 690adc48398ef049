import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { identity } from '#edition/identity'
import type { LowDiskSpace } from '../../festival/contract/overview'
import { wholeEdition } from '../../festival/live/whole-edition'
import type { Config } from '../config/config'
import { describeUnknownSetting } from '../config/config-fields'
import {
  logAvailability,
  requirePublicSettings,
  warnOfNode,
  warnOfPlaceholders,
  warnOfSettings,
} from '../config/public-site'
import { createEntryPageFinder } from '../entries/proofs'
import { defaultTimeouts, type Timeouts } from '../http/bounds'
import { createRateLimits } from '../http/rate-limits'
import { checkHost, safetyHeaders } from '../http/safety-headers'
import { listenAt, serveGracefully } from '../http/serve-gracefully'
import { startHousekeeping } from '../jobs/housekeeping'
import { createIndexer } from '../jobs/index-entries'
import { startDelivery, startIndexing, startWaitlist } from '../jobs/workers'
import { createFestivalState } from '../live/current'
import { canSendDeskEmails, createMailer } from '../mail/create-mailer'
import { createOutbox } from '../mail/outbox'
import { completeEmail } from '../messages/add-ticket'
import { isStillListed } from '../messages/announcements'
import { createWaitlist } from '../messages/waitlist'
import { notifyAdminsOfLowSpace } from '../organisers/organisers'
import { keepPagesCurrent } from '../pages/keep-pages-current'
import { loadRenderer } from '../pages/load-renderer'
import { loadDesk } from '../pages/serve-desk'
import { loadDoor } from '../pages/serve-door'
import { loadSite } from '../pages/site'
import type { Clock } from '../system/clock'
import { keepFolderToOwner } from '../system/owner-only'
import { waitForBackgroundWork } from '../system/secret'
import { createDiskReserve, findFreeSpaceReader, warnOfLowSpace } from '../uploads/disk-reserve'
import { openImageHost } from '../uploads/image-host'
import { createFileStore } from '../uploads/open-file-store'
import { checkNewestProof } from '../uploads/upload-rows'
import { createUploads } from '../uploads/uploads'
import { createApp } from './app'
import { createConfirmations } from './confirmations'
import { testRead } from './health'
import { createLog } from './log'
import { createMetrics, serveMetrics } from './metrics'
import { lockTables, openServerDatabase } from './open-server-database'

/** In milliseconds. Shorter than the grace period in `main.ts`. */
const mailGraceMs = 12_000

export interface RunningServer {
  address: AddressInfo
  metricsPort: number | undefined
  stop: () => Promise<void>
}

/**
 * @throws OperatorError when a setting, the table store, the data folder, the built site or a port
 * prevents the start
 */
export const startServer = async (
  config: Config,
  timeouts: Timeouts = defaultTimeouts,
): Promise<RunningServer> => {
  const clock: Clock = () => new Date()
  const log = createLog(config.logLevel)
  for (const unknown of config.unknownSettings) {
    log.warn(describeUnknownSetting(unknown))
  }
  const site = await loadSite(config.siteDir, config)
  if (!site) {
    log.warn('the site has not been built; the server answers only API requests')
  }
  // The build places the desk and the doors' page next to the site.
  const desk = config.organisers && (await loadDesk(resolve(config.siteDir, '../desk')))
  const door = config.organisers && (await loadDoor(resolve(config.siteDir, '../door')))
  if (config.organisers && !desk) {
    log.warn(
      'ORGANISERS is set, but the desk has not been built; the server answers only its API requests',
    )
  }
  if (config.isPublic) {
    requirePublicSettings(config, site !== undefined)
    warnOfSettings(config, log)
    warnOfPlaceholders(wholeEdition, log)
  }
  if (config.organisers && config.imageHost) {
    log.warn(
      'IMAGE_HOST_URL is set: anyone with the address of a file at the image host can read it without signing in. Keep files in DATA_DIR or in a bucket if only the desk should show them.',
    )
  }
  if (!canSendDeskEmails(config.mail.engine)) {
    log.warn(
      'EMAILJS_TEMPLATE_DESK is not set: “Check my registration” cannot e-mail links and asks visitors to call. Create a template with the fields email, subject and text.',
    )
  }
  warnOfNode(process.versions.node, log)
  logAvailability(wholeEdition, clock(), config.isPublic, log)
  keepFolderToOwner(config.dataDir)
  const db = await openServerDatabase(config, () => createFileStore(config), log)
  const files = createFileStore(config)
  await testRead(db, log)
  // Pages and forms work even without stored files.
  await checkNewestProof(db, files, log).catch(() => {})
  const mailer = createMailer(config.dataDir, config.mail.engine)
  const state = createFestivalState({ db, clock, log })
  await state.start()
  const renderer = site && (await loadRenderer(resolve(config.siteDir, '../renderer/renderer.js')))
  if (site && renderer) {
    await keepPagesCurrent({ site, renderer, state, clock, log })
  }
  const { festival } = state
  const confirmations = createConfirmations({
    address: config.publicUrl,
    hasDesk: config.organisers !== undefined,
    clock,
    festival,
  })
  const rateLimits = createRateLimits(config)
  const { attachedBytes } = rateLimits
  const isWanted = (id: string, email: string) => isStillListed(db, id, email)
  const outbox = createOutbox({
    db,
    mailer,
    confirmations,
    clock,
    config,
    limits: rateLimits,
    isWanted,
    complete: (message) =>
      completeEmail(db, message, {
        festival: festival(),
        publicUrl: config.publicUrl,
        now: clock(),
      }),
    log,
  })
  const lock = await lockTables(config.store, db, outbox.releaseDeadLeases)
  const imageHost = config.imageHost && openImageHost(config.imageHost)
  const readFreeBytes = findFreeSpaceReader(config)
  if (readFreeBytes) {
    await warnOfLowSpace(readFreeBytes, config.uploads.reserveBytes, log)
  }
  const { reserveBytes } = config.uploads
  const onScarceSpace = (room: LowDiskSpace) =>
    notifyAdminsOfLowSpace({ db, clock, ...config }, room)
  const reserve =
    readFreeBytes && createDiskReserve({ readFreeBytes, reserveBytes, onScarceSpace, log })
  const findEntryPage = config.organisers && createEntryPageFinder(db)
  const uploads = createUploads({
    db,
    files,
    imageHost,
    findEntryPage,
    clock,
    config,
    reserve,
    attachedBytes,
    log,
  })

  const metrics =
    config.metricsPort === undefined ? undefined : createMetrics({ db, clock, readFreeBytes })
  const metricsAddress = { host: config.metricsHost, port: config.metricsPort ?? 0 }
  const metricsServer = metrics && (await serveMetrics(metrics, metricsAddress))
  const indexer = config.organisers && createIndexer({ db, clock, festival, log })
  const app = createApp({
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
  })
  const { fetch, refuse } = checkHost(app.fetch, safetyHeaders(config))
  // Bodies that no handler has read are discarded by `serveGracefully`.
  const listener = getRequestListener(fetch, { errorHandler: refuse, autoCleanupIncoming: false })
  const { server, close } = serveGracefully(timeouts, listener)
  const address = await listenAt(server, { host: config.host, port: config.port, variable: 'PORT' })
  const delivery = startDelivery(outbox, log)
  const indexing = indexer && startIndexing(indexer, log)
  const waiting = startWaitlist(createWaitlist({ db, clock, state, config }), log)
  const housekeeping = startHousekeeping({
    db,
    files,
    clock,
    acceptedDay: config.acceptClock,
    lastDay: identity.lastDay,
    keptDays: config.proofsKeptDays,
    log,
  })

  return {
    address,
    metricsPort: metricsServer?.port,
    stop: async () => {
      housekeeping.stop()
      state.stop()
      await indexing?.stop()
      await waiting.stop()
      await metricsServer?.stop()
      const closeMailerTimer = setTimeout(() => void mailer.close(), mailGraceMs)
      // These run in parallel, because requests wait for queued e-mails.
      await Promise.all([close(), delivery.stop(), outbox.stop(), waitForBackgroundWork()])
      clearTimeout(closeMailerTimer)
      await mailer.close()
      files.close()
      await rateLimits.close()
      await db.destroy()
      await lock.release()
      log.info('the server has stopped')
    },
  }
}

import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { identity } from '#edition/identity'
import { wholeEdition } from '../festival/whole-edition'
import { createApp } from './app'
import type { Clock } from './clock'
import type { Config } from './config'
import { openDatabase } from './db/open-database'
import { testRead } from './features/health/routes'
import { createRateLimits } from './http/rate-limits'
import { serveGracefully } from './http/serve-gracefully'
import { createLog } from './log'
import { createMailer } from './mail/create-mailer'
import { createOutbox } from './mail/outbox'
import { createMetrics } from './metrics/metrics'
import { serveMetrics } from './metrics/serve-metrics'
import { deleteOldProofs } from './operations/retention'
import { loadSite } from './pages/site'
import { createFileStore } from './uploads/create-file-store'
import { openImageHost } from './uploads/image-host'
import { createUploads } from './uploads/uploads'
import { warnOfPlaceholders } from './warn-of-placeholders'

const minute = 60_000

/** How long the server waits for a sender, in milliseconds. */
export interface Patience {
  headersTimeout: number
  requestTimeout: number
  keepAliveTimeout: number
  /** How often it looks who has run out of time. */
  connectionsCheckingInterval: number
}

/** A slow phone sends 4 MiB in a few minutes; one that only trickles headers is let go sooner (behaviour 13.3). */
const usualPatience: Patience = {
  headersTimeout: minute / 4,
  requestTimeout: 5 * minute,
  keepAliveTimeout: minute / 4,
  connectionsCheckingInterval: minute / 12,
}

/** A server that listens. */
export interface RunningServer {
  address: AddressInfo
  /** Where this machine reads the measurements, if any are taken. */
  metricsPort: number | undefined
  /** Finishes the requests and e-mails that are under way, then lets go of everything. */
  stop: () => Promise<void>
}

/**
 * Builds every part from the configuration, listens, and starts the worker that sends e-mails and the hourly sweep.
 * @throws Error when the table store cannot be opened or the port is taken
 */
export const startServer = async (config: Config, patience: Patience = usualPatience): Promise<RunningServer> => {
  const clock: Clock = () => new Date()
  const log = createLog(config.logLevel)
  if (config.isPublic) warnOfPlaceholders(wholeEdition, log)
  const db = await openDatabase(config.store, (err) => log.warn({ err }, 'an idle connection to the tables broke'))
  await testRead(db, log)
  const mailer = createMailer(config)
  const outbox = createOutbox({ db, mailer, clock, config, log })
  const files = createFileStore(config)
  const imageHost = config.imageHost && openImageHost(config.imageHost)
  const uploads = createUploads({ db, files, imageHost, clock, config, log })
  const site = await loadSite(config.siteDir)
  if (!site) log.warn('the site has not been built; only the calls are answered')

  const metrics = config.metricsPort === undefined ? undefined : createMetrics({ db, clock })
  const metricsServer = metrics && (await serveMetrics(metrics, config.metricsPort ?? 0))
  const rateLimits = createRateLimits(config)
  const app = createApp({ db, uploads, outbox, rateLimits, site, metrics, clock, config, log })
  const answer = getRequestListener(app.fetch)
  const answerFully: RequestListener = (incoming, outgoing) => {
    if (app.serveDirectly(incoming, outgoing)) return
    waitFor(outgoing)
    void answer(incoming, outgoing)
  }
  const { server, waitFor, close } = serveGracefully(patience, answerFully, app.answerPlainly)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  outbox.start()
  const sweep = async () => {
    await uploads.sweep().catch((err: unknown) => log.error({ err }, 'the sweep of uploads failed'))
    const parts = { db, files, clock, lastDay: identity.lastDay, keptDays: config.proofsKeptDays }
    const deleted = await deleteOldProofs(parts).catch((err: unknown) => {
      log.error({ err }, 'the proofs whose time is over could not be deleted')
      return 0
    })
    if (deleted > 0) log.info({ deleted }, 'proofs whose time was over were deleted')
  }
  const sweeping = setInterval(sweep, 60 * minute)
  void sweep()

  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    address,
    metricsPort: metricsServer?.port,
    stop: async () => {
      clearInterval(sweeping)
      await metricsServer?.stop()
      // Together: requests wait for e-mails, and those that only stand in line would hold everything up.
      await Promise.all([close(), outbox.stop()])
      await mailer.close()
      files.close()
      await rateLimits.close()
      await db.destroy()
      log.info('the server has stopped')
    },
  }
}

import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { createApp } from './app'
import type { Clock } from './clock'
import type { Config } from './config'
import { openDatabase } from './db/open-database'
import { testRead } from './features/health/routes'
import { createLog } from './log'
import { createMailer } from './mail/create-mailer'
import { createOutbox } from './mail/outbox'
import { loadSite } from './pages/site'
import { openDiskStore } from './uploads/disk-store'
import { createUploads } from './uploads/uploads'

const minute = 60_000

/** A server that listens. */
export interface RunningServer {
  address: AddressInfo
  /** Finishes the requests and e-mails that are under way, then lets go of everything. */
  stop: () => Promise<void>
}

/**
 * Builds every part from the configuration, listens, and starts the worker that sends e-mails and the hourly sweep.
 * @throws Error when the table store cannot be opened or the port is taken
 */
export const startServer = async (config: Config): Promise<RunningServer> => {
  const clock: Clock = () => new Date()
  const log = createLog(config.logLevel)
  const db = await openDatabase(config.store, (err) => log.warn({ err }, 'an idle connection to the tables broke'))
  await testRead(db, log)
  const mailer = createMailer(config)
  const outbox = createOutbox({ db, mailer, clock, config, log })
  const files = openDiskStore(join(config.dataDir, 'files'))
  const uploads = createUploads({ db, files, clock, config, log })
  const site = await loadSite(config.siteDir)
  if (!site) log.warn('the site has not been built; only the calls are answered')

  const app = createApp({ db, uploads, outbox, site, clock, config, log })
  const server = createAdaptorServer({
    fetch: app.fetch,
    // A slow phone sends 4 MiB in a few minutes; one that only trickles headers is let go sooner.
    serverOptions: { headersTimeout: minute / 4, requestTimeout: 5 * minute, keepAliveTimeout: minute / 4 },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  outbox.start()
  const sweep = () => uploads.sweep().catch((err: unknown) => log.error({ err }, 'the sweep of uploads failed'))
  const sweeping = setInterval(sweep, 60 * minute)
  void sweep()

  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on no port')
  return {
    address,
    stop: async () => {
      clearInterval(sweeping)
      await new Promise((resolve) => server.close(resolve))
      await outbox.stop()
      await mailer.close()
      await db.destroy()
      log.info('the server has stopped')
    },
  }
}

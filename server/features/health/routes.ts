import { Hono } from 'hono'
import type { Logger } from 'pino'
import { healthPath, readyPath } from '../../../festival/api'
import { beat } from '../../db/heartbeat'
import type { Db } from '../../db/schema'
import { ApiError } from '../../http/api-error'
import type { HttpEnvironment } from '../../http/environment'
import { refuseMethod } from '../../http/refuse-method'
import { testRead } from './test-read'
import { createWriteCheck } from './write-check'

/**
 * `GET /healthz` while the process lives, and `GET /readyz` while the table store answers the test read and takes a
 * write, and the newest proof can be read (behaviours 12.2, 12.33).
 */
export const healthRoutes = (db: Db, readNewestProof: () => Promise<void>, log: Logger): Hono<HttpEnvironment> => {
  const checkWrite = createWriteCheck(() => beat(db))
  const checkRead = createWriteCheck(readNewestProof)
  const routes = new Hono<HttpEnvironment>()
  routes.get(healthPath, (context) => context.json({ status: 'ok' }))
  routes.get(readyPath, async (context) => {
    if (!(await testRead(db, log))) throw new ApiError('unavailable', 'The table store does not answer.')
    try {
      await checkWrite()
    } catch (error) {
      log.error({ err: error }, 'the table store takes no writes')
      throw new ApiError('unavailable', 'The table store takes no writes. Is the disk full, or the database locked?')
    }
    try {
      await checkRead()
    } catch {
      throw new ApiError('unavailable', 'The stored files cannot be read.')
    }
    return context.json({ status: 'ready' })
  })
  routes.all(healthPath, refuseMethod('GET, HEAD'))
  routes.all(readyPath, refuseMethod('GET, HEAD'))
  return routes
}

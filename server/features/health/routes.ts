import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Db } from '../../db/schema'
import type { HttpEnvironment } from '../../http/environment'
import { Refusal } from '../../http/refusal'
import { refuseMethod } from '../../http/refuse-method'
import { readOneId } from '../event-registrations/queries'

/** The test read: one id of the registrations. The result is logged (behaviour 12.2). */
export const testRead = async (db: Db, log: Logger): Promise<boolean> => {
  try {
    const id = await readOneId(db)
    log.info({ found: id !== undefined }, 'the table store answers')
    return true
  } catch (error) {
    log.error({ err: error }, 'the table store does not answer')
    return false
  }
}

/** `GET /healthz` while the process lives, and `GET /readyz` while the table store answers the test read. */
export const healthRoutes = (db: Db, log: Logger): Hono<HttpEnvironment> => {
  const routes = new Hono<HttpEnvironment>()
  routes.get('/healthz', (context) => context.json({ status: 'ok' }))
  routes.get('/readyz', async (context) => {
    if (await testRead(db, log)) return context.json({ status: 'ready' })
    throw new Refusal('unavailable', 'The table store does not answer.')
  })
  routes.all('/healthz', refuseMethod('GET, HEAD'))
  routes.all('/readyz', refuseMethod('GET, HEAD'))
  return routes
}

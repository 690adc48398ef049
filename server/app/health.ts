import { Hono } from 'hono'
import type { Logger } from 'pino'
import { healthPath, readyPath } from '../../festival/forms/api'
import { writeHeartbeat } from '../db/heartbeat'
import type { Db } from '../db/schema'
import { ApiError, refuseMethod } from '../http/api-error'
import type { HttpEnvironment } from '../http/environment'

/**
 * `GET /healthz` only checks the process. `GET /readyz` also reads and writes the tables and reads
 * the newest proof.
 */
export const healthRoutes = (
  db: Db,
  readNewestProof: () => Promise<void>,
  log: Logger,
): Hono<HttpEnvironment> => {
  const checkWrite = createSharedCheck(() => writeHeartbeat(db))
  const checkRead = createSharedCheck(readNewestProof)
  const routes = new Hono<HttpEnvironment>()
  routes.get(healthPath, (context) => context.json({ status: 'ok' }))
  routes.get(readyPath, async (context) => {
    if (!(await testRead(db, log))) {
      throw new ApiError('unavailable', 'The database does not respond.')
    }
    try {
      await checkWrite()
    } catch (error) {
      log.error({ err: error }, 'the database is not writable')
      throw new ApiError(
        'unavailable',
        'The database is not writable. Check whether the disk is full or the database is locked.',
      )
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

export const testRead = async (db: Db, log: Logger): Promise<boolean> => {
  try {
    await db.selectFrom('EventRegistration').select('id').limit(1).executeTakeFirst()
    log.info('the database responds')
    return true
  } catch (error) {
    log.error({ err: error }, 'the database does not respond')
    return false
  }
}

const minIntervalMs = 1_000
const timeoutMs = 5_000

/**
 * Returns a check that runs `attempt` at most once a second, shares the result among concurrent
 * callers, and throws an Error if the latest attempt failed or timed out.
 */
export const createSharedCheck = (
  attempt: () => Promise<void>,
  waitMs = timeoutMs,
): (() => Promise<void>) => {
  let startedAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  let latest = Promise.resolve()
  const startAttempt = () => {
    startedAt = performance.now()
    isRunning = true
    latest = attempt().finally(() => {
      isRunning = false
    })
    // Prevents an unhandled rejection if every caller has already timed out.
    latest.catch(() => {})
  }
  return async () => {
    if (!isRunning && performance.now() - startedAt >= minIntervalMs) {
      startAttempt()
    }
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('A write did not finish in time')), waitMs)
    })
    await Promise.race([latest, timeout]).finally(() => clearTimeout(timer))
  }
}

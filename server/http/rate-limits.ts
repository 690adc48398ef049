import { Pool } from 'pg'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Config } from '../config'

/** Counts what each network address sends. */
export interface RateLimits {
  submissions: RateLimiterAbstract
  uploads: RateLimiterAbstract
  close: () => Promise<void>
}

/** How long a count may hold a request up, in milliseconds. */
const patienceMs = 500

/**
 * With PostgreSQL all processes count together, on connections of their own, so that counting never waits behind
 * saving. While it doesn't answer in time, each process goes on counting by itself: a limit keeps floods out, and must
 * not keep registrants out (behaviour 13.14). On SQLite there is one process, and its memory will do.
 */
export const createRateLimits = ({ store, limits }: Pick<Config, 'store' | 'limits'>): RateLimits => {
  const inMemory = (name: 'submissions' | 'uploads') =>
    new RateLimiterMemory({ keyPrefix: name, points: limits[name].points, duration: limits[name].seconds })
  if (store.engine === 'sqlite')
    return { submissions: inMemory('submissions'), uploads: inMemory('uploads'), close: async () => {} }

  const pool = new Pool({
    connectionString: store.url,
    max: 2,
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
    application_name: 'cerebra-limits',
  })
  // The pool replaces a broken connection by itself, and the insurance bridges the gap.
  pool.on('error', () => {})
  const shared = (name: 'submissions' | 'uploads') =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: limits[name].points,
      duration: limits[name].seconds,
      insuranceLimiter: inMemory(name),
    })
  return { submissions: shared('submissions'), uploads: shared('uploads'), close: () => pool.end() }
}

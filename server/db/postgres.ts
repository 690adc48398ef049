import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

/** PostgreSQL's number of the type of whole numbers of 64 bits; ours stay far below what JavaScript's hold exactly. */
const int8 = 20

/**
 * Kysely's dialect for PostgreSQL. `onIdleError` hears of a connection that broke while nobody used it; the pool
 * replaces it by itself.
 */
export const postgresDialect = (url: string, onIdleError: (error: Error) => void): Dialect => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    // Also how long a query waits for its turn when a thousand registrants press submit at once on a busy machine. With the
    // wait for the e-mail (20 s at most) it stays below the 40 s after which a browser gives up, and alone below the
    // time of a process that stops. A server that refuses connections is known at once.
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'cerebra',
    types: {
      getTypeParser: (type, format) => (type === int8 ? Number : types.getTypeParser(type, format)),
    },
  })
  pool.on('error', onIdleError)
  // One that breaks between two queries of a transaction tells so by an event, which would end the process if nobody
  // listened. Its next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

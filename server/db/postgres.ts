import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

/** The type id of 64-bit integers. Ours are far below the safe integers of JavaScript. */
const int8 = 20

/**
 * `onIdleError` is called when an idle connection breaks. The pool replaces the connection by
 * itself.
 */
export const postgresDialect = (url: string, onIdleError: (error: Error) => void): Dialect => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    // Also limits how long a query waits for a connection if 1,000 participants submit at once.
    // Together with the wait for the e-mail (at most 20 s) it must stay below the 40 s after which
    // a browser gives up. Alone it must stay below the grace period of a stopping process.
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
  // A connection that breaks inside a transaction emits an event, which would end the process
  // without a listener. The next query fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

import { type Dialect, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'

const int8 = 20

/** The pool replaces broken idle connections by itself. */
export const postgresDialect = (url: string, onIdleError: (error: Error) => void): Dialect => {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    // Also limits how long a query waits for a connection if 1,000 participants send forms at once.
    // Together with the wait for the e-mail (20 s), this must stay below 40 s, after which browsers
    // give up. It must also stay below the grace period of a stopping process.
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
  // Without a listener, a connection that breaks during a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new PostgresDialect({ pool })
}

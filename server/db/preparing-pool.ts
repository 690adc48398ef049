import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type { Pool, PoolClient } from 'pg'

/** Queries with lists of any length have texts without end; those past this number are planned each time. */
const mostNames = 200

/**
 * The short name under which a text is prepared once on each connection, so that PostgreSQL reads and plans it only
 * there. None for a text with a star: what it gives changes when another process adds a column, and then PostgreSQL
 * refuses the prepared one.
 */
class Names {
  readonly #names = new Map<string, string>()

  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || text.includes('*') || this.#names.size >= mostNames) return known
    const name = `q${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #names: Names

  constructor(client: PoolClient, names: Names) {
    this.#client = client
    this.#names = names
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not in use')
    const name = values.length === 0 ? undefined : this.#names.of(text)
    return this.#client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
  }

  release(): void {
    this.#client.release()
  }
}

/** Kysely's view of a pool whose statements are prepared. */
export const preparingPool = (pool: Pool): PostgresPool => {
  const names = new Names()
  const clients = new WeakMap<PoolClient, PreparingClient>()
  return {
    connect: async () => {
      const client = await pool.connect()
      const known = clients.get(client) ?? new PreparingClient(client, names)
      clients.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

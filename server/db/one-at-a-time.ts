import { sql, type Transaction } from 'kysely'
import { isPostgres } from './is-postgres'
import type { Tables } from './schema'

/** What must not run twice at once, each with a number of its own for the table store. */
const keys = { indexing: 7_214_001, payments: 7_214_002 } as const

/** Waits until no other transaction is at the same work, in whichever process. SQLite has one writer anyway. */
export const oneAtATime = async (transaction: Transaction<Tables>, work: keyof typeof keys): Promise<void> => {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(keys[work])})`.execute(transaction)
}

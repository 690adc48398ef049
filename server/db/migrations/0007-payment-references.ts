import { type Kysely, sql } from 'kysely'

/**
 * What a payment can be found by in a bank's statement, and a number for each request for a room. The room's UTR is its
 * `transaction_id`.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  const text = (table: string, name: string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  for (const table of ['EventRegistration', 'DelegatePass', 'Accommodation']) await text(table, 'payment_reference')
  for (const table of ['EventRegistration', 'DelegatePass']) await text(table, 'utr')
  await text('Accommodation', 'request_id')
  await numberRequests(db)
  await db.schema.createIndex('accommodation_request_id').unique().on('Accommodation').column('request_id').execute()
}

/** Requests of before get the numbers from 1 on, in the order in which they came. */
const numberRequests = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from "Accommodation" order by booking_time, id`.execute(db)
  for (const [index, { id }] of rows.entries()) {
    const requestId = `ACC-${String(index + 1).padStart(6, '0')}`
    await sql`update "Accommodation" set request_id = ${requestId} where id = ${id}`.execute(db)
  }
}

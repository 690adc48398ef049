import { type Kysely, sql } from 'kysely'

/**
 * Which submissions came back corrected, and what stood there before; of earlier ones the audit log knows when. One's own last
 * press is found without a look at all others.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('review').addColumn('corrected_at', 'text').execute()
  await db.schema
    .alterTable('review')
    .addColumn('earlier_values', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await sql`
    update review set corrected_at = (
      select max(at) from audit_entry where audit_entry.record_id = review.record_id and action = 'corrected'
    )
  `.execute(db)
  await sql`create index review_corrected on review (corrected_at) where corrected_at is not null`.execute(db)
  await db.schema.createIndex('decision_actor').on('decision').columns(['actor', 'decided_at']).execute()
}

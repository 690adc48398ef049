import type { Kysely } from 'kysely'

/** One row: that a server works with these tables, when its clock was last believed, and what it has announced. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('heartbeat')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('beats', 'integer', (column) => column.notNull())
    .addColumn('clock_at', 'text')
    .addColumn('proofs_go_at', 'text')
    .addColumn('proofs_going', 'integer')
    .execute()
}

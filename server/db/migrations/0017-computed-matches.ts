import { type Kysely, sql } from 'kysely'

/**
 * Matches are computed, not stored. A file that was taken back as a whole counts for nothing still: it goes with its rows and what
 * they verified once. Each payment has an allocation of its own, so that one of several can be released by itself.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.dropTable('bank_finding').execute()
  await db.schema.dropTable('bank_import_row').execute()
  const dropped = sql`select id from bank_import where dropped_at is not null`
  await sql`
    delete from bank_match where row_id in (select id from bank_row where import_id in (${dropped}))
  `.execute(db)
  await sql`delete from bank_row where import_id in (${dropped})`.execute(db)
  await sql`delete from bank_import where dropped_at is not null`.execute(db)
  for (const column of ['lists_rows', 'dropped_at', 'dropped_by'])
    await db.schema.alterTable('bank_import').dropColumn(column).execute()
  for (const table of ['bank_match', 'bank_spending'])
    await sql`update ${sql.table(table)} set spending_id = spending_id || '.' || row_id`.execute(db)
}

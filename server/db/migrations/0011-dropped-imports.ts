import type { Kysely } from 'kysely'

/**
 * Which file carried which row, so that a file can be taken back without those that others carried too. Imports of an earlier
 * version noted that of new rows only (`lists_rows` 0).
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('bank_import')
    .addColumn('lists_rows', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const name of ['dropped_at', 'dropped_by'])
    await db.schema.alterTable('bank_import').addColumn(name, 'text').execute()
  await db.schema
    .createTable('bank_import_row')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('import_id', 'text', (column) => column.notNull())
    .addColumn('row_id', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('bank_import_row_import').on('bank_import_row').column('import_id').execute()
  await db.schema.createIndex('bank_import_row_row').on('bank_import_row').columns(['row_id', 'import_id']).execute()
}

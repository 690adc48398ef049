import { type CreateTableBuilder, type Kysely, sql } from 'kysely'

type Table = CreateTableBuilder<string, never>

const texts = (table: Table, ...names: string[]): Table => {
  let next = table
  for (const name of names) next = next.addColumn(name, 'text', (column) => column.notNull())
  return next
}

const createTable = (db: Kysely<unknown>, name: string, key: string): Table =>
  db.schema.createTable(name).addColumn(key, 'text', (column) => column.primaryKey())

/** The bank's statement: what was imported, each payment once, and what it was spent on. Amounts are paise. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await texts(createTable(db, 'bank_import', 'id'), 'at', 'actor', 'layout', 'first_day', 'last_day')
    .addColumn('rows', 'integer', (column) => column.notNull())
    .execute()

  await texts(createTable(db, 'bank_row', 'id'), 'import_id', 'day', 'narration', 'reference')
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('balance', 'bigint')
    .execute()
  await db.schema.createIndex('bank_row_import').on('bank_row').columns(['import_id', 'amount']).execute()
  await sql`create index bank_row_reversal on bank_row (id) where amount < 0`.execute(db)

  // The key is what lets a payment be spent once.
  await texts(createTable(db, 'bank_spending', 'row_id'), 'spending_id').execute()
  await texts(createTable(db, 'bank_match', 'id'), 'row_id', 'record_id', 'spending_id', 'actor', 'at', 'reason')
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('decision_id', 'text')
    .addColumn('freed_by', 'text')
    .addColumn('is_reversed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    create unique index bank_match_once on bank_match (row_id, record_id) where freed_by is null
  `.execute(db)
  await db.schema.createIndex('bank_match_record').on('bank_match').column('record_id').execute()
  await db.schema.createIndex('bank_match_decision').on('bank_match').column('decision_id').execute()
  await db.schema.createIndex('bank_match_freed').on('bank_match').column('freed_by').execute()

  await texts(createTable(db, 'bank_finding', 'id'), 'record_id', 'row_id', 'state').execute()
  await db.schema.createIndex('bank_finding_record').on('bank_finding').column('record_id').execute()

  await texts(createTable(db, 'bank_layout', 'id'), 'layout', 'actor', 'at').execute()
  await texts(createTable(db, 'bank_refund', 'id'), 'record_id', 'actor', 'at')
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('bank_refund_record').on('bank_refund').column('record_id').execute()
}

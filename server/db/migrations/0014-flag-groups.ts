import { type Kysely, sql } from 'kysely'

/**
 * What several records have the same is a group, and each record's flag about it one row; what a browser read of a picture is one
 * row, for pictures are no longer compared by their looks. Flags are made anew at the first start.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .createTable('group_member')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('group_id', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('group_member_group')
    .on('group_member')
    .columns(['group_id', 'since', 'record_id'])
    .execute()
  await db.schema.createIndex('group_member_record').on('group_member').columns(['record_id']).execute()

  await sql`delete from flag`.execute(db)
  await db.schema
    .alterTable('flag')
    .addColumn('group_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.createIndex('flag_group').on('flag').columns(['group_id']).execute()

  await sql`alter table evidence rename to earlier_evidence`.execute(db)
  await db.schema
    .createTable('evidence')
    .addColumn('proof', 'text', (column) => column.primaryKey())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await sql`
    insert into evidence (proof, data, actor, created_at)
    select proof, data, actor, created_at from earlier_evidence where kind = 'ocr'
  `.execute(db)
  await db.schema.dropTable('earlier_evidence').execute()

  await sql`update review set prepared = 0`.execute(db)
}

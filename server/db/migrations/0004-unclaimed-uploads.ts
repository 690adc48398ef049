import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/**
 * Whom an upload that no record refers to is counted for, by a keyed hash of the network address; empty once a record
 * refers to it. The key stays in its table, which no backup holds: elsewhere the hashes mean nothing.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('upload')
    .addColumn('sender', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // In the place of one that held every upload, and that SQLite would rather read than the one below.
  await db.schema.dropIndex('upload_unreferenced').execute()
  await db.schema
    .createIndex('upload_unclaimed_age')
    .on('upload')
    .column('created_at')
    .where(sql`referenced_at`, 'is', null)
    .execute()
  await db.schema
    .createIndex('upload_unclaimed')
    .on('upload')
    .columns(['sender', 'created_at', 'bytes'])
    .where(sql`referenced_at`, 'is', null)
    .execute()
  await db.schema
    .createTable('sender_key')
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into sender_key (value) values (${randomBytes(32).toString('hex')})`.execute(db)
}

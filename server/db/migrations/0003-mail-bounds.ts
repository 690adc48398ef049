import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * How many e-mails a mailbox got, and when each was due; when a message's next attempt was decided; since when its address
 * has been refused, and whether the organisers have their copy. And how far the allowances for e-mails to new addresses are used up: those counts are worth nothing after a
 * crash, so on PostgreSQL they stay out of the log that commits wait for.
 */
export const up = async <Tables>(db: Kysely<Tables>): Promise<void> => {
  await db.schema
    .alterTable('message')
    .addColumn('mailbox', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('message').addColumn('ordinal', 'integer').execute()
  await db.schema.alterTable('message').addColumn('due_at', 'text').execute()
  await db.schema
    .alterTable('message')
    .addColumn('scheduled_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('message')
    .addColumn('is_copied', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('message').addColumn('refused_at', 'text').execute()
  await sql`update message set mailbox = lower(recipient), due_at = created_at, scheduled_at = created_at`.execute(db)
  await sql`
    update message set ordinal = numbered.ordinal
    from (select id, row_number() over (partition by mailbox order by created_at, id) as ordinal from message) as numbered
    where numbered.id = message.id
  `.execute(db)
  await db.schema.createIndex('message_mailbox').unique().on('message').columns(['mailbox', 'ordinal']).execute()
  await db.schema.dropIndex('message_recipient').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const kind = sql.raw(isPostgres ? 'unlogged table' : 'table')
  await sql`create ${kind} mail_allowance (key text primary key, used_until double precision not null)`.execute(db)
}

import { type Kysely, sql } from 'kysely'

/**
 * One queue of e-mails in the order of priority and time, and bounds that need no tables of their own: a mailbox is counted for
 * the forms' e-mails alone, by when each is due. What no place was found for is queued where organisers wrote it; a form's
 * stays failed, and can be sent from the desk. And how often a form's refused address was corrected.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema
    .alterTable('message')
    .addColumn('priority', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema.alterTable('message').addColumn('network', 'text').execute()
  await db.schema
    .alterTable('submission')
    .addColumn('email_corrections', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  // First: it allows an ordinal once for each mailbox, and the next statement puts many into one.
  await db.schema.dropIndex('message_mailbox').execute()
  await sql`
    update message set mailbox = '', priority = case kind when 'decision' then 2 else 0 end
    where kind in ('desk-link', 'desk-signed-in', 'private-link', 'decision')
  `.execute(db)
  await sql`
    update message set state = 'queued', last_error = null, next_attempt_at = created_at
    where kind = 'decision' and state = 'failed' and attempts = 0
  `.execute(db)
  await sql`update message set due_at = created_at where due_at is null`.execute(db)

  await db.schema.alterTable('message').dropColumn('ordinal').execute()
  await db.schema.createIndex('message_mailbox').on('message').columns(['mailbox', 'due_at']).execute()
  await db.schema.dropIndex('message_due').execute()
  await db.schema.createIndex('message_due').on('message').columns(['state', 'priority', 'next_attempt_at']).execute()
  await sql`create index message_unsent on message (record_id) where state <> 'sent'`.execute(db)
  await db.schema.dropTable('mail_allowance').execute()
}

import { type Kysely, sql } from 'kysely'

/** What an earlier version wrote where others have the address of a picture. */
const notes = { cash: 'Paid in cash at the desk', upi: 'Paid by UPI at the desk' }

/** What a room's pre-booking cost as long as no record of it said so, in rupees. */
const roomFee = 50

/**
 * Cash as a way of paying of its own, with who took it; what a room owes stands on its record; money that came for somebody who
 * isn't accepted is given back or kept, and what was said of it in the mail is noted.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('review').addColumn('cash_amount', 'integer').execute()
  await db.schema.alterTable('review').addColumn('cash_by', 'text').execute()
  await db.schema
    .alterTable('Accommodation')
    .addColumn('amount', 'integer', (column) => column.notNull().defaultTo(roomFee))
    .execute()
  await db.schema
    .alterTable('bank_refund')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('returned'))
    .execute()
  await db.schema
    .alterTable('bank_refund')
    .addColumn('note', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('decision').addColumn('money', 'text').execute()
  for (const table of ['EventRegistration', 'DelegatePass']) {
    const form = sql.table(table)
    await sql`
      update review set
        cash_amount = (select amount * 100 from ${form} as form where form.id = review.record_id),
        cash_by = (
          select min(actor) from audit_entry
          where audit_entry.record_id = review.record_id and audit_entry.action = 'walk-in-entered'
        )
      where record_id in (select id from ${form} where payment_screenshot_url = ${notes.cash} and amount > 0)
    `.execute(db)
    await sql`
      update ${form} set payment_screenshot_url = '' where payment_screenshot_url in (${notes.cash}, ${notes.upi})
    `.execute(db)
  }
  await sql`update review set cash_by = '' where cash_amount is not null and cash_by is null`.execute(db)
  await sql`update review set ground = 'cash' where cash_amount is not null and ground = 'picture'`.execute(db)
  await sql`
    update decision set ground = 'cash'
    where ground = 'picture' and record_id in (select record_id from review where cash_amount is not null)
  `.execute(db)
}

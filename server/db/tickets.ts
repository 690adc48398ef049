import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { referenceAlphabet } from '../../festival/payment/upi'
import { makeSecret } from '../system/secret'
import type { ReviewRow, TicketRow } from './desk-schema'
import type { Db, DbOrTransaction } from './schema'
import { insertOnce } from './transact'

/** The most characters that fit the smallest QR code with error correction Q. */
const codeLength = 16

export const makeTicketCode = (): string =>
  Array.from(
    { length: codeLength },
    () => referenceAlphabet[randomInt(referenceAlphabet.length)],
  ).join('')

const makeTicket = (entry_id: string, now: Date): TicketRow => ({
  code: makeTicketCode(),
  secret: makeSecret(),
  entry_id,
  created_at: now.toISOString(),
  replaced_at: null,
  needs_email: 0,
})

/** The entry must not have a ticket yet. */
export const issueTicket = async (
  db: DbOrTransaction,
  entryId: string,
  now: Date,
): Promise<TicketRow> => {
  const ticket = makeTicket(entryId, now)
  await db.insertInto('ticket').values(ticket).execute()
  return ticket
}

/**
 * The replaced ticket's link stops working too.
 * @returns false if the entry has no ticket, or a concurrent transaction has replaced it
 */
export const replaceTicket = async (
  db: DbOrTransaction,
  entryId: string,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('ticket')
    .set({ replaced_at: now.toISOString() })
    .where('entry_id', '=', entryId)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) {
    return false
  }
  await issueTicket(db, entryId, now)
  return true
}

const findCurrent = (
  db: DbOrTransaction,
  column: 'entry_id' | 'secret',
  value: string,
): Promise<TicketRow | undefined> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where(column, '=', value)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

/** Room requests have no tickets. */
export const findTicket = (db: DbOrTransaction, entryId: string) =>
  findCurrent(db, 'entry_id', entryId)

export const findTicketBySecret = (db: DbOrTransaction, secret: string) =>
  findCurrent(db, 'secret', secret)

/** For entries that were saved by versions without tickets. */
export const issueMissingTickets = async (db: Db, now: Date): Promise<void> => {
  const { rows } = await sql<Pick<ReviewRow, 'entry_id' | 'state'>>`
    select entry_id, state from review
    where kind <> 'accommodation' and entry_id not in (select entry_id from ticket)
  `.execute(db)
  for (const { entry_id, state } of rows) {
    const ticket = { ...makeTicket(entry_id, now), needs_email: state === 'verified' ? 1 : 0 }
    await insertOnce(db.insertInto('ticket').values(ticket))
  }
}

import { randomInt } from 'node:crypto'
import { referenceAlphabet } from '../../festival/payment/upi'
import { makeSecret } from '../system/secret'
import type { TicketRow } from './desk-schema'
import type { Db, DbOrTransaction } from './schema'

/** The longest code that fits the smallest QR code with error correction Q. */
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

/** The entry must have no ticket. */
export const issueTicket = async (
  db: DbOrTransaction,
  entryId: string,
  now: Date,
): Promise<TicketRow> => {
  const ticket = makeTicket(entryId, now)
  await db.insertInto('ticket').values(ticket).execute()
  return ticket
}

/** Also ends the link of the replaced ticket. Does nothing if the entry has no ticket. */
export const replaceTicket = async (
  db: DbOrTransaction,
  entryId: string,
  now: Date,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('ticket')
    .set({ replaced_at: now.toISOString() })
    .where('entry_id', '=', entryId)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) {
    await issueTicket(db, entryId, now)
  }
}

/** Rooms have no ticket. */
export const findTicket = (db: DbOrTransaction, entryId: string): Promise<TicketRow | undefined> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('entry_id', '=', entryId)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

/** Also finds replaced tickets. */
export const findTicketByCode = (
  db: DbOrTransaction,
  code: string,
): Promise<TicketRow | undefined> =>
  db.selectFrom('ticket').selectAll().where('code', '=', code).executeTakeFirst()

export const findTicketBySecret = (
  db: DbOrTransaction,
  secret: string,
): Promise<TicketRow | undefined> =>
  db
    .selectFrom('ticket')
    .selectAll()
    .where('secret', '=', secret)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()

const batchSize = 500

/** For entries from versions that had no tickets. Several processes may run this at once. */
export const issueMissingTickets = async (db: Db, now: Date): Promise<void> => {
  for (;;) {
    const entries = await db
      .selectFrom('review')
      .select(['entry_id', 'state'])
      .where('kind', '<>', 'accommodation')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('ticket')
              .select('ticket.code')
              .whereRef('ticket.entry_id', '=', 'review.entry_id'),
          ),
        ),
      )
      .limit(batchSize)
      .execute()
    if (entries.length === 0) {
      return
    }
    const tickets = entries.map(({ entry_id, state }) => ({
      ...makeTicket(entry_id, now),
      needs_email: state === 'verified' ? 1 : 0,
    }))
    await db
      .insertInto('ticket')
      .values(tickets)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

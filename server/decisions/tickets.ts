import { type EntryTicket, makeTicketPath } from '../../festival/contract/ticket'
import { saveAudit } from '../db/audit'
import type { DbOrTransaction } from '../db/schema'
import { findTicket, replaceTicket } from '../db/tickets'
import { transact } from '../db/transact'
import { findEntryWithReview, noSuchEntry } from '../entries/entry'
import { tooManyRequests } from '../http/api-error'
import { saveDecisionEmail } from '../messages/decision-email'
import { countLinkMail } from '../messages/private-links'
import { traceTicketQr } from '../system/ticket-qr'
import type { ReviewHandlers } from './deps'

export const readEntryTicket = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<EntryTicket | null> => {
  const ticket = await findTicket(db, entryId)
  if (!ticket) {
    return null
  }
  const { code, secret } = ticket
  return { code, qr: traceTicketQr(code), path: makeTicketPath(secret) }
}

const ticketEmail = { decision: 'ticket', reasons: [], note: '' } as const

const selectUnsent = (db: DbOrTransaction) =>
  db
    .selectFrom('ticket')
    .innerJoin('review', 'review.entry_id', 'ticket.entry_id')
    .where('ticket.needs_email', '=', 1)
    .where('ticket.replaced_at', 'is', null)
    .where('review.state', '=', 'verified')

export const ticketHandlers: ReviewHandlers<
  'replaceTicket' | 'countUnsentTickets' | 'sendTickets'
> = ({ db, clock, limits, settings: { publicUrl } }) => ({
  replaceTicket: async ({ params, body: { code }, organiser: { email: actor } }) => {
    const entryId = params.id
    const reviewed = await findEntryWithReview(db, entryId)
    if (!reviewed) {
      throw noSuchEntry()
    }
    const { entry, review } = reviewed
    const isCurrent = (await findTicket(db, entryId))?.code === code
    const seconds = isCurrent ? await countLinkMail(limits, entry.email) : undefined
    if (seconds !== undefined) {
      throw tooManyRequests(seconds)
    }
    return transact(db, async (transaction) => {
      const now = clock()
      if (isCurrent && (await replaceTicket(transaction, entryId, now))) {
        await saveAudit(transaction, { at: now, actor, action: 'ticket-replaced', entryId })
        if (review.state === 'verified') {
          await saveDecisionEmail(transaction, entry, { ...ticketEmail, now, publicUrl })
        }
      }
      const ticket = await readEntryTicket(transaction, entryId)
      if (!ticket) {
        throw noSuchEntry()
      }
      return ticket
    })
  },

  countUnsentTickets: async () => {
    const { count } = await selectUnsent(db)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    return { tickets: Number(count) }
  },

  sendTickets: ({ organiser: { email: actor } }) =>
    transact(db, async (transaction) => {
      const now = clock()
      // If several requests run at once, only one of them gets each row.
      const claimed = await transaction
        .updateTable('ticket')
        .set({ needs_email: 0 })
        .where('needs_email', '=', 1)
        .where('code', 'in', selectUnsent(transaction).select('ticket.code'))
        .returning('entry_id')
        .execute()
      for (const { entry_id } of claimed) {
        const reviewed = await findEntryWithReview(transaction, entry_id)
        if (reviewed) {
          await saveDecisionEmail(transaction, reviewed.entry, { ...ticketEmail, now, publicUrl })
        }
      }
      const tickets = claimed.length
      if (tickets > 0) {
        const detail = { entries: tickets }
        await saveAudit(transaction, { at: now, actor, action: 'tickets-sent', detail })
      }
      return { tickets }
    }),
})

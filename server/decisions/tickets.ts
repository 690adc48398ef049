import { type EntryTicket, makeTicketPath } from '../../festival/contract/ticket'
import { saveAudit } from '../db/audit'
import { isAmong } from '../db/engines'
import type { DbOrTransaction } from '../db/schema'
import { findTicket, replaceTicket } from '../db/tickets'
import { transact } from '../db/transact'
import { findEntryWithReview, noSuchEntry, readEntries } from '../entries/entry'
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

/** Entries per transaction, so that other changes need not wait for all e-mails. */
const batchSize = 500

export const ticketHandlers: ReviewHandlers<
  'replaceTicket' | 'countUnsentTickets' | 'sendTickets'
> = ({ db, clock, limits, settings: { publicUrl } }) => {
  /** @returns the number of e-mails, each of which only one process queues */
  const sendBatch = (actor: string): Promise<number> =>
    transact(db, async (transaction) => {
      const now = clock()
      const unsent = selectUnsent(transaction).select('ticket.code').limit(batchSize)
      const claimed = await transaction
        .updateTable('ticket')
        .set({ needs_email: 0 })
        .where('needs_email', '=', 1)
        .where('code', 'in', unsent)
        .returning('entry_id')
        .execute()
      if (claimed.length === 0) {
        return 0
      }
      const ids = claimed.map(({ entry_id }) => entry_id)
      const reviews = await transaction
        .selectFrom('review')
        .select(['entry_id', 'kind'])
        .where(isAmong(transaction, 'entry_id', ids))
        .execute()
      const entries = await readEntries(transaction, reviews)
      for (const entry of entries.values()) {
        await saveDecisionEmail(transaction, entry, { ...ticketEmail, now, publicUrl })
      }
      const detail = { entries: entries.size }
      await saveAudit(transaction, { at: now, actor, action: 'tickets-sent', detail })
      return entries.size
    })

  return {
    replaceTicket: async ({ params: { id: entryId }, body: { code }, organiser }) => {
      const { email: actor } = organiser
      const reviewed = await findEntryWithReview(db, entryId)
      const current = await findTicket(db, entryId)
      if (!reviewed || !current) {
        throw noSuchEntry()
      }
      if (current.code === code) {
        const seconds = await countLinkMail(limits, reviewed.entry.email)
        if (seconds !== undefined) {
          throw tooManyRequests(seconds)
        }
        await transact(db, async (transaction) => {
          const now = clock()
          if ((await findTicket(transaction, entryId))?.code !== code) {
            return
          }
          await replaceTicket(transaction, entryId, now)
          await saveAudit(transaction, { at: now, actor, action: 'ticket-replaced', entryId })
          if (reviewed.review.state === 'verified') {
            await saveDecisionEmail(transaction, reviewed.entry, { ...ticketEmail, now, publicUrl })
          }
        })
      }
      const ticket = await readEntryTicket(db, entryId)
      if (!ticket) {
        throw noSuchEntry()
      }
      return ticket
    },

    countUnsentTickets: async () => {
      const { count } = await selectUnsent(db)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return { tickets: Number(count) }
    },

    sendTickets: async ({ organiser: { email: actor } }) => {
      let tickets = 0
      for (;;) {
        const sent = await sendBatch(actor)
        if (sent === 0) {
          return { tickets }
        }
        tickets += sent
      }
    },
  }
}

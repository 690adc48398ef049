import { makeTicketPath } from '../../festival/contract/ticket'
import type { Festival } from '../../festival/live/state'
import type { DbOrTransaction, MessageRow } from '../db/schema'
import { readEntry } from '../entries/entry'
import { findStanding } from '../entries/places'
import { addPlace, type DecisionPayload, ticketDecisions } from './decision-email'

interface Settings {
  festival: Festival
  /** Has no slash at the end. */
  publicUrl: string
  now: Date
}

/**
 * Adds what is known only when the e-mail is sent: whether the entry has a place, and its current
 * ticket.
 * @returns undefined if the e-mail has become wrong
 */
export const completeEmail = async (
  db: DbOrTransaction,
  message: Pick<MessageRow, 'kind' | 'entry_id' | 'payload'>,
  settings: Settings,
): Promise<string | undefined> => {
  const json = await addPlace(db, message, settings.festival, settings.now)
  if (message.kind !== 'decision' || json === undefined) {
    return json
  }
  const payload: DecisionPayload = JSON.parse(json)
  if (!ticketDecisions.includes(payload.decision)) {
    return json
  }
  const ticket = await findMailedTicket(db, message.entry_id, settings)
  if (!ticket) {
    return payload.decision === 'ticket' ? undefined : json
  }
  return JSON.stringify({ ...payload, ticket })
}

/** Returns undefined unless the entry is verified, has a place, and its event takes place. */
const findMailedTicket = async (
  db: DbOrTransaction,
  entryId: string,
  { festival: { subjects }, publicUrl, now }: Settings,
): Promise<DecisionPayload['ticket']> => {
  // Few queries, so that the e-mail is sent before announcements that are due at the same time.
  const row = await db
    .selectFrom('review')
    .innerJoin('ticket', 'ticket.entry_id', 'review.entry_id')
    .selectAll('review')
    .select(['ticket.code', 'ticket.secret'])
    .where('review.entry_id', '=', entryId)
    .where('review.state', '=', 'verified')
    .where('ticket.replaced_at', 'is', null)
    .executeTakeFirst()
  const entry = row && (await readEntry(db, row))
  if (!entry) {
    return undefined
  }
  const isCancelled = subjects.some(
    ({ key, status }) => key === entry.event && status === 'cancelled',
  )
  const standing = await findStanding(db, row, subjects, now)
  if (isCancelled || standing.is === 'waiting' || standing.is === 'lost') {
    return undefined
  }
  const { members, name } = entry
  return {
    code: row.code,
    address: publicUrl + makeTicketPath(row.secret),
    names: members.length > 0 ? members.map((member) => member.name) : [name],
  }
}

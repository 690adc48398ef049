import { makeTicketPath } from '../../festival/contract/ticket'
import type { Festival } from '../../festival/live/state'
import type { DbOrTransaction, MessageRow } from '../db/schema'
import { findTicket } from '../db/tickets'
import { findEntryWithReview } from '../entries/entry'
import { listTicketNames, readTicketStatus } from '../entries/ticket'
import type { RegistrationPayload } from '../forms/registration'
import { addPlace, type DecisionPayload, ticketDecisions } from './decision-email'
import { findObstacle } from './obstacle'

interface Settings {
  festival: Festival
  /** Has no slash at the end. */
  publicUrl: string
  now: Date
}

/**
 * Adds what is known only when the e-mail is sent: whether the entry can be confirmed, whether it
 * has a place, and its current ticket.
 * @returns undefined if the e-mail no longer applies
 */
export const completeEmail = async (
  db: DbOrTransaction,
  message: Pick<MessageRow, 'kind' | 'entry_id' | 'payload'>,
  settings: Settings,
): Promise<string | undefined> => {
  if (message.kind === 'registration') {
    return addObstacle(db, message, settings.festival)
  }
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

/** The mailbox might have confirmed another entry since the form was sent. */
const addObstacle = async (
  db: DbOrTransaction,
  { entry_id, payload: json }: Pick<MessageRow, 'entry_id' | 'payload'>,
  { subjects }: Festival,
): Promise<string> => {
  const payload: RegistrationPayload = JSON.parse(json)
  const reviewed = payload.confirm_path ? await findEntryWithReview(db, entry_id) : undefined
  if (reviewed?.review.state !== 'unconfirmed') {
    return json
  }
  const obstacle = await findObstacle(db, reviewed.entry, subjects)
  return obstacle === undefined ? json : JSON.stringify({ ...payload, obstacle })
}

/** Returns undefined if the entry is not verified or has no place, or its event is cancelled. */
const findMailedTicket = async (
  db: DbOrTransaction,
  entryId: string,
  { festival: { subjects }, publicUrl, now }: Settings,
): Promise<DecisionPayload['ticket']> => {
  const reviewed = await findEntryWithReview(db, entryId)
  const ticket = await findTicket(db, entryId)
  if (!reviewed || !ticket) {
    return undefined
  }
  const { is } = await readTicketStatus(db, reviewed, subjects, now)
  if (is !== 'valid') {
    return undefined
  }
  return {
    code: ticket.code,
    address: publicUrl + makeTicketPath(ticket.secret),
    names: listTicketNames(reviewed.entry),
  }
}

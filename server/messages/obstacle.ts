import { describeCancellation, helpDeskContact } from '../../festival/content/help-desk'
import type { Subject } from '../../festival/content/subject'
import type { DbOrTransaction } from '../db/schema'
import type { ReviewedEntry } from '../entries/entry'
import { normalizeMailbox } from '../mail/save-message'

/** A stranger may have sent a form with this address, so only confirmed entries count. */
const findOtherEntry = async (
  db: DbOrTransaction,
  { id, event, email }: ReviewedEntry,
): Promise<string | undefined> => {
  const mailbox = normalizeMailbox(email)
  const verified = await db
    .selectFrom('review')
    .innerJoin('EventRegistration', 'id', 'entry_id')
    .select(['registration_id', 'email'])
    .where('event', '=', event)
    .where('state', '=', 'verified')
    .where('entry_id', '<>', id)
    .execute()
  return verified.find((other) => normalizeMailbox(other.email) === mailbox)?.registration_id
}

/** Returns why the entry cannot be confirmed, or undefined. */
export const findObstacle = async (
  db: DbOrTransaction,
  entry: ReviewedEntry,
  subjects: readonly Subject[],
): Promise<string | undefined> => {
  if (subjects.some(({ key, status }) => key === entry.event && status === 'cancelled')) {
    return describeCancellation(entry.eventName, entry.amount)
  }
  const other = await findOtherEntry(db, entry)
  return (
    other &&
    `This e-mail address has already confirmed ${other} for this event, so it cannot confirm a second registration. Register again with another address, or call ${helpDeskContact}.`
  )
}

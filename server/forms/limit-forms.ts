import type { Transaction } from 'kysely'
import { helpDeskContact } from '../../festival/content/help-desk'
import { dayMs } from '../../festival/content/slot'
import { acquireLock } from '../db/engines'
import type { Tables } from '../db/schema'
import { refuseFor } from '../http/api-error'
import { type MailboxHistory, maxForms, readMailbox } from '../mail/save-message'
import { type Limit, later } from '../system/clock'

/** @throws ApiError `too-many-forms`, except for walk-ins */
export const limitForms = async (
  db: Transaction<Tables>,
  { paidAs }: { paidAs?: unknown },
  email: string,
  limit: Limit,
  now: Date,
): Promise<MailboxHistory> => {
  let history = await readMailbox(db, email, limit)
  const dayAgo = later(now, -dayMs)
  if (history.few && history.few > dayAgo) {
    await acquireLock(db, 'forms')
    history = await readMailbox(db, email, limit)
  }
  // The error asks the sender to call the help desk, and walk-ins are already there.
  if (!history.most || history.most <= dayAgo || paidAs !== undefined) {
    return history
  }
  const seconds = Math.ceil((Date.parse(history.most) - Date.parse(dayAgo)) / 1_000)
  const detail = `${maxForms} forms with this e-mail address were sent within a day, which is the limit. Your payment is not lost: call ${helpDeskContact}, and they can enter this form for you.`
  throw refuseFor(seconds, 'too-many-forms', detail)
}

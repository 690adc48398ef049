import type { Transaction } from 'kysely'
import { helpDeskContact } from '../../festival/content/help-desk'
import { dayMs } from '../../festival/content/slot'
import { acquireLock } from '../db/engines'
import type { Tables } from '../db/schema'
import { refuseFor } from '../http/api-error'
import { type MailboxHistory, maxForms, readMailboxHistory } from '../mail/save-message'
import { type Limit, later } from '../system/clock'

/** @throws ApiError `too-many-forms`, except for walk-ins */
export const readHistoryWithinLimit = async (
  transaction: Transaction<Tables>,
  { paidAs }: { paidAs?: unknown },
  email: string,
  limit: Limit,
  now: Date,
): Promise<MailboxHistory> => {
  const dayAgo = later(now, -dayMs)
  let history = await readMailboxHistory(transaction, email, limit)
  const needsLock = history.lockingFormAt !== null && history.lockingFormAt > dayAgo
  if (needsLock) {
    await acquireLock(transaction, 'forms')
    history = await readMailboxHistory(transaction, email, limit)
  }
  const { blockingFormAt } = history
  // The error asks the sender to call the help desk, and walk-ins are already there.
  const isWalkIn = paidAs !== undefined
  if (isWalkIn || blockingFormAt === null || blockingFormAt <= dayAgo) {
    return history
  }
  const seconds = Math.ceil((Date.parse(blockingFormAt) - Date.parse(dayAgo)) / 1_000)
  const detail = `${maxForms} forms with this e-mail address were sent within a day, which is the limit. Your payment is not lost: call ${helpDeskContact}, and they can enter this form for you.`
  throw refuseFor(seconds, 'too-many-forms', detail)
}

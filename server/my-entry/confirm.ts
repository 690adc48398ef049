import type { Transaction } from 'kysely'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { Subject } from '../../festival/content/subject'
import { acquireLock } from '../db/engines'
import type { Tables } from '../db/schema'
import { findEntryWithReview } from '../entries/entry'
import { changeReview } from '../entries/review'
import { ApiError } from '../http/api-error'
import { saveDecisionEmail } from '../messages/decision-email'
import { findObstacle } from '../messages/obstacle'
import { refuseChanged } from './correct'
import { goneEntry } from './my-entry'

interface ConfirmSettings {
  subjects: readonly Subject[]
  /** Has no slash at the end. */
  publicUrl: string
  now: Date
}

/**
 * E-mails the ticket. Does nothing if the entry is already verified.
 * @throws ApiError `gone`, `illegal` or `stale`
 */
export const confirmEntry = async (
  transaction: Transaction<Tables>,
  entryId: string,
  { subjects, publicUrl, now }: ConfirmSettings,
): Promise<void> => {
  await acquireLock(transaction, 'confirmations')
  const reviewed = await findEntryWithReview(transaction, entryId)
  if (!reviewed) {
    throw goneEntry()
  }
  const { review, entry } = reviewed
  if (review.state === 'verified') {
    return
  }
  if (review.state !== 'unconfirmed') {
    throw new ApiError(
      'illegal',
      `This registration can no longer be confirmed. Call ${helpDeskContact}.`,
    )
  }
  const obstacle = await findObstacle(transaction, entry, subjects)
  if (obstacle !== undefined) {
    throw new ApiError('illegal', obstacle)
  }
  const line = { at: now, actor: 'registrant', action: 'confirmed-by-email' } as const
  const next = { state: 'verified', source: 'email' } as const
  if (!(await changeReview(transaction, review, next, line))) {
    throw refuseChanged(review)
  }
  const email = { decision: 'verify', reasons: [], note: '', now, publicUrl } as const
  await saveDecisionEmail(transaction, entry, email)
}

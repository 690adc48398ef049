import type { Transaction } from 'kysely'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { Subject } from '../../festival/content/subject'
import { acquireLock } from '../db/engines'
import type { Tables } from '../db/schema'
import { findEntryWithReview } from '../entries/entry'
import { changeReview } from '../entries/review'
import { ApiError } from '../http/api-error'
import { refuseChanged } from './correct'
import { goneEntry } from './my-entry'
import { findObstacle } from './obstacle'

/**
 * Does nothing if the entry is already verified.
 * @throws ApiError `gone`, `illegal` or `stale`
 */
export const confirmEntry = async (
  transaction: Transaction<Tables>,
  entryId: string,
  subjects: readonly Subject[],
  now: Date,
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
    throw new ApiError('illegal', `This can no longer be confirmed. Call ${helpDeskContact}.`)
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
}

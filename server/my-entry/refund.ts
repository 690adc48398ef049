import { formatPaise } from '../../festival/bank/cells'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { DueRefund } from '../../festival/contract/bank'
import type { MyEntry } from '../../festival/contract/my-entry'
import type { Matcher } from '../bank/matches'
import { readUpiId, saveUpiId } from '../bank/refund-upi-ids'
import { findDueRefund } from '../bank/refunds'
import type { DbOrTransaction } from '../db/schema'
import { findEntryWithReview } from '../entries/entry'
import { ApiError } from '../http/api-error'

type RefundFinder = Pick<Matcher, 'listOpenRows' | 'listCancelled'>

const isPromised = ({ why, moneyChoice }: DueRefund): boolean =>
  why !== 'not-accepted' || moneyChoice === 'give-back'

/** The payment of a pending entry for a cancelled event may still be found at the bank. */
const isPendingForCancelled = async (
  db: DbOrTransaction,
  matcher: RefundFinder,
  entryId: string,
): Promise<boolean> => {
  const reviewed = await findEntryWithReview(db, entryId)
  if (!reviewed?.entry.amount || !matcher.listCancelled().includes(reviewed.entry.event)) {
    return false
  }
  const { state } = reviewed.review
  return state === 'submitted' || state === 'needs-correction'
}

const describeRefund = async (
  db: DbOrTransaction,
  matcher: RefundFinder,
  entryId: string,
): Promise<string | undefined> => {
  const due = await findDueRefund(db, matcher, entryId)
  if (due?.moneyChoice === 'keep') {
    return undefined
  }
  if (due && isPromised(due)) {
    return `We will refund ${formatPaise(due.amount)}.`
  }
  const isPossible = due !== undefined || (await isPendingForCancelled(db, matcher, entryId))
  return isPossible ? 'If we refund your payment, we send the money to this UPI ID.' : undefined
}

export const readOwnRefund = async (
  db: DbOrTransaction,
  matcher: RefundFinder,
  entryId: string,
): Promise<MyEntry['refund']> => {
  const words = await describeRefund(db, matcher, entryId)
  return words === undefined ? undefined : { words, upiId: await readUpiId(db, entryId) }
}

/** @throws ApiError `illegal` if no refund is due */
export const giveUpiId = async (
  db: DbOrTransaction,
  matcher: RefundFinder,
  { entryId, upiId, now }: { entryId: string; upiId: string; now: Date },
): Promise<void> => {
  if ((await describeRefund(db, matcher, entryId)) === undefined) {
    throw new ApiError(
      'illegal',
      `No refund is due, or it has already been sent. For questions, call ${helpDeskContact}.`,
    )
  }
  await saveUpiId(db, { entry_id: entryId, upi_id: upiId, at: now.toISOString() })
}

import { helpDeskContact } from '../../festival/content/help-desk'
import type { MyEntry } from '../../festival/contract/my-entry'
import type { Matcher } from '../bank/matches'
import { findDueRefund } from '../bank/refunds'
import type { DbOrTransaction } from '../db/schema'
import { ApiError } from '../http/api-error'

export type RefundFinder = Pick<Matcher, 'listOpenRows' | 'listCancelled'>

/** Leaves out payments for which no e-mail promises a refund. */
export const readOwnRefund = async (
  db: DbOrTransaction,
  matcher: RefundFinder,
  entryId: string,
): Promise<MyEntry['refund']> => {
  const due = await findDueRefund(db, matcher, entryId)
  if (!due || (due.why === 'not-accepted' && due.moneyChoice !== 'give-back')) {
    return undefined
  }
  return { amount: due.amount, upiId: due.upiId }
}

/** @throws ApiError `illegal` if no refund is due */
export const saveUpiId = async (
  db: DbOrTransaction,
  matcher: RefundFinder,
  row: { entry_id: string; upi_id: string; at: string },
): Promise<void> => {
  if (!(await readOwnRefund(db, matcher, row.entry_id))) {
    throw new ApiError(
      'illegal',
      `No refund is due, or it has already been sent. For questions, call ${helpDeskContact}.`,
    )
  }
  await db
    .insertInto('refund_upi_id')
    .values(row)
    .onConflict((conflict) => conflict.column('entry_id').doUpdateSet(row))
    .execute()
}

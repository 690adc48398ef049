import { writePaise } from '../../../festival/statement/write-paise'
import type { Db } from '../../db/schema'
import type { BankRefundRow } from '../../db/statement-schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { noteAudit } from '../../reviews/audit'
import { lockPayments } from '../../reviews/bank-matches'
import { findSurpluses } from './refunds'

/**
 * Notes that money was given back, never more than is still to be given back, of any number at once (behaviour 15.48). The
 * same press again changes nothing.
 * @throws ApiError 409 where the id is another refund's, and for more than is open
 */
export const noteRefund = (db: Db, refund: Omit<BankRefundRow, 'at'>, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    await lockPayments(transaction)
    const { id, record_id, actor, amount } = refund
    const noted = await transaction.selectFrom('bank_refund').selectAll().where('id', '=', id).executeTakeFirst()
    if (noted) {
      if (noted.record_id === record_id && noted.amount === amount) return
      throw new ApiError('illegal', 'Another refund was noted by this press. Look at the list again.')
    }
    const open = (await findSurpluses(transaction)).find(({ claim }) => claim.id === record_id)?.amount ?? 0
    if (amount > open) {
      throw new ApiError(
        'illegal',
        open > 0
          ? `Only ${writePaise(open)} is still to be given back. Look at the list again.`
          : 'Nothing is to be given back for this submission any more. Look at the list again.',
      )
    }
    await transaction
      .insertInto('bank_refund')
      .values({ ...refund, at: now.toISOString() })
      .execute()
    const detail = { paise: amount }
    await noteAudit(transaction, { at: now, actor, action: 'refund-noted', recordId: record_id, detail })
  })

import type { Transaction } from 'kysely'
import { type WalkIn, type WalkInEntered, walkInSchema } from '../../../festival/desk/walk-in'
import type { Confirmed } from '../../../festival/registration'
import type { Db, Tables } from '../../db/schema'
import { readBody } from '../../http/bodies'
import { noteAudit } from '../../reviews/audit'
import { readRecords } from '../../reviews/records'
import { noteCash, readReview } from '../../reviews/review'
import { readKey } from '../../submissions/routes'
import { findSubmission } from '../../submissions/submit'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'

/** How the desk enters a form itself: through the same service and checks as a visitor's. */
export interface WalkInEntry extends WalkIn {
  key: string
  network: string
  /** Notes who entered it and what it costs, in rupees, in the same transaction. */
  note: (transaction: Transaction<Tables>, recordId: string, amount: number | null) => Promise<void>
}

/** @throws ApiError as a visitor's form would hear it */
export type EnterWalkIn = (entry: WalkInEntry) => Promise<object & Confirmed>

export interface WalkInParts {
  db: Db
  clock: Clock
  enterWalkIn: EnterWalkIn
}

/** Forms that the desk enters itself (behaviour 14.23). */
export const walkInHandlers = ({ db, clock, enterWalkIn }: WalkInParts): Pick<DeskHandlers, 'enterWalkIn'> => ({
  enterWalkIn: async (context, { email: actor }) => {
    const key = readKey(context.req.header('Idempotency-Key'))
    const walkIn = await readBody(context, walkInSchema)
    const { confirmation } = await enterWalkIn({
      ...walkIn,
      key,
      network: context.get('network').wide,
      note: async (transaction, recordId, amount) => {
        const { kind, paid } = walkIn
        if (paid === 'cash' && amount !== null) await noteCash(transaction, recordId, { amount: amount * 100, actor })
        await noteAudit(transaction, {
          at: clock(),
          actor,
          action: 'walk-in-entered',
          recordId,
          detail: { kind, paid },
        })
      },
    })
    const submission = await findSubmission(db, key)
    const review = submission && (await readReview(db, submission.record_id))
    const record = review && (await readRecords(db, [review])).get(review.record_id)
    if (!record) throw new Error('A walk-in that was saved has no record')
    const answer: WalkInEntered = {
      submission: record.id,
      registration_id: record.label,
      ...(walkIn.kind === 'delegate-pass' ? { delegate_id: record.delegateId } : {}),
      name: record.name,
      eventName: record.eventName,
      amount: record.amount,
      isCash: review.cash_amount !== null,
      confirmation,
    }
    return context.json(answer, 201)
  },
})

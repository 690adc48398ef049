import type { Transaction } from 'kysely'
import type { Confirmed } from '../../../festival/confirmed'
import { type WalkInEntered, walkInSchema } from '../../../festival/desk/walk-in'
import type { Db, Tables } from '../../db/schema'
import { readBody } from '../../http/read-body'
import { noteAudit } from '../../reviews/audit'
import { readRecords } from '../../reviews/records'
import { readReview } from '../../reviews/review'
import { findSubmission } from '../../submissions/queries'
import { readKey } from '../../submissions/read-key'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'
import { walkInNotes } from './walk-in-notes'

/** How the desk enters a form itself: through the same service and checks as a visitor's. */
export interface WalkInEntry {
  kind: 'registration' | 'delegate-pass'
  json: unknown
  key: string
  network: string
  /** Whether the form brings a picture, which is claimed then. */
  hasPicture: boolean
  /** Notes who entered it, in the same transaction. */
  note: (transaction: Transaction<Tables>, recordId: string) => Promise<void>
}

/** @throws ApiError as a visitor's form would hear it */
export type EnterWalkIn = (entry: WalkInEntry) => Promise<object & Confirmed>

export interface WalkInParts {
  db: Db
  clock: Clock
  enterWalkIn: EnterWalkIn
}

/** Registrations and passes that the desk enters itself (behaviour 14.23). */
export const walkInHandlers = ({ db, clock, enterWalkIn }: WalkInParts): Pick<DeskHandlers, 'enterWalkIn'> => ({
  enterWalkIn: async (context, { email: actor }) => {
    const key = readKey(context.req.header('Idempotency-Key'))
    const { kind, paid, form } = await readBody(context, walkInSchema)
    const picture = paid === 'upi' ? form.payment_screenshot_url : undefined
    const hasPicture = typeof picture === 'string' && picture !== ''
    const { confirmation } = await enterWalkIn({
      kind,
      json: { ...form, payment_screenshot_url: hasPicture ? picture : walkInNotes[paid] },
      key,
      network: context.get('network').wide,
      hasPicture,
      note: (transaction, recordId) =>
        noteAudit(transaction, { at: clock(), actor, action: 'walk-in-entered', recordId, detail: { kind, paid } }),
    })
    const submission = await findSubmission(db, key)
    const review = submission && (await readReview(db, submission.record_id))
    const record = review && (await readRecords(db, [review])).get(review.record_id)
    if (!record) throw new Error('A walk-in that was saved has no record')
    const answer: WalkInEntered = {
      submission: record.id,
      registration_id: record.label,
      ...(kind === 'delegate-pass' ? { delegate_id: record.delegateId } : {}),
      amount: record.amount,
      confirmation,
    }
    return context.json(answer, 201)
  },
})

import type { LastPress } from '../../festival/desk/decision'
import { fitsKind } from '../../festival/desk/reasons'
import { shownUntil, undoShownSeconds } from '../../festival/desk/states'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError, refuseFields } from '../http/api-error'
import { findReviewed, noSuchSubmission } from '../submissions/record'
import { readReview } from '../submissions/review'
import { decide, requireVerdict, toDecided } from './decide'
import type { ReviewHandlers } from './parts'
import { findDecisions, takeBack } from './undo'

const refusals = {
  illegal: () => new ApiError('illegal', 'Its state does not allow this.'),
  reused: () =>
    new ApiError('illegal', 'This press decided about another submission. Open this one again and decide anew.'),
  undone: () => new ApiError('undone', 'This decision was taken back.'),
  missing: noSuchSubmission,
} as const

/** One decision, and taking back what a press decided. */
export const decisionHandlers: ReviewHandlers<'decide' | 'readLastPress' | 'undo'> = (parts) => ({
  decide: async ({ body: { submission, ...wanted }, organiser: { email: actor } }) => {
    const { db, clock, settings } = parts
    requireVerdict(wanted)
    const review = await readReview(db, submission)
    if (!review) throw noSuchSubmission()
    if (!wanted.reasons.every(({ key }) => fitsKind(key, review.kind)))
      throw refuseFields([{ path: 'reasons', message: 'A reason does not fit this kind of submission.' }])
    const outcome = await transact(db, (transaction) =>
      decide(transaction, { ...wanted, recordId: submission, actor, now: clock() }, settings),
    )
    if (outcome.is === 'taken') return toDecided(outcome.row)
    if (outcome.is === 'stale')
      throw new ApiError('stale', 'It was changed since you looked.', { current: outcome.current })
    throw refusals[outcome.is]()
  },

  readLastPress: async ({ organiser: { email } }) => ({ press: await findLastPress(parts.db, parts.clock(), email) }),

  undo: ({ parts: { id }, organiser: { email } }) => takeBack(parts, id, email),
})

/** The newest decision of an organiser that can still be taken back; of many the whole press. */
const findLastPress = async (db: Db, now: Date, actor: string): Promise<LastPress | null> => {
  const row = await db
    .selectFrom('decision')
    .selectAll()
    .where('actor', '=', actor)
    .where('decided_at', '>', new Date(now.getTime() - undoShownSeconds * 1_000).toISOString())
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  // A correction of details is corrected again.
  if (!row || row.decision === 'correct') return null
  const { id, decision } = row
  const press = { decision, undoUntil: shownUntil(row.decided_at) }
  if (row.batch_id !== null)
    return { ...press, id: row.batch_id, count: (await findDecisions(db, row.batch_id)).length }
  const found = await findReviewed(db, row.record_id)
  if (found?.review.version !== row.version) return null
  const before = { state: row.from_state, ground: row.from_ground, version: row.version - 1 }
  return { ...press, id, count: 1, submission: { id: found.record.id, name: found.record.name, before } }
}

import type { Undone } from '../../../festival/desk/decision'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { readReview } from '../../reviews/review'
import { findDecisions, findUndone, TooLateError, undo } from '../../reviews/undo'
import type { Clock } from '../../system/clock'

const tooLate = () => new ApiError('too-late', 'Its minute is over, and the e-mail is on its way. Decide anew instead.')

const show = ({ record_id, state, ground, version }: NonNullable<Awaited<ReturnType<typeof readReview>>>) => ({
  id: record_id,
  state,
  ground,
  version,
})

/**
 * Takes back what one press decided, of one record or of many; each for itself.
 * @throws ApiError where nothing of it can be taken back
 */
export const takeBack = async (db: Db, clock: Clock, id: string, actor: string): Promise<Undone> => {
  const rows = await findDecisions(db, id)
  const undone: Undone = { id, submissions: [], tooLate: [] }
  if (rows.length === 0) {
    const before = await findUndone(db, id)
    if (!before) throw new ApiError('not-found', 'There is no such decision.')
    const review = before.record_id === null ? undefined : await readReview(db, before.record_id)
    if (!review) throw new ApiError('undone', 'This was taken back already.')
    return { ...undone, submissions: [show(review)] }
  }
  for (const row of rows) {
    const outcome = await transact(db, (transaction) => undo(transaction, row, actor, clock())).catch(
      (error: unknown) => {
        if (error instanceof TooLateError) return { is: 'too-late' as const }
        throw error
      },
    )
    if (outcome.is === 'undone') undone.submissions.push(show(outcome.review))
    else undone.tooLate.push(row.record_id)
  }
  if (undone.submissions.length === 0) throw tooLate()
  return undone
}

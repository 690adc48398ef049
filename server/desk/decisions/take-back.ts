import type { Undone } from '../../../festival/desk/decision'
import type { DecisionRow, ReviewRow } from '../../db/desk-schema'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { ApiError } from '../../http/api-error'
import { readReview } from '../../reviews/review'
import { findDecisions, findUndone, TooLateError, undo } from '../../reviews/undo'
import type { Clock } from '../../system/clock'

const tooLate = () => new ApiError('too-late', 'Its minute is over, and the e-mail is on its way. Decide anew instead.')

const show = ({ record_id, state, ground, version }: ReviewRow) => ({
  id: record_id,
  state,
  ground,
  version,
})

/** How a record stands whose decision another try of the same undo took back meanwhile. */
const findTakenBack = async (db: Db, { id, record_id }: DecisionRow): Promise<ReviewRow | undefined> =>
  (await findUndone(db, id)) && readReview(db, record_id)

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
  // The minute counts until the press: ten thousand are not taken back in a moment.
  const pressed = clock()
  for (const row of rows) {
    const outcome = await transact(db, (transaction) => undo(transaction, row, actor, pressed)).catch(
      (error: unknown) => {
        if (error instanceof TooLateError) return { is: 'too-late' as const }
        throw error
      },
    )
    const review = outcome.is === 'undone' ? outcome.review : await findTakenBack(db, row)
    if (review) undone.submissions.push(show(review))
    else undone.tooLate.push(row.record_id)
  }
  if (undone.submissions.length === 0) throw tooLate()
  return undone
}

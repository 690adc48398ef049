import type { ExpressionBuilder } from 'kysely'
import { shownUntil, undoSeconds, undoUntil } from '../../festival/contract/states'
import type { DecisionRow } from '../db/desk-schema'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { isUnattempted } from '../messages/decision-email'
import { later } from '../system/clock'

/** Whether a decision has this id, or is of this batch. */
const isOfDecisionOrBatch =
  (id: string) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'decision'>) =>
    or([eb('decision.id', '=', id), eb('batch_id', '=', id)])

export const findDecisions = (db: DbOrTransaction, id: string): Promise<DecisionRow[]> =>
  db.selectFrom('decision').selectAll().where(isOfDecisionOrBatch(id)).orderBy('entry_id').execute()

/**
 * Begins a batch, or goes on with it.
 * @throws ApiError `illegal` where another organiser, or another decision, has this id: nobody moves those
 */
export const continueBatch = async (
  db: Db,
  { id, actor, decision }: Pick<DecisionRow, 'id' | 'actor' | 'decision'>,
  now: Date,
): Promise<void> => {
  const row = await db
    .selectFrom('decision')
    .selectAll()
    .where(isOfDecisionOrBatch(id))
    .limit(1)
    .executeTakeFirst()
  if (row && (row.batch_id !== id || row.actor !== actor || row.decision !== decision)) {
    throw new ApiError('illegal', 'This was already used for another decision. Decide again.')
  }
  await restartUndoWindow(db, id, now)
}

/**
 * Gives all decisions of an id that can be taken back one moment, and their mails one that is a minute after it: nobody is told of a
 * part of them while the rest is still being decided, or taken back (behaviour 14.12).
 */
export const restartUndoWindow = (db: Db, id: string, now: Date): Promise<void> =>
  transact(db, async (transaction) => {
    const until = undoUntil(now.toISOString()).toISOString()
    const since = later(now, -undoSeconds * 1_000)
    await transaction
      .updateTable('message')
      .set({ next_attempt_at: until })
      .where('id', 'in', ({ selectFrom }) =>
        selectFrom('decision')
          .select('message_id')
          .where(isOfDecisionOrBatch(id))
          .where('decided_at', '>', since),
      )
      .where(isUnattempted)
      .where('next_attempt_at', '<', until)
      .execute()
    await transaction
      .updateTable('decision')
      .set({ decided_at: now.toISOString() })
      .where(isOfDecisionOrBatch(id))
      .where('decided_at', '>', since)
      // What was decided anew since keeps its moment: it can't be taken back any more.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('review')
            .select('review.entry_id')
            .whereRef('review.entry_id', '=', 'decision.entry_id')
            .whereRef('review.version', '=', 'decision.version'),
        ),
      )
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('message_id', 'is', null),
          exists(
            selectFrom('message')
              .select('message.id')
              .whereRef('message.id', '=', 'message_id')
              .where(isUnattempted),
          ),
        ]),
      )
      .execute()
  })

/** Until when the desk shows that it can be taken back: by the moment of its decisions; by `now` where there are none. */
export const readUndoUntil = async (
  db: DbOrTransaction,
  id: string,
  now: Date,
): Promise<string> => {
  const { newest } = await db
    .selectFrom('decision')
    .select(({ fn }) => fn.max('decided_at').as('newest'))
    .where(isOfDecisionOrBatch(id))
    .executeTakeFirstOrThrow()
  return shownUntil(newest ?? now)
}

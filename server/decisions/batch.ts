import type { ExpressionBuilder } from 'kysely'
import { shownUntil, undoSeconds, undoUntil } from '../../festival/contract/states'
import type { DecisionRow } from '../db/desk-schema'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { isUnattempted } from '../messages/decision-email'
import { later } from '../system/clock'

const isOfDecisionOrBatch =
  (id: string) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'decision'>) =>
    or([eb('decision.id', '=', id), eb('batch_id', '=', id)])

export const findDecisions = (db: DbOrTransaction, id: string): Promise<DecisionRow[]> =>
  db.selectFrom('decision').selectAll().where(isOfDecisionOrBatch(id)).orderBy('entry_id').execute()

/** @throws ApiError `illegal` if the id belongs to another organiser or decision */
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
    throw new ApiError(
      'illegal',
      'This request was already used for another decision. Make your decision again.',
    )
  }
  await restartUndoWindow(db, id, now)
}

const isEntryUnchanged = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'decision'>) =>
  exists(
    selectFrom('review')
      .select('review.entry_id')
      .whereRef('review.entry_id', '=', 'decision.entry_id')
      .whereRef('review.version', '=', 'decision.version'),
  )

const hasNoAttemptedEmail = ({
  or,
  eb,
  exists,
  selectFrom,
}: ExpressionBuilder<Tables, 'decision'>) =>
  or([
    eb('message_id', 'is', null),
    exists(
      selectFrom('message')
        .select('message.id')
        .whereRef('message.id', '=', 'message_id')
        .where(isUnattempted),
    ),
  ])

/**
 * Delays all unattempted e-mails of the batch, but restarts the time only for decisions that can
 * still be undone.
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
      .where(isEntryUnchanged)
      .where(hasNoAttemptedEmail)
      .execute()
  })

/** Counts from the newest decision, or from `now` if there is none. */
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

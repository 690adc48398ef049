import type { Decision } from '../../festival/desk/states'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

/** How a submission stands; undefined where there is none. */
export const readReview = (db: DbOrTransaction, recordId: string): Promise<ReviewRow | undefined> =>
  db.selectFrom('review').selectAll().where('record_id', '=', recordId).executeTakeFirst()

/**
 * Moves a submission on, if it still is in the state and version that were seen (behaviour 14.11).
 * @returns false where somebody changed it since
 */
export const changeReview = async (
  db: DbOrTransaction,
  seen: Pick<ReviewRow, 'record_id' | 'version' | 'state'>,
  next: Pick<ReviewRow, 'state' | 'ground' | 'changed_by'> &
    Partial<Pick<ReviewRow, 'prepared' | 'corrected_at' | 'earlier_values'>>,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({ ...next, version: seen.version + 1, changed_at: now.toISOString() })
    .where('record_id', '=', seen.record_id)
    .where('version', '=', seen.version)
    .where('state', '=', seen.state)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Notes that somebody took this much, in paise, in cash. */
export const noteCash = async (
  db: DbOrTransaction,
  recordId: string,
  { amount, actor }: { amount: number; actor: string },
): Promise<void> => {
  await db
    .updateTable('review')
    .set({ cash_amount: amount, cash_by: actor })
    .where('record_id', '=', recordId)
    .execute()
}

/** The decision of a kind that stands: the newest of those that were not taken back. */
export const findDecision = (
  db: DbOrTransaction,
  recordId: string,
  decision: Decision,
): Promise<Pick<DecisionRow, 'reasons' | 'note' | 'money'> | undefined> =>
  db
    .selectFrom('decision')
    .select(['reasons', 'note', 'money'])
    .where('record_id', '=', recordId)
    .where('decision', '=', decision)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

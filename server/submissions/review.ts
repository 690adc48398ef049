import type { FormKind } from '../../festival/api'
import { dayAt } from '../../festival/slot'
import type { ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

/** A record that has just been made. */
interface NewRecord {
  recordId: string
  kind: FormKind
  event: string
  /** Rupees; null where a pass covers it. */
  amount: number | null
  people: number
  now: Date
}

/**
 * Puts a record into the organisers' queue, in the transaction that makes it (behaviour 14.9). That one row is all that a
 * registrant waits for: words to search by and flags are made from the record right after (`jobs/index-records.ts`).
 */
export const openReview = async (
  db: DbOrTransaction,
  { recordId, kind, event, amount, people, now }: NewRecord,
): Promise<void> => {
  const at = now.toISOString()
  await db
    .insertInto('review')
    .values({
      record_id: recordId,
      kind,
      event,
      due: amount === null ? null : amount * 100,
      people,
      day: dayAt(now.getTime()),
      state: 'submitted',
      ground: null,
      created_at: at,
      changed_at: at,
      changed_by: null,
    })
    .execute()
}

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
    Partial<Pick<ReviewRow, 'prepared' | 'corrected_at' | 'earlier_values' | 'later_at'>>,
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

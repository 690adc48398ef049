import type { FormKind } from '../../festival/api'
import { dayAt } from '../../festival/day'
import type { DbOrTransaction } from '../db/schema'

/** A record that has just been made. */
export interface NewRecord {
  recordId: string
  kind: FormKind
  event: string
  now: Date
}

/**
 * Puts a record into the organisers' queue, in the transaction that makes it (behaviour 14.9). That one row is all that a
 * registrant waits for: words to search by and flags are made from the record right after (`prepare-reviews.ts`).
 */
export const openReview = async (db: DbOrTransaction, { recordId, kind, event, now }: NewRecord): Promise<void> => {
  const at = now.toISOString()
  await db
    .insertInto('review')
    .values({
      record_id: recordId,
      kind,
      event,
      day: dayAt(now.getTime()),
      state: 'submitted',
      ground: null,
      created_at: at,
      changed_at: at,
      changed_by: null,
    })
    .execute()
}

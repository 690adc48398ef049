import type { ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

/**
 * Puts a submission that its registrant has corrected back among those that wait, and lets its flags and search words be
 * made anew. @returns false where somebody changed it since this version
 */
export const resubmit = async (
  db: DbOrTransaction,
  { record_id, version }: Pick<ReviewRow, 'record_id' | 'version'>,
  now: Date,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('review')
    .set({
      state: 'submitted',
      ground: null,
      version: version + 1,
      changed_at: now.toISOString(),
      changed_by: null,
      prepared: 0,
    })
    .where('record_id', '=', record_id)
    .where('version', '=', version)
    .where('state', '=', 'needs-correction')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

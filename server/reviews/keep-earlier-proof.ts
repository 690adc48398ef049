import type { DbOrTransaction } from '../db/schema'
import { proofId } from './proof-id'

interface ReplacedProof {
  recordId: string
  /** The field of the form that it stood in. */
  field: string
  url: string
  /** When it was sent, if nothing else tells. */
  sentAt: string
  now: Date
}

/** Notes that another file took a proof's place; the proof itself stays, for what was shown once is evidence (behaviour 14.44). */
export const keepEarlierProof = async (
  db: DbOrTransaction,
  { recordId, field, url, sentAt, now }: ReplacedProof,
): Promise<void> => {
  const replaced_at = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('proof')
    .set({ replaced_at })
    .where('record_id', '=', recordId)
    .where('field', '=', field)
    .where('url', '=', url)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) return
  const proof = { id: proofId(recordId, field, url), record_id: recordId, field, url, created_at: sentAt, replaced_at }
  await db.insertInto('proof').values(proof).execute()
}

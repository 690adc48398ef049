import { sql } from 'kysely'
import type { DbOrTransaction, SubmissionRow } from '../db/schema'
import type { UploadClaim } from './handler'

export const findSubmission = (db: DbOrTransaction, key: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submission').selectAll().where('key', '=', key).executeTakeFirst()

/** Whether the key was free; a request with the same key that is being saved now is waited for. */
export const takeKey = async (
  db: DbOrTransaction,
  submission: Omit<SubmissionRow, 'email_corrections'>,
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('submission')
    .values(submission)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Marks the upload as referred to, which keeps it from being swept away; false when there is none that fits. */
export const claimUpload = async (db: DbOrTransaction, claim: UploadClaim, now: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('upload')
    .set({ referenced_at: sql`coalesce(referenced_at, ${now})`, sender: '' })
    .where('secure_url', '=', claim.url)
    .where('preset', '=', claim.preset)
    .where('format', 'in', claim.formats)
    .$if(claim.isFresh === true, (query) => query.where('referenced_at', 'is', null))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether an upload is there for this purpose, whatever its format. */
export const hasUpload = async (db: DbOrTransaction, { url, preset }: UploadClaim): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('public_id')
    .where('secure_url', '=', url)
    .where('preset', '=', preset)
    .executeTakeFirst()) !== undefined

import { sql } from 'kysely'
import type { DbOrTransaction, MessageRow, SubmissionRow } from '../../db/schema'
import type { UploadClaim } from './form'

export const findSubmission = (db: DbOrTransaction, key: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submission').selectAll().where('key', '=', key).executeTakeFirst()

/** Whether the key was free; a request with the same key that is being saved now is waited for. */
export const takeKey = async (db: DbOrTransaction, submission: SubmissionRow): Promise<boolean> => {
  const result = await db
    .insertInto('submission')
    .values(submission)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const imageFormats = ['png', 'jpg', 'webp']

/** Marks the upload as referred to, which keeps it from being swept away; false when there is no such upload. */
export const claimUpload = async (db: DbOrTransaction, claim: UploadClaim, now: string): Promise<boolean> => {
  const result = await db
    .updateTable('upload')
    .set({ referenced_at: sql`coalesce(referenced_at, ${now})` })
    .where('secure_url', '=', claim.url)
    .where('preset', '=', claim.preset)
    .$if(claim.imagesOnly, (query) => query.where('format', 'in', imageFormats))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** When the messages to this address since then were made, the oldest first. */
export const listMessageTimes = async (db: DbOrTransaction, recipient: string, since: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('message')
    .select('created_at')
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.created_at)
}

export const insertMessage = async (db: DbOrTransaction, message: MessageRow): Promise<void> => {
  await db.insertInto('message').values(message).execute()
}

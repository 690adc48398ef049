import { sql } from 'kysely'
import type { Preset } from '../../../festival/upload'
import { prepareQuery } from '../../db/prepared-query'
import type { DbOrTransaction, MessageRow, SubmissionRow } from '../../db/schema'
import type { UploadClaim } from './form'

export const findSubmission = (db: DbOrTransaction, key: string): Promise<SubmissionRow | undefined> =>
  db.selectFrom('submission').selectAll().where('key', '=', key).executeTakeFirst()

const insertSubmission = prepareQuery((db, submission: SubmissionRow) =>
  db
    .insertInto('submission')
    .values(submission)
    .onConflict((conflict) => conflict.doNothing()),
)

/** Whether the key was free; a request with the same key that is being saved now is waited for. */
export const takeKey = async (db: DbOrTransaction, submission: SubmissionRow): Promise<boolean> =>
  (await insertSubmission(db, submission)).numAffectedRows === 1n

const imageFormats = ['png', 'jpg', 'webp']

interface Reference {
  url: string
  preset: Preset
  now: string
}

const refer = (db: DbOrTransaction, { url, preset, now }: Reference) =>
  db
    .updateTable('upload')
    .set({ referenced_at: sql`coalesce(referenced_at, ${now})` })
    .where('secure_url', '=', url)
    .where('preset', '=', preset)
const referToFile = prepareQuery(refer)
const referToImage = prepareQuery((db, reference: Reference) =>
  refer(db, reference).where('format', 'in', imageFormats),
)

/** Marks the upload as referred to, which keeps it from being swept away; false when there is no such upload. */
export const claimUpload = async (db: DbOrTransaction, claim: UploadClaim, now: string): Promise<boolean> => {
  const { url, preset, imagesOnly } = claim
  const result = await (imagesOnly ? referToImage : referToFile)(db, { url, preset, now })
  return result.numAffectedRows === 1n
}

const selectMessageTimes = prepareQuery((db, { address, since }: { address: string; since: string }) =>
  db
    .selectFrom('message')
    .select('created_at')
    .where(sql`lower(recipient)`, '=', address)
    .where('created_at', '>', since)
    .orderBy('created_at'),
)

/** When the messages to this address since then were made, the oldest first. */
export const listMessageTimes = async (db: DbOrTransaction, recipient: string, since: string): Promise<string[]> => {
  const { rows } = await selectMessageTimes(db, { address: recipient.toLowerCase(), since })
  return rows.map((row) => row.created_at)
}

const insertMessageRow = prepareQuery((db, message: MessageRow) => db.insertInto('message').values(message))

export const insertMessage = async (db: DbOrTransaction, message: MessageRow): Promise<void> => {
  await insertMessageRow(db, message)
}

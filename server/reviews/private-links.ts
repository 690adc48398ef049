import { linkDays } from '../../festival/desk/decision-mail'
import { mySubmissionPage } from '../../festival/my-submission'
import type { PrivateLinkRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { hashSecret, makeSecret } from '../system/secret'

const dayMs = 86_400_000

/** Makes a link to a record for its registrant, and gives its address; the secret is kept as a hash (behaviour 14.40). */
export const createPrivateLink = async (
  db: DbOrTransaction,
  recordId: string,
  purpose: PrivateLinkRow['purpose'],
  now: Date,
  publicUrl: string,
): Promise<string> => {
  const secret = makeSecret()
  await db
    .insertInto('private_link')
    .values({
      hash: hashSecret(secret),
      record_id: recordId,
      purpose,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + linkDays[purpose] * dayMs).toISOString(),
    })
    .execute()
  return `${publicUrl}${mySubmissionPage}#${secret}`
}

/** The link of a secret, whether or not its time is over. */
export const findPrivateLink = (db: DbOrTransaction, secret: string): Promise<PrivateLinkRow | undefined> =>
  db.selectFrom('private_link').selectAll().where('hash', '=', hashSecret(secret)).executeTakeFirst()

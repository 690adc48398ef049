import { dayMs } from '../../festival/content/slot'
import { linkDays } from '../../festival/contract/decision-mail'
import { myEntryPage } from '../../festival/contract/my-entry'
import type { PrivateLinkRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { later } from '../system/clock'
import { hashSecret, makeSecret } from '../system/secret'

/**
 * Stores only a hash of the secret.
 * @returns the address of the link
 */
export const createPrivateLink = async (
  db: DbOrTransaction,
  entryId: string,
  purpose: PrivateLinkRow['purpose'],
  now: Date,
  publicUrl: string,
): Promise<string> => {
  const secret = makeSecret()
  const expires_at = later(now, linkDays[purpose] * dayMs)
  const link = {
    hash: hashSecret(secret),
    entry_id: entryId,
    purpose,
    created_at: now.toISOString(),
    expires_at,
  }
  await db.insertInto('private_link').values(link).execute()
  return `${publicUrl}${myEntryPage}#${secret}`
}

/** Returns expired links, too. */
export const findPrivateLink = (
  db: DbOrTransaction,
  secret: string,
): Promise<PrivateLinkRow | undefined> =>
  db
    .selectFrom('private_link')
    .selectAll()
    .where('hash', '=', hashSecret(secret))
    .executeTakeFirst()

import type { Transaction } from 'kysely'
import { storedFileMessages } from '../../festival/messages'
import type { Tables } from '../db/schema'
import { refuseFields } from '../http/api-error'
import type { UploadClaim } from './handler'
import { claimUpload, hasUpload } from './queries'

/** An address as our upload call makes it has visible ASCII characters only; others needn't reach the database. */
const plainAddress = /^[\x21-\x7e]+$/

/**
 * Marks the files that a body refers to as referred to.
 * @throws ApiError `invalid` for those that our upload call did not give out for this purpose
 */
export const claimUploads = async (
  transaction: Transaction<Tables>,
  claims: readonly UploadClaim[],
  now: string,
): Promise<void> => {
  const errors = []
  for (const claim of claims) {
    const isOurs = plainAddress.test(claim.url)
    if (isOurs && (await claimUpload(transaction, claim, now))) continue
    const isThere = isOurs && (await hasUpload(transaction, claim))
    errors.push({ path: claim.field, message: isThere ? storedFileMessages.mustBePicture : storedFileMessages.gone })
  }
  if (errors.length > 0) throw refuseFields(errors)
}

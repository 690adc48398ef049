import type { DbOrTransaction, UploadRow } from '../../db/schema'
import type { ReviewedRecord } from '../../reviews/records'

/** What each file of a form is called. */
export const fileLabels: Readonly<Record<string, string>> = {
  payment_screenshot_url: 'Payment screenshot',
  payment_proof_url: 'Payment proof',
  id_proof_url: 'ID proof',
  participation_proof_url: 'Proof of participation',
}

/**
 * The files that a record's registrant may look at by a private link (behaviour 14.55): those in our own store that no earlier
 * record refers to, so that nobody reads another's file by naming its address in a form.
 */
export const listOwnFiles = async (
  db: DbOrTransaction,
  { proofs, sentAt }: ReviewedRecord,
): Promise<{ field: string; upload: UploadRow }[]> => {
  const urls = proofs.map(({ url }) => url)
  const uploads = await db
    .selectFrom('upload')
    .selectAll()
    .where('secure_url', 'in', urls)
    .where('location', '=', 'file-store')
    .where('referenced_at', '>=', sentAt)
    .execute()
  return proofs.flatMap(({ field, url }) => {
    const upload = uploads.find(({ secure_url }) => secure_url === url)
    return upload ? [{ field, upload }] : []
  })
}

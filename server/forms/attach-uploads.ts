import { sql, type Transaction } from 'kysely'
import type { FieldError } from '../../festival/contract/problem'
import type { FormKind } from '../../festival/forms/api'
import { formats, type ProofField, proofFields } from '../../festival/forms/upload'
import { storedFileMessages } from '../../festival/text/messages'
import type { DbOrTransaction, Tables } from '../db/schema'
import { refuseFields } from '../http/api-error'

interface Attachment extends ProofField {
  /** The field of the body that contains the address. */
  field: string
  url: string
  /** Whether the file must not belong to another entry already. */
  isFresh?: boolean
}

/** A walk-in may leave a file field empty. */
export const listAttachments = (kind: FormKind, body: object): Attachment[] =>
  Object.entries<ProofField>(proofFields[kind]).flatMap(([field, plan]) => {
    const url: unknown = Reflect.get(body, field)
    return typeof url === 'string' && url !== '' ? [{ ...plan, field, url }] : []
  })

/** Upload addresses are visible ASCII, so any other text is refused without a query. */
const plainAddress = /^[\x21-\x7e]+$/

/**
 * Marks uploads as attached.
 * @returns the bytes of uploads that no entry referred to before
 * @throws ApiError `invalid` for files that were not uploaded for this purpose
 */
export const attachUploads = async (
  transaction: Transaction<Tables>,
  attachments: readonly Attachment[],
  now: string,
): Promise<number> => {
  const errors: FieldError[] = []
  let newBytes = 0
  for (const attachment of attachments) {
    const isOurs = plainAddress.test(attachment.url)
    const upload = isOurs ? await attachUpload(transaction, attachment, now) : undefined
    if (upload) {
      newBytes += upload.referenced_at === now ? upload.bytes : 0
      continue
    }
    const hasWrongFormat = isOurs && (await hasUpload(transaction, attachment))
    errors.push({
      path: attachment.field,
      message: hasWrongFormat ? storedFileMessages.mustBePicture : storedFileMessages.gone,
    })
  }
  if (errors.length > 0) {
    throw refuseFields(errors)
  }
  return newBytes
}

/** Attached uploads are never deleted as unused. Returns undefined if no upload fits. */
const attachUpload = (db: DbOrTransaction, attachment: Attachment, now: string) =>
  db
    .updateTable('upload')
    .set({ referenced_at: sql`coalesce(referenced_at, ${now})`, sender: '' })
    .where('secure_url', '=', attachment.url)
    .where('preset', '=', attachment.preset)
    .where(
      'format',
      'in',
      attachment.takes.map((type) => formats[type]),
    )
    .$if(attachment.isFresh === true, (query) => query.where('referenced_at', 'is', null))
    .returning(['bytes', 'referenced_at'])
    .executeTakeFirst()

/** Ignores the format, to distinguish a wrong format from a missing file. */
const hasUpload = async (db: DbOrTransaction, { url, preset }: Attachment): Promise<boolean> =>
  (await db
    .selectFrom('upload')
    .select('public_id')
    .where('secure_url', '=', url)
    .where('preset', '=', preset)
    .executeTakeFirst()) !== undefined

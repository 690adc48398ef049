import { createHash } from 'node:crypto'
import type { Db } from '../db/schema'
import type { FileStore } from '../uploads/file-store'
import { storedName } from '../uploads/upload-rows'

/** Files of one look: each is read whole. */
const batchSize = 5
/** What stands in the place of the hash of a file that is not there. */
const unknown = '-'

/**
 * Hashes files that were kept before uploads were hashed, so that the same file is found among them too (behaviour 14.16).
 * @returns whether there may be more
 */
export const hashOldUploads = async (db: Db, files: Pick<FileStore, 'read'>): Promise<boolean> => {
  const uploads = await db
    .selectFrom('upload')
    .select(['public_id', 'format', 'secure_url'])
    .where('sha256', '=', '')
    .where('location', '=', 'file-store')
    .limit(batchSize)
    .execute()
  for (const upload of uploads) {
    const bytes = await files.read(storedName(upload))
    const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : unknown
    await db.updateTable('upload').set({ sha256 }).where('public_id', '=', upload.public_id).execute()
    await db
      .updateTable('review')
      .set({ prepared: 0 })
      .where('record_id', 'in', (eb) => eb.selectFrom('proof').select('record_id').where('url', '=', upload.secure_url))
      .execute()
  }
  return uploads.length === batchSize
}

import type { Logger } from 'pino'
import type { DbOrTransaction } from '../db/schema'
import type { FileStore } from './file-store'
import { storedName } from './stored-upload'

/**
 * Opens the newest stored file that a record refers to; what came back from a backup as another user's, or a folder that
 * is gone, is told in the log (behaviour 12.33).
 * @throws Error when it cannot be read
 */
export const checkNewestProof = async (
  db: DbOrTransaction,
  files: Pick<FileStore, 'open'>,
  log: Pick<Logger, 'error'>,
): Promise<void> => {
  const upload = await db
    .selectFrom('upload')
    .select(['public_id', 'format'])
    .where('location', '=', 'file-store')
    .where('referenced_at', 'is not', null)
    .orderBy('referenced_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!upload) return
  try {
    const file = await files.open(storedName(upload))
    if (!file) log.error('the newest stored proof is not there')
    file?.stream.destroy()
  } catch (err) {
    log.error({ err }, 'the newest stored proof cannot be read; whose are the files?')
    throw err
  }
}

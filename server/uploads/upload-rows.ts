import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { DbOrTransaction, Tables } from '../db/schema'
import type { FileStore } from './file-store'

interface Named {
  public_id?: unknown
  format?: unknown
}

/** The name under which an upload lies in our file store. */
export const storedName = (upload: Named): string => `${upload.public_id}.${upload.format}`

/** Whether an upload is among these files. What a crash left half written says nothing. */
export const holdsUploads = async (files: AsyncIterable<{ name: string }>): Promise<boolean> => {
  for await (const { name } of files) if (/^[\w-]{32}\.(?:jpg|png|webp|pdf)$/.test(name)) return true
  return false
}

/** What is left to do once the rows are gone for good. */
export interface ErasedUploads {
  /** Names in our file store. */
  files: string[]
  /** Files that an image host has; only its own console removes them. */
  elsewhere: string[]
}

const batchSize = 200

/** Deletes the rows of these uploads and what was read from them; their files go after the commit, so that no row ever lacks its file. */
export const eraseUploadRows = async (
  transaction: Transaction<Tables>,
  urls: readonly string[],
): Promise<ErasedUploads> => {
  const erased: ErasedUploads = { files: [], elsewhere: [] }
  for (let start = 0; start < urls.length; start += batchSize) {
    const batch = urls.slice(start, start + batchSize)
    // What was read from a picture goes with it.
    await transaction
      .deleteFrom('evidence')
      .where('proof', 'in', ({ selectFrom }) => selectFrom('proof').select('id').where('url', 'in', batch))
      .execute()
    const rows = await transaction.deleteFrom('upload').where('secure_url', 'in', batch).returningAll().execute()
    for (const row of rows)
      if (row.location === 'file-store') erased.files.push(storedName(row))
      else erased.elsewhere.push(row.secure_url)
  }
  return erased
}

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

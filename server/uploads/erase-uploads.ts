import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema'
import { storedName } from './stored-upload'

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

import type { Db } from '../db/schema'
import type { Clock } from '../system/clock'
import type { FileStore } from '../uploads/file-store'
import { deleteQuarantined, giveBackQuarantined, quarantineOrphans } from './quarantine'

/** How long a file waits for a record to refer to it, in hours. */
const graceHours = 24
const hourMs = 3_600_000
const batchSize = 200

/** What a sweep did, in numbers of files. */
export interface Swept {
  /** Uploads that nobody submitted. */
  unsubmitted: number
  /** Files that have a row again. */
  givenBack: number
  quarantined: number
  /** Files without a row that stay, because they are too many to be leftovers. */
  suspicious: number
  /** Files that had been in quarantine for a week. */
  deleted: number
}

/**
 * Removes what no record will refer to any more (behaviour 6.9): uploads that were never submitted go for good, files
 * without a row into quarantine (6.31). Any number of processes may sweep at once. The caller has made sure that the
 * clock can be believed (6.33).
 */
export const sweepUploads = async (db: Db, files: FileStore, clock: Clock): Promise<Swept> => {
  const now = clock()
  const cutoff = new Date(now.getTime() - graceHours * hourMs)
  return {
    unsubmitted: await removeUnreferenced(db, files, cutoff),
    givenBack: await giveBackQuarantined(db, files),
    ...(await quarantineOrphans(db, files, cutoff)),
    deleted: await deleteQuarantined(db, files, now),
  }
}

/**
 * The row goes first, and only if it is still unclaimed at that moment: a submission that claims it now either wins
 * and keeps the file, or finds no row. A crash in between leaves a file without a row.
 */
const removeUnreferenced = async (db: Db, files: FileStore, cutoff: Date): Promise<number> => {
  for (let count = 0; ; ) {
    const stale = await db
      .selectFrom('upload')
      .select(['public_id', 'format'])
      .where('referenced_at', 'is', null)
      .where('created_at', '<', cutoff.toISOString())
      .limit(batchSize)
      .execute()
    for (const { public_id, format } of stale) {
      const removed = await db
        .deleteFrom('upload')
        .where('public_id', '=', public_id)
        .where('referenced_at', 'is', null)
        .executeTakeFirst()
      if (removed.numDeletedRows === 0n) continue
      await files.remove(`${public_id}.${format}`)
      count += 1
    }
    if (stale.length < batchSize) return count
  }
}

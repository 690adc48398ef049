import type { Clock } from '../clock'
import type { Db } from '../db/schema'
import type { FileStore } from './file-store'

/** How long a file waits for a record to refer to it, in hours. */
const graceHours = 24
const batchSize = 200

/**
 * Removes what no record will refer to any more (behaviour 6.9): uploads that were never submitted, and files without
 * a row, such as what a crash left half written. Any number of processes may sweep at once.
 */
export const sweepUploads = async (db: Db, files: FileStore, clock: Clock): Promise<void> => {
  const cutoff = new Date(clock().getTime() - graceHours * 3_600_000)
  await removeUnreferenced(db, files, cutoff)
  await removeWithoutRow(db, files, cutoff)
}

/**
 * The row goes first, and only if it is still unclaimed at that moment: a submission that claims it now either wins
 * and keeps the file, or finds no row. A crash in between leaves a file without a row.
 */
const removeUnreferenced = async (db: Db, files: FileStore, cutoff: Date): Promise<void> => {
  for (;;) {
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
      if (removed.numDeletedRows > 0n) await files.remove(`${public_id}.${format}`)
    }
    if (stale.length < batchSize) return
  }
}

const removeWithoutRow = async (db: Db, files: FileStore, cutoff: Date): Promise<void> => {
  let batch: string[] = []
  const removeStrangers = async () => {
    if (batch.length === 0) return
    const rows = await db
      .selectFrom('upload')
      .select(['public_id', 'format'])
      .where('public_id', 'in', batch.map(publicIdOf))
      .execute()
    const known = new Set(rows.map(({ public_id, format }) => `${public_id}.${format}`))
    for (const name of batch) if (!known.has(name)) await files.remove(name)
    batch = []
  }
  for await (const { name, changedAt } of files.list()) {
    // A file is written before its row, so a young one may be about to get it.
    if (changedAt < cutoff) batch.push(name)
    if (batch.length === batchSize) await removeStrangers()
  }
  await removeStrangers()
}

const publicIdOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

import type { Db } from '../db/schema'
import type { FileStore, StoredFile } from '../uploads/file-store'

const batchSize = 200
const keptMs = 7 * 24 * 3_600_000
/** So many files without rows are a crash's leftovers, however few others there are. */
const ordinaryLeftovers = 10

const publicIdOf = (name: string) => name.slice(0, name.lastIndexOf('.'))

/** Files together with whether a row names them, some at a time. */
async function* lookUp(db: Db, files: AsyncIterable<StoredFile>): AsyncIterable<StoredFile & { hasRow: boolean }> {
  let batch: StoredFile[] = []
  const answer = async () => {
    const ids = batch.map(({ name }) => publicIdOf(name))
    const rows =
      ids.length === 0
        ? []
        : await db.selectFrom('upload').select(['public_id', 'format']).where('public_id', 'in', ids).execute()
    const known = new Set(rows.map(({ public_id, format }) => `${public_id}.${format}`))
    const answered = batch.map((file) => ({ ...file, hasRow: known.has(file.name) }))
    batch = []
    return answered
  }
  for await (const file of files) {
    batch.push(file)
    if (batch.length === batchSize) yield* await answer()
  }
  yield* await answer()
}

/** Puts files back whose row is there again, such as after the right database was put back. Gives their number. */
export const giveBackQuarantined = async (db: Db, files: FileStore): Promise<number> => {
  let count = 0
  for await (const { name, hasRow } of lookUp(db, files.quarantine.list())) {
    if (!hasRow) continue
    await files.quarantine.giveBack(name)
    count += 1
  }
  return count
}

/**
 * Puts files that no row names, and that were there before the cutoff, into quarantine. Where they are most of all files
 * it is the tables that are wrong: then nothing is touched, and their number comes back as `suspicious`.
 */
export const quarantineOrphans = async (
  db: Db,
  files: FileStore,
  cutoff: Date,
): Promise<{ quarantined: number; suspicious: number }> => {
  const orphans: string[] = []
  let all = 0
  for await (const { name, changedAt, hasRow } of lookUp(db, files.list())) {
    all += 1
    // A file is written before its row, so a young one may be about to get it.
    if (!hasRow && changedAt < cutoff) orphans.push(name)
  }
  if (orphans.length > ordinaryLeftovers && orphans.length > all / 2)
    return { quarantined: 0, suspicious: orphans.length }
  for (const name of orphans) await files.quarantine.put(name)
  return { quarantined: orphans.length, suspicious: 0 }
}

/** Deletes what has been in quarantine for a week and has no row still. Gives the number of files. */
export const deleteQuarantined = async (db: Db, files: FileStore, now: Date): Promise<number> => {
  let count = 0
  for await (const { name, changedAt, hasRow } of lookUp(db, files.quarantine.list())) {
    if (hasRow || now.getTime() - changedAt.getTime() < keptMs) continue
    await files.quarantine.remove(name)
    count += 1
  }
  return count
}

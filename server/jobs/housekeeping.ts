import type { Logger } from 'pino'
import { dayAt } from '../../festival/slot'
import type { Db } from '../db/schema'
import type { Clock } from '../system/clock'
import type { FileStore, StoredFile } from '../uploads/file-store'
import { removeUnclaimed } from '../uploads/upload-rows'
import { checkClock } from './clock-guard'
import { deleteAnnouncedProofs, deleteOpenRows, type RetentionNoticeDependencies } from './retention'

export interface HousekeepingDependencies extends Omit<RetentionNoticeDependencies, 'now'> {
  db: Db
  files: FileStore
  clock: Clock
  /** The operator's word that the clock is right on this day. */
  acceptedDay: string | undefined
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const hourMs = 3_600_000
/** How long a file waits for a record to refer to it, and one that no row names in quarantine. */
const graceMs = 24 * hourMs
const quarantineMs = 7 * 24 * hourMs
/** For how long a private link whose time is over can still be exchanged for a new one (behaviour 14.45). */
const exchangedMs = 30 * 24 * hourMs
/** A session without a request ends after so long. */
const idleMs = 12 * hourMs
/** So many files without rows are a crash's leftovers, however few others there are. */
const ordinaryLeftovers = 10
const batchSize = 200

/** Whether the clock is believed; where not, the log says from what it is far and what to do. */
const believesClock = async ({ db, clock, acceptedDay, log }: HousekeepingDependencies): Promise<boolean> => {
  const now = clock()
  const verdict = await checkClock(db, now, acceptedDay)
  if (verdict.isBelieved) return true
  log.warn(
    { clock: now.toISOString(), newest: verdict.newest },
    `the clock is far from the newest time that the tables know, so nothing is deleted; set the clock, or if it is right, start once with ACCEPT_CLOCK=${dayAt(now.getTime())}`,
  )
  return false
}

/** What is due every hour: nothing of it happens while the clock cannot be believed (behaviours 6.9, 6.31, 12.14, 14.45). */
export const keepHouse = async (parts: HousekeepingDependencies): Promise<void> => {
  const { db, files, clock, log } = parts
  try {
    if (!(await believesClock(parts))) return
    tellSwept(await sweepUploads(db, files, clock), log)
    await eraseOverLinks(db, clock())
    await deleteAnnouncedProofs({ ...parts, now: clock() })
    const rows = await deleteOpenRows({ ...parts, by: clock() })
    if (rows > 0)
      log.warn({ rows }, 'rows of bank statements that were nobody’s payment were deleted: their time was over')
  } catch (err) {
    log.error({ err }, 'the hourly housekeeping failed; it will be tried again in an hour')
  }
}

/** What a start may do: it deletes nothing, and brings back what has a row again. */
export const prepareHouse = async (parts: HousekeepingDependencies): Promise<void> => {
  const { db, files, log } = parts
  try {
    await believesClock(parts)
    tellSwept({ ...nothingSwept, ...(await emptyQuarantine(db, files)) }, log)
  } catch (err) {
    log.error({ err }, 'the quarantine could not be looked through')
  }
}

/** Keeps house every hour. The first time is an hour after the start, so that no start deletes anything. */
export const startHousekeeping = (parts: HousekeepingDependencies): { stop: () => void } => {
  void prepareHouse(parts)
  const timer = setInterval(() => void keepHouse(parts), hourMs)
  return { stop: () => clearInterval(timer) }
}

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

const nothingSwept: Swept = { unsubmitted: 0, givenBack: 0, quarantined: 0, suspicious: 0, deleted: 0 }

/**
 * Removes what no record will refer to any more (behaviour 6.9): uploads that were never submitted go for good, files
 * without a row into quarantine for a week (6.31). Any number of processes may sweep at once. The caller has made sure that
 * the clock can be believed (6.33).
 */
export const sweepUploads = async (db: Db, files: FileStore, clock: Clock): Promise<Swept> => {
  const now = clock().getTime()
  return {
    unsubmitted: await removeUnreferenced(db, files, new Date(now - graceMs)),
    ...(await emptyQuarantine(db, files, new Date(now - quarantineMs))),
    ...(await quarantineOrphans(db, files, new Date(now - graceMs))),
  }
}

const tellSwept = (
  { unsubmitted, givenBack, quarantined, suspicious, deleted }: Swept,
  log: HousekeepingDependencies['log'],
) => {
  if (unsubmitted > 0) log.info({ unsubmitted }, 'uploads that nobody submitted were deleted')
  if (givenBack > 0) log.warn({ givenBack }, 'files came back from quarantine, since a row names them again')
  if (quarantined > 0)
    log.warn({ quarantined }, 'files that no row names were put into quarantine (trash/ in the file store) for a week')
  if (suspicious > 0)
    log.warn(
      { files: suspicious },
      'no row names most of the stored files, so none was touched; are these the right tables? put the right database back, or move the files away by hand',
    )
  if (deleted > 0) log.warn({ deleted }, 'files that no row had named for a week were deleted')
}

const removeUnreferenced = async (db: Db, files: FileStore, before: Date): Promise<number> => {
  for (let count = 0; ; ) {
    const stale = await db
      .selectFrom('upload')
      .select(['public_id', 'format'])
      .where('referenced_at', 'is', null)
      .where('created_at', '<', before.toISOString())
      .limit(batchSize)
      .execute()
    for (const upload of stale) if (await removeUnclaimed(db, files, upload)) count += 1
    if (stale.length < batchSize) return count
  }
}

/** Files together with whether a row names them, some at a time. */
async function* lookUp(db: Db, files: AsyncIterable<StoredFile>): AsyncIterable<StoredFile & { hasRow: boolean }> {
  const batch: StoredFile[] = []
  const answer = async () => {
    const ids = batch.map(({ name }) => name.slice(0, name.lastIndexOf('.')))
    const rows =
      ids.length === 0
        ? []
        : await db.selectFrom('upload').select(['public_id', 'format']).where('public_id', 'in', ids).execute()
    const known = new Set(rows.map(({ public_id, format }) => `${public_id}.${format}`))
    return batch.splice(0).map((file) => ({ ...file, hasRow: known.has(file.name) }))
  }
  for await (const file of files) {
    batch.push(file)
    if (batch.length === batchSize) yield* await answer()
  }
  yield* await answer()
}

/**
 * Puts files back whose row is there again, such as after the right database was put back, and deletes those without one
 * that are in quarantine since before this time, if it is given.
 */
const emptyQuarantine = async (
  db: Db,
  { quarantine }: FileStore,
  before?: Date,
): Promise<{ givenBack: number; deleted: number }> => {
  const count = { givenBack: 0, deleted: 0 }
  for await (const { name, changedAt, hasRow } of lookUp(db, quarantine.list())) {
    if (hasRow) {
      await quarantine.giveBack(name)
      count.givenBack += 1
    } else if (before && changedAt <= before) {
      await quarantine.remove(name)
      count.deleted += 1
    }
  }
  return count
}

/**
 * Puts files that no row names, and that were there before the cutoff, into quarantine. Where they are most of all files
 * it is the tables that are wrong: then nothing is touched, and their number comes back as `suspicious`.
 */
const quarantineOrphans = async (
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

/**
 * Erases private links that nothing can be done with any more, sign-in links and sessions whose time is over: also where
 * nobody comes to the desk, or there is none any more.
 */
const eraseOverLinks = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.deleteFrom('private_link').where('expires_at', '<=', before(exchangedMs)).execute()
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', before(0)).execute()
  await db
    .deleteFrom('desk_session')
    .where(({ or, eb }) => or([eb('expires_at', '<=', before(0)), eb('seen_at', '<=', before(idleMs))]))
    .execute()
}

import type { Logger } from 'pino'
import { dayAt, dayMs, hourMs } from '../../festival/content/slot'
import type { Db } from '../db/schema'
import { type Clock, later } from '../system/clock'
import type { FileStore } from '../uploads/file-store'
import { findOrphans, removeUnattached } from '../uploads/upload-rows'
import { checkClock } from './clock-guard'
import {
  deleteAnnouncedProofs,
  deleteUnmatchedRows,
  type RetentionNoticeDependencies,
} from './retention'

export interface HousekeepingDependencies extends Omit<RetentionNoticeDependencies, 'now'> {
  db: Db
  files: FileStore
  clock: Clock
  /** ACCEPT_CLOCK: the day on which the operator confirms that the clock is right. */
  acceptedDay: string | undefined
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const graceMs = dayMs
/** An expired private link can be exchanged for a new one during this time. */
const keepExpiredLinksMs = 30 * dayMs
/** A session ends after this time without a request. */
const idleMs = 12 * hourMs
const batchSize = 200

const isClockPlausible = async ({
  db,
  clock,
  acceptedDay,
  log,
}: HousekeepingDependencies): Promise<boolean> => {
  const now = clock()
  const verdict = await checkClock(db, now, acceptedDay)
  if (verdict.isPlausible) {
    return true
  }
  log.warn(
    { clock: now.toISOString(), newest: verdict.newest },
    `the clock is far from the newest time in the database, so nothing is deleted; set the clock, or if it is right, start once with ACCEPT_CLOCK=${dayAt(now.getTime())}`,
  )
  return false
}

/** Does nothing while the clock is implausible. */
export const runHousekeeping = async (deps: HousekeepingDependencies): Promise<void> => {
  const { db, files, clock, log } = deps
  try {
    if (!(await isClockPlausible(deps))) {
      return
    }
    logSweep(await sweepUploads(db, files, clock), log)
    await eraseExpiredLinks(db, clock())
    await eraseSignInEmails(db, clock())
    await deleteAnnouncedProofs({ ...deps, now: clock() })
    const rows = await deleteUnmatchedRows({ ...deps, asOf: clock() })
    if (rows > 0) {
      log.warn({ rows }, 'unallocated rows of bank statements have expired and were deleted')
    }
  } catch (err) {
    log.error({ err }, 'the hourly housekeeping failed; it will be tried again in an hour')
  }
}

export const prepareHousekeeping = async (deps: HousekeepingDependencies): Promise<void> => {
  try {
    await isClockPlausible(deps)
  } catch (err) {
    deps.log.error({ err }, 'the clock could not be checked')
  }
}

/** The first run is an hour after the start, so that starting the server deletes nothing. */
export const startHousekeeping = (deps: HousekeepingDependencies): { stop: () => void } => {
  void prepareHousekeeping(deps)
  const timer = setInterval(() => void runHousekeeping(deps), hourMs)
  return { stop: () => clearInterval(timer) }
}

export interface SweepResult {
  unattached: number
  orphans: number
}

/** The caller must have checked the clock. */
export const sweepUploads = async (
  db: Db,
  files: FileStore,
  clock: Clock,
): Promise<SweepResult> => ({
  unattached: await removeUnattachedUploads(db, files, new Date(clock().getTime() - graceMs)),
  orphans: (await findOrphans(db, files, clock())).orphans.length,
})

const logSweep = ({ unattached, orphans }: SweepResult, log: HousekeepingDependencies['log']) => {
  if (unattached > 0) {
    log.info({ unattached }, 'uploads without an entry were deleted')
  }
  if (orphans > 0) {
    log.warn(
      { files: orphans },
      'some stored files belong to no entry; `doctor` lists them and says what to do',
    )
  }
}

const removeUnattachedUploads = async (db: Db, files: FileStore, before: Date): Promise<number> => {
  for (let count = 0; ; ) {
    const stale = await db
      .selectFrom('upload')
      .select(['public_id', 'format'])
      .where('referenced_at', 'is', null)
      .where('created_at', '<', before.toISOString())
      .limit(batchSize)
      .execute()
    for (const upload of stale) {
      if (await removeUnattached(db, files, upload)) {
        count += 1
      }
    }
    if (stale.length < batchSize) {
      return count
    }
  }
}

/** Anyone can request sign-in e-mails, and the links in them are valid only for minutes. */
const eraseSignInEmails = async (db: Db, now: Date) => {
  const sent = db.deleteFrom('message').where('state', '=', 'sent').where('kind', '=', 'desk-link')
  await sent.where('sent_at', '<=', later(now, -dayMs)).execute()
}

const eraseExpiredLinks = async (db: Db, now: Date) => {
  await db
    .deleteFrom('private_link')
    .where('expires_at', '<=', later(now, -keepExpiredLinksMs))
    .execute()
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', now.toISOString()).execute()
  await db
    .deleteFrom('desk_session')
    .where(({ or, eb }) =>
      or([eb('expires_at', '<=', now.toISOString()), eb('seen_at', '<=', later(now, -idleMs))]),
    )
    .execute()
}

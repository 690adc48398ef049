import type { Logger } from 'pino'
import { dayAt } from '../../festival/day'
import type { Db } from '../db/schema'
import type { Clock } from '../system/clock'
import type { FileStore } from '../uploads/file-store'
import { checkClock } from './clock-guard'
import { giveBackQuarantined } from './quarantine'
import { deleteOpenRows } from './retention'
import { deleteAnnouncedProofs, type RetentionNoticeDependencies } from './retention-notice'
import { type Swept, sweepUploads } from './sweep'

export interface HousekeepingDependencies extends Omit<RetentionNoticeDependencies, 'now'> {
  db: Db
  files: FileStore
  clock: Clock
  /** The operator's word that the clock is right on this day. */
  acceptedDay: string | undefined
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const hourMs = 3_600_000

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
    const givenBack = await giveBackQuarantined(db, files)
    if (givenBack > 0) log.warn({ givenBack }, 'files came back from quarantine, since a row names them again')
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

/** For how many milliseconds a private link whose time is over can still be exchanged for a new one (behaviour 14.45). */
const exchangedMs = 30 * 86_400_000

/**
 * Erases private links that nothing can be done with any more, sign-in links and sessions whose time is over: also where
 * nobody comes to the desk, or there is none any more.
 */
const eraseOverLinks = async (db: Db, now: Date): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.deleteFrom('private_link').where('expires_at', '<=', before(exchangedMs)).execute()
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', before(0)).execute()
  await db.deleteFrom('desk_session').where('expires_at', '<=', before(0)).execute()
}

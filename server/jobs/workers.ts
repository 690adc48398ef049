import type { Logger } from 'pino'
import type { Db } from '../db/schema'
import type { Outbox } from '../mail/outbox'
import { hashOldUploads } from '../reviews/hash-old-uploads'
import type { Indexer } from '../reviews/index-records'
import type { Clock } from '../system/clock'
import type { FileStore } from '../uploads/file-store'

/** How often a worker looks once it found nothing more to do, in milliseconds. */
const intervalMs = 1_000

/**
 * Looks again and again: at once while there may be more to do, else a second later. `look` tells whether there may be
 * more and does not throw. `stop` resolves when the last look has ended.
 */
export const keepLooking = (look: () => Promise<boolean>): { stop: () => Promise<void> } => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const work = async (): Promise<void> => {
    const hasMore = await look()
    if (!isStopped) timer = setTimeout(begin, hasMore ? 0 : intervalMs)
  }
  const begin = () => {
    working = work()
  }

  begin()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await working
    },
  }
}

/** The worker that keeps sending what is due (behaviour 7.12). `stop` resolves when its last look has ended. */
export const startDelivery = (
  outbox: Pick<Outbox, 'deliverDue'>,
  log: Pick<Logger, 'error'>,
): { stop: () => Promise<void> } =>
  keepLooking(() =>
    outbox.deliverDue().catch((err: unknown) => {
      log.error({ err }, 'the outbox could not be looked through')
      return false
    }),
  )

export interface DeskKeepingParts {
  db: Db
  files: Pick<FileStore, 'read'>
  indexer: Pick<Indexer, 'run' | 'stop'>
  clock: Clock
  /** Whose sessions may go on. */
  organisers: Names
  log: Pick<Logger, 'error'>
}

/** How often sessions and links whose time is over are erased. */
const sessionsMs = 600_000

/**
 * Keeps what the desk makes of the records up to date, and erases its sessions in time (behaviours 14.5 and 14.16). What it finds at
 * its first start is indexed like new records, some at a time. `stop` resolves when its last look has ended.
 */
export const startDeskKeeping = ({ db, files, indexer, clock, organisers, log }: DeskKeepingParts) => {
  let sessionsAt = 0

  const look = async (): Promise<boolean> => {
    if (performance.now() >= sessionsAt) {
      await eraseOverSessions(db, clock(), organisers)
      sessionsAt = performance.now() + sessionsMs
    }
    const hasOldUploads = await hashOldUploads(db, files)
    await indexer.run()
    return hasOldUploads
  }
  const looking = keepLooking(() =>
    look().catch((err: unknown) => {
      log.error({ err }, 'the desk’s lists could not be brought up to date; it will be tried again')
      return false
    }),
  )
  return {
    stop: async () => {
      await Promise.all([indexer.stop(), looking.stop()])
    },
  }
}

/** Organisers' e-mail addresses. */
export type Names = Pick<ReadonlyMap<string, unknown>, 'keys'>

/** A session without a request ends after so long, in milliseconds. */
const idleMs = 12 * 3_600_000

/** Erases links and sessions whose time is over, and those of people whom the setting names no more (behaviour 14.2). */
const eraseOverSessions = async (db: Db, now: Date, organisers: Names): Promise<void> => {
  const names = [...organisers.keys()]
  await db.deleteFrom('sign_in_link').where('expires_at', '<=', now.toISOString()).execute()
  await db
    .deleteFrom('desk_session')
    .where(({ or, eb }) =>
      or([
        eb('expires_at', '<=', now.toISOString()),
        eb('seen_at', '<=', new Date(now.getTime() - idleMs).toISOString()),
        eb('email', 'not in', names),
      ]),
    )
    .execute()
}

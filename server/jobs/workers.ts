import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../db/schema'
import type { Outbox } from '../mail/outbox'
import { indexAnewBy } from '../submissions/proofs'
import type { FileStore } from '../uploads/file-store'
import { storedName } from '../uploads/upload-rows'
import type { Indexer } from './index-records'

/** What looks for work again and again. `stop` resolves when its last look has ended. */
export interface Worker {
  stop: () => Promise<void>
}

/** How often a worker looks once it found nothing more to do, in milliseconds. */
const intervalMs = 1_000

/** Looks at once while there may be more to do, which `look` tells, else a second later, also after a look that failed. */
const keepLooking = (look: () => Promise<boolean>, onError: (err: unknown) => void): Worker => {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let working = Promise.resolve()

  const work = async (): Promise<void> => {
    const hasMore = await look().catch(onError)
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

/** Keeps sending what is due (behaviour 7.12). */
export const startDelivery = (outbox: Pick<Outbox, 'deliverDue'>, log: Pick<Logger, 'error'>): Worker =>
  keepLooking(outbox.deliverDue, (err) => log.error({ err }, 'the outbox could not be looked through'))

/** Files of one look: each is read whole. */
const filesAtOnce = 5
/** What stands in the place of the hash of a file that is not there. */
const unknown = '-'

/**
 * Hashes files that were kept before uploads were hashed, so that the same file is found among them too (behaviour 14.16).
 * @returns whether there may be more
 */
export const hashOldUploads = async (db: Db, files: Pick<FileStore, 'read'>): Promise<boolean> => {
  const uploads = await db
    .selectFrom('upload')
    .select(['public_id', 'format', 'secure_url'])
    .where('sha256', '=', '')
    .where('location', '=', 'file-store')
    .limit(filesAtOnce)
    .execute()
  for (const upload of uploads) {
    const bytes = await files.read(storedName(upload))
    const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : unknown
    await db.updateTable('upload').set({ sha256 }).where('public_id', '=', upload.public_id).execute()
    await indexAnewBy(db, { url: upload.secure_url })
  }
  return uploads.length === filesAtOnce
}

export interface DeskKeepingParts {
  db: Db
  files: Pick<FileStore, 'read'>
  indexer: Pick<Indexer, 'run' | 'stop'>
  log: Pick<Logger, 'error'>
}

/**
 * Keeps what the desk makes of the records up to date (behaviour 14.16). What it finds at its first start is indexed like
 * new records, some at a time.
 */
export const startDeskKeeping = ({ db, files, indexer, log }: DeskKeepingParts): Worker => {
  const looking = keepLooking(
    async () => {
      const hasOldUploads = await hashOldUploads(db, files)
      await indexer.run()
      return hasOldUploads
    },
    (err) => log.error({ err }, 'the desk’s lists could not be brought up to date; it will be tried again'),
  )
  return {
    stop: async () => {
      await Promise.all([indexer.stop(), looking.stop()])
    },
  }
}

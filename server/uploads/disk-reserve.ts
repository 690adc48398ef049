import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { helpDeskContact } from '../../festival/content/help-desk'
import type { LowDiskSpace } from '../../festival/contract/overview'
import { storedFileMessages } from '../../festival/text/messages'
import type { Store } from '../db/open-database'
import { refuseFor } from '../http/api-error'
import type { ImageHostConfig } from './image-host'
import type { FilesConfig } from './open-file-store'

/** Bytes that are free for us on the fullest disk that uploads or tables lie on. */
export type ReadFreeBytes = () => Promise<number>

const warnEveryMs = 60_000

export const createFreeSpaceReader =
  (folders: readonly string[]): ReadFreeBytes =>
  async () => {
    const disks = await Promise.all(folders.map((folder) => statfs(folder)))
    return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize))
  }

interface Places {
  dataDir: string
  files: FilesConfig
  imageHost: ImageHostConfig | undefined
  store: Store
}

/** How to read the room on the disks that uploads and tables share; undefined where uploads go elsewhere. */
export const findFreeSpaceReader = ({
  dataDir,
  files,
  imageHost,
  store,
}: Places): ReadFreeBytes | undefined => {
  if (files.engine !== 'disk' || imageHost) {
    return undefined
  }
  return createFreeSpaceReader([
    join(dataDir, 'files'),
    ...(store.engine === 'sqlite' ? [dirname(store.file)] : []),
  ])
}

/** Warns at the start where uploads would all be refused; a disk that cannot be asked says so at the first upload. */
export const warnOfLowSpace = async (
  readFreeBytes: ReadFreeBytes,
  reserve: number,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const free = await readFreeBytes().catch(() => reserve)
  if (free < reserve) {
    log.warn(
      { free, reserve },
      'the disk has less room than DISK_RESERVE_MB keeps free, so uploads are refused',
    )
  }
}

interface DiskReserveDeps {
  readFreeBytes: ReadFreeBytes
  /** What uploads leave free, in bytes: the tables need it to go on (behaviour 6.18). */
  reserveBytes: number
  /** Is told once that the room is scarce, and again only after it was not. */
  onScarceSpace?: (room: LowDiskSpace) => Promise<void>
  log: Pick<Logger, 'warn'>
  /** Milliseconds on any clock that never goes back. */
  now?: () => number
}

/** Keeps uploads from taking the room that records need. */
export const createDiskReserve = ({
  readFreeBytes,
  reserveBytes,
  onScarceSpace = async () => {},
  log,
  now = () => performance.now(),
}: DiskReserveDeps) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  let isLow = false
  /** Bytes that are being written, or soon will be. */
  let underWay = 0

  const warnThrottled = (facts: object, words: string) => {
    if (now() - warnedAt < warnEveryMs) {
      return
    }
    warnedAt = now()
    log.warn(facts, words)
  }

  const checkFreeBytes = async (): Promise<number> => {
    try {
      const free = await readFreeBytes()
      const wasLow = isLow
      isLow = free < 2 * reserveBytes
      if (isLow && !wasLow) {
        onScarceSpace({ free, reserve: reserveBytes }).catch((err) =>
          log.warn({ err }, 'nobody could be mailed of the disk'),
        )
      }
      return free
    } catch (err) {
      warnThrottled(
        { err },
        'the room on the disk cannot be read, so uploads go on without a reserve',
      )
      return Number.POSITIVE_INFINITY
    }
  }

  /**
   * Resolves when so many bytes more leave the reserve as it is, or when nobody can tell how much is free.
   * @throws ApiError `no-room`, which the log tells once a minute
   */
  const ensureRoomFor = async (bytes: number): Promise<void> => {
    // Before the disk is read: what is written meanwhile may count twice, and never not at all.
    const taken = underWay + bytes
    const free = await checkFreeBytes()
    if (free - taken >= reserveBytes) {
      return
    }
    warnThrottled(
      { free, taken, reserve: reserveBytes },
      'uploads are refused: the disk has come to its reserve',
    )
    throw refuseFor(60, 'no-room', `${storedFileMessages.noRoom} Or call ${helpDeskContact}.`)
  }

  return {
    ensureRoomFor,
    /** The same, and writes them: they count as taken from now until they are written (behaviour 6.18). */
    async write<Written>(bytes: number, work: () => Promise<Written>): Promise<Written> {
      const room = ensureRoomFor(bytes)
      underWay += bytes
      try {
        await room
        return await work()
      } finally {
        underWay -= bytes
      }
    },
    async readLowDiskSpace(): Promise<LowDiskSpace | undefined> {
      const free = await checkFreeBytes()
      return free < 2 * reserveBytes ? { free, reserve: reserveBytes } : undefined
    },
  }
}

export type DiskReserve = ReturnType<typeof createDiskReserve>

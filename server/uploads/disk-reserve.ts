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

/** Returns the free bytes of the fullest disk that contains uploads or tables. */
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

/** Returns undefined if uploads are stored elsewhere. */
export const findFreeSpaceReader = ({
  dataDir,
  files,
  imageHost,
  store,
}: Places): ReadFreeBytes | undefined => {
  if (files.engine !== 'disk' || imageHost) {
    return undefined
  }
  const folders = [join(dataDir, 'files')]
  if (store.engine === 'sqlite') {
    folders.push(dirname(store.file))
  }
  return createFreeSpaceReader(folders)
}

/** Ignores an unreadable disk, which is reported at the first upload. */
export const warnOfLowSpace = async (
  readFreeBytes: ReadFreeBytes,
  reserve: number,
  log: Pick<Logger, 'warn'>,
): Promise<void> => {
  const free = await readFreeBytes().catch(() => reserve)
  if (free < reserve) {
    log.warn(
      { free, reserve },
      'the disk has less free space than DISK_RESERVE_MB, so uploads are refused',
    )
  }
}

interface DiskReserveDeps {
  readFreeBytes: ReadFreeBytes
  /** Bytes that uploads leave free, because the tables need space too. */
  reserveBytes: number
  /** Called when space becomes scarce, but not again until the free space has recovered. */
  onScarceSpace?: (room: LowDiskSpace) => Promise<void>
  log: Pick<Logger, 'warn'>
  /** Milliseconds on a monotonic clock. */
  now?: () => number
}

export const createDiskReserve = ({
  readFreeBytes,
  reserveBytes,
  onScarceSpace = async () => {},
  log,
  now = () => performance.now(),
}: DiskReserveDeps) => {
  let warnedAt = Number.NEGATIVE_INFINITY
  let isLow = false
  let pendingBytes = 0

  const warnThrottled = (facts: object, message: string) => {
    if (now() - warnedAt < warnEveryMs) {
      return
    }
    warnedAt = now()
    log.warn(facts, message)
  }

  const checkFreeBytes = async (): Promise<number> => {
    try {
      const free = await readFreeBytes()
      const wasLow = isLow
      isLow = free < 2 * reserveBytes
      if (isLow && !wasLow) {
        onScarceSpace({ free, reserve: reserveBytes }).catch((err) =>
          log.warn({ err }, 'the admins could not be e-mailed about the disk'),
        )
      }
      return free
    } catch (err) {
      warnThrottled(
        { err },
        'the free space of the disk cannot be read, so uploads continue without a reserve',
      )
      return Number.POSITIVE_INFINITY
    }
  }

  /**
   * Resolves if the bytes fit without using the reserve, or if the free space cannot be read.
   * @throws ApiError `no-room`, logged once a minute
   */
  const ensureRoomFor = async (bytes: number) => {
    // Bytes that are written during this read may count twice, which is safer than not counting
    // them.
    const taken = pendingBytes + bytes
    const free = await checkFreeBytes()
    if (free - taken >= reserveBytes) {
      return
    }
    warnThrottled(
      { free, taken, reserve: reserveBytes },
      'uploads are refused: the disk has reached its reserve',
    )
    throw refuseFor(60, 'no-room', `${storedFileMessages.noRoom} Or call ${helpDeskContact}.`)
  }

  return {
    ensureRoomFor,
    /** The bytes count as used until `work` has written them. */
    async write<Written>(bytes: number, work: () => Promise<Written>): Promise<Written> {
      const room = ensureRoomFor(bytes)
      pendingBytes += bytes
      try {
        await room
        return await work()
      } finally {
        pendingBytes -= bytes
      }
    },
    async readLowDiskSpace(): Promise<LowDiskSpace | undefined> {
      const free = await checkFreeBytes()
      return free < 2 * reserveBytes ? { free, reserve: reserveBytes } : undefined
    },
  }
}

export type DiskReserve = ReturnType<typeof createDiskReserve>

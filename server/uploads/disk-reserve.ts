import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { deskWords } from '../../festival/help-desk'
import { storedFileMessages } from '../../festival/messages'
import type { Store } from '../db/open-database'
import { ApiError } from '../http/api-error'
import type { ImageHostConfig } from './image-host'
import type { FilesConfig } from './open-file-store'

/** Bytes that are free for us on the fullest disk that uploads or tables lie on. */
export type ReadFree = () => Promise<number>

/** How long a reading counts, and how often a full disk is told in the log, in milliseconds. */
const readingMs = 1_000
const tellingMs = 60_000

/** Reads how much room the disks of these folders have. */
export const readFreeOf =
  (folders: readonly string[]): ReadFree =>
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
export const findFreeReader = ({ dataDir, files, imageHost, store }: Places): ReadFree | undefined => {
  if (files.engine !== 'disk' || imageHost) return undefined
  return readFreeOf([join(dataDir, 'files'), ...(store.engine === 'sqlite' ? [dirname(store.file)] : [])])
}

/** Warns at the start where uploads would all be refused; a disk that cannot be asked says so at the first upload. */
export const tellRoom = async (readFree: ReadFree, reserve: number, log: Pick<Logger, 'warn'>): Promise<void> => {
  const free = await readFree().catch(() => reserve)
  if (free < reserve)
    log.warn({ free, reserve }, 'the disk has less room than DISK_RESERVE_MB keeps free, so uploads are refused')
}

export interface DiskReserve {
  /**
   * Resolves when so many bytes more leave the reserve as it is, or when nobody can tell how much is free.
   * @throws ApiError `no-room`, which the log tells once a minute
   */
  ensureRoomFor(bytes: number): Promise<void>
}

interface DiskReserveDeps {
  readFree: ReadFree
  /** What uploads leave free, in bytes: the tables need it to go on (behaviour 6.18). */
  reserveBytes: number
  log: Pick<Logger, 'warn'>
  /** Milliseconds on any clock that never goes back. */
  now?: () => number
}

/** Keeps uploads from taking the room that records need. */
export const createDiskReserve = ({
  readFree,
  reserveBytes,
  log,
  now = () => performance.now(),
}: DiskReserveDeps): DiskReserve => {
  let reading: { at: number; free: Promise<number> } | undefined
  let toldAt = Number.NEGATIVE_INFINITY

  const tell = (facts: object, words: string) => {
    if (now() - toldAt < tellingMs) return
    toldAt = now()
    log.warn(facts, words)
  }

  const readUnlessFresh = (): Promise<number> => {
    if (!reading || now() - reading.at >= readingMs) reading = { at: now(), free: readFree() }
    return reading.free
  }

  return {
    async ensureRoomFor(bytes) {
      if (reserveBytes === 0) return
      let free: number
      try {
        free = await readUnlessFresh()
      } catch (err) {
        return tell({ err }, 'the room on the disk cannot be read, so uploads go on without a reserve')
      }
      if (free - bytes >= reserveBytes) return
      tell({ free, reserve: reserveBytes }, 'uploads are refused: the disk has come to its reserve')
      throw new ApiError('no-room', `${storedFileMessages.noRoom} Or call ${deskWords}.`, {
        headers: { 'Retry-After': '60' },
      })
    },
  }
}

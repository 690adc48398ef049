import { statfs } from 'node:fs/promises'
import type { Db } from '../../db/schema'
import { countRows, readRows, tableNames } from '../../db/table-rows'
import { OperatorError } from '../../system/operator-error'
import { storedName } from '../../uploads/upload-rows'
import type { EarlierBackup } from './earlier-backup'

/** Of a row as JSON; the largest, with four team members, is smaller. */
const bytesOfRow = 2_000
/** What a backup leaves free, so that the server beside it can go on. */
const reserveBytes = 256_000_000

/** The bytes that are free for this user where the folder is. */
export const measureRoom = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1_000_000)} MB`

/**
 * Looks whether a backup will fit before anything is written (behaviour 12.40).
 * @throws OperatorError telling what is missing
 */
export const requireRoom = async (
  db: Db,
  earlier: EarlierBackup | undefined,
  folder: string,
  free: number,
): Promise<void> => {
  let needed = 0
  for (const table of tableNames) needed += (await countRows(db, table)) * bytesOfRow
  for await (const rows of readRows(db, 'upload'))
    for (const row of rows)
      if (row.location === 'file-store' && !earlier?.files.has(storedName(row))) needed += Number(row.bytes)
  if (free >= needed + reserveBytes) return
  throw new OperatorError(
    `There is no room for a backup in ${folder}: it needs ${inMegabytes(needed)} and leaves ${inMegabytes(reserveBytes)} to the server, but ${inMegabytes(free)} are free. Remove old backups or exports, or take it to another disk with --in or --to. Nothing was written.`,
  )
}

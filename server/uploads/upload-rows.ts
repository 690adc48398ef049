import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { dayMs } from '../../festival/content/slot'
import type { Db, DbOrTransaction, Tables, UploadRow } from '../db/schema'
import type { FileStore } from './file-store'

export const storedName = (upload: { public_id?: unknown; format?: unknown }): string =>
  `${upload.public_id}.${upload.format}`

export const isStoredName = (name: string): boolean =>
  /^[\w-]{32}\.(?:jpg|png|webp|pdf)$/.test(name)

export const containsUploads = async (files: AsyncIterable<{ name: string }>): Promise<boolean> => {
  for await (const { name } of files) {
    if (isStoredName(name)) {
      return true
    }
  }
  return false
}

export interface ErasedUploads {
  files: string[]
  /** Files at an image host, which can be removed only in the host's own console. */
  hostedUrls: string[]
}

const batchSize = 200

/** The caller removes the files after the commit, so that no row lacks its file. */
export const eraseUploadRows = async (
  transaction: Transaction<Tables>,
  urls: readonly string[],
): Promise<ErasedUploads> => {
  const erased: ErasedUploads = { files: [], hostedUrls: [] }
  for (let start = 0; start < urls.length; start += batchSize) {
    const batch = urls.slice(start, start + batchSize)
    await transaction
      .deleteFrom('ocr_result')
      .where('proof', 'in', ({ selectFrom }) =>
        selectFrom('proof').select('id').where('url', 'in', batch),
      )
      .execute()
    const rows = await transaction
      .deleteFrom('upload')
      .where('secure_url', 'in', batch)
      .returningAll()
      .execute()
    for (const row of rows) {
      if (row.location === 'file-store') {
        erased.files.push(storedName(row))
      } else {
        erased.hostedUrls.push(row.secure_url)
      }
    }
  }
  return erased
}

/**
 * Opens the newest attached file, to detect a restored backup with wrong permissions or a missing
 * folder.
 * @throws Error when the file cannot be read
 */
export const checkNewestProof = async (
  db: DbOrTransaction,
  files: Pick<FileStore, 'open'>,
  log: Pick<Logger, 'error'>,
): Promise<void> => {
  const upload = await db
    .selectFrom('upload')
    .select(['public_id', 'format'])
    .where('location', '=', 'file-store')
    .where('referenced_at', 'is not', null)
    .orderBy('referenced_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!upload) {
    return
  }
  try {
    const file = await files.open(storedName(upload))
    if (!file) {
      log.error('the newest stored proof is missing')
    }
    file?.stream.destroy()
  } catch (err) {
    log.error({ err }, 'the newest stored proof cannot be read; check who owns the files')
    throw err
  }
}

/**
 * The minimum that a file counts, in bytes. This bounds the number of uploads, so that adding up
 * their sizes takes a millisecond or two.
 */
const minCountedBytes = 256 * 1024
const countedBytes = sql<number>`
  case when bytes < ${minCountedBytes} then ${minCountedBytes} else bytes end
`
/** Maximum number of uploads that one new upload removes. Later uploads remove the rest. */
const maxDisplaced = 50

/** Sums the counted bytes by sender. The cost does not depend on the number of attached uploads. */
export const sumUnattached = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('upload')
    .select(({ fn }) => ['sender', fn.sum<number | string>(countedBytes).as('sum')])
    .where('referenced_at', 'is', null)
    .groupBy('sender')
    .execute()
  return new Map(rows.map(({ sender, sum }) => [sender, Number(sum)]))
}

/** A file is written before its row, so the row of a recent file may not exist yet. */
const orphanMs = dayMs

export const findOrphans = async (
  db: Db,
  files: Pick<FileStore, 'list'>,
  now: Date,
): Promise<{ orphans: string[]; all: number }> => {
  const old: string[] = []
  let all = 0
  for await (const { name, changedAt } of files.list()) {
    all += 1
    if (now.getTime() - changedAt.getTime() > orphanMs) {
      old.push(name)
    }
  }
  const namesWithRow = new Set<string>()
  for (let start = 0; start < old.length; start += batchSize) {
    const ids = old
      .slice(start, start + batchSize)
      .map((name) => name.slice(0, name.lastIndexOf('.')))
    const rows = await db
      .selectFrom('upload')
      .select(['public_id', 'format'])
      .where('public_id', 'in', ids)
      .execute()
    for (const row of rows) {
      namesWithRow.add(storedName(row))
    }
  }
  return { orphans: old.filter((name) => !namesWithRow.has(name)), all }
}

interface UnattachedDeps {
  db: Db
  files: Pick<FileStore, 'remove'>
  /** Limit for all unattached uploads together, in bytes. Each sender may use a quarter. */
  limitBytes: number
  log: Pick<Logger, 'warn' | 'error'>
}

const findLargestSender = (sums: ReadonlyMap<string, number>): string => {
  const byBytes = [...sums].sort(([, left], [, right]) => right - left)
  return byBytes[0]?.[0] ?? ''
}

/**
 * Removes the sender's oldest unattached uploads if the sender's quarter is full. Otherwise, if the
 * total is too large, removes uploads of the sender that uses the most.
 */
export const trimUnattached = async (
  { db, files, limitBytes, log }: UnattachedDeps,
  sender: string,
): Promise<void> => {
  const sums = await sumUnattached(db)
  const ownExcess = (sums.get(sender) ?? 0) - limitBytes / 4
  const totalExcess = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) - limitBytes
  if (ownExcess <= 0 && totalExcess <= 0) {
    return
  }
  const evictedSender = ownExcess > 0 ? sender : findLargestSender(sums)
  const oldest = await db
    .selectFrom('upload')
    .select(['public_id', 'format', countedBytes.as('counted')])
    .where('referenced_at', 'is', null)
    .where('sender', '=', evictedSender)
    .orderBy('created_at')
    .limit(maxDisplaced)
    .execute()
  let excess = ownExcess > 0 ? ownExcess : totalExcess
  let freed = 0
  for (const { public_id, format, counted } of oldest) {
    if (excess <= 0) {
      break
    }
    excess -= counted
    const remove = (name: string) =>
      files
        .remove(name)
        .catch((err) => log.error({ err }, 'the file of a deleted upload is still there'))
    if (await removeUnattached(db, { remove }, { public_id, format })) {
      freed += counted
    }
  }
  if (freed > 0) {
    log.warn(
      { freed, limit: limitBytes },
      'unattached uploads were deleted to make room for a new one',
    )
  }
}

/**
 * Deletes the row, only if the upload is still unattached, and then the file. A concurrent form
 * either attaches the upload first, which keeps the file, or finds no row. A crash leaves a file
 * without a row.
 * @returns whether the upload was removed
 */
export const removeUnattached = async (
  db: Db,
  files: Pick<FileStore, 'remove'>,
  upload: Pick<UploadRow, 'public_id' | 'format'>,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('upload')
    .where('public_id', '=', upload.public_id)
    .where('referenced_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) {
    return false
  }
  await files.remove(storedName(upload))
  return true
}

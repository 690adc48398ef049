import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { dayMs } from '../../festival/content/slot'
import type { Db, DbOrTransaction, Tables, UploadRow } from '../db/schema'
import type { FileStore } from './file-store'

export const storedName = (upload: { public_id?: unknown; format?: unknown }): string =>
  `${upload.public_id}.${upload.format}`

/** Whether a name is one of those that we give out. */
export const isStoredName = (name: string): boolean =>
  /^[\w-]{32}\.(?:jpg|png|webp|pdf)$/.test(name)

/** Whether an upload is among these files. What a crash left half written says nothing. */
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
  /** Files that an image host has; only its own console removes them. */
  hostedUrls: string[]
}

const batchSize = 200

/** Deletes the rows of these uploads and what was read from them; their files go after the commit, so that no row ever lacks its file. */
export const eraseUploadRows = async (
  transaction: Transaction<Tables>,
  urls: readonly string[],
): Promise<ErasedUploads> => {
  const erased: ErasedUploads = { files: [], hostedUrls: [] }
  for (let start = 0; start < urls.length; start += batchSize) {
    const batch = urls.slice(start, start + batchSize)
    // What was read from a picture goes with it.
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
 * Opens the newest stored file that a record refers to; what came back from a backup as another user's, or a folder that
 * is gone, is told in the log (behaviour 12.33).
 * @throws Error when it cannot be read
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
      log.error('the newest stored proof is not there')
    }
    file?.stream.destroy()
  } catch (err) {
    log.error({ err }, 'the newest stored proof cannot be read; whose are the files?')
    throw err
  }
}

/** What the smallest file counts, in bytes: so few of them fit that they are summed up in a millisecond or two. */
const minCountedBytes = 256 * 1024
const countedBytes = sql<number>`case when bytes < ${minCountedBytes} then ${minCountedBytes} else bytes end`
/** What one upload displaces is fewer; the rest goes with the next. */
const maxDisplaced = 50

/** The counted bytes of all uploads that no record refers to, by their sender. Its cost grows with those alone. */
export const sumUnattached = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('upload')
    .select(({ fn }) => ['sender', fn.sum<number | string>(countedBytes).as('sum')])
    .where('referenced_at', 'is', null)
    .groupBy('sender')
    .execute()
  return new Map(rows.map(({ sender, sum }) => [sender, Number(sum)]))
}

/** How old a file is before it counts: it is written before its row, so a young one may be about to get it. */
const orphanMs = dayMs

/** The files that no row names (behaviour 6.31), and how many files there are in all. */
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
  const known = new Set<string>()
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
      known.add(storedName(row))
    }
  }
  return { orphans: old.filter((name) => !known.has(name)), all }
}

interface UnattachedDeps {
  db: Db
  files: Pick<FileStore, 'remove'>
  /** What all such uploads may take together, in bytes; one sender's take a quarter of it. */
  limitBytes: number
  log: Pick<Logger, 'warn' | 'error'>
}

/**
 * Bounds what nobody submits, once an upload of this sender is kept: the oldest unclaimed ones of the same sender go where
 * that one's quarter is full, of the sender who holds most where all together are too many (behaviour 6.17).
 */
export const trimUnattached = async (
  { db, files, limitBytes, log }: UnattachedDeps,
  sender: string,
): Promise<void> => {
  const sums = await sumUnattached(db)
  const own = (sums.get(sender) ?? 0) - limitBytes / 4
  const all = [...sums.values()].reduce((sum, bytes) => sum + bytes, 0) - limitBytes
  if (own <= 0 && all <= 0) {
    return
  }
  const [largestSender = sender] = [...sums.keys()].sort(
    (one, other) => (sums.get(other) ?? 0) - (sums.get(one) ?? 0),
  )
  const oldest = await db
    .selectFrom('upload')
    .select(['public_id', 'format', countedBytes.as('counted')])
    .where('referenced_at', 'is', null)
    .where('sender', '=', own > 0 ? sender : largestSender)
    .orderBy('created_at')
    .limit(maxDisplaced)
    .execute()
  let excess = own > 0 ? own : all
  let freed = 0
  for (const { public_id, format, counted } of oldest) {
    if (excess <= 0) {
      break
    }
    excess -= counted
    const remove = (name: string) =>
      files
        .remove(name)
        .catch((err) => log.error({ err }, 'the file of an upload that made room is still there'))
    if (await removeUnattached(db, { remove }, { public_id, format })) {
      freed += counted
    }
  }
  if (freed > 0) {
    log.warn({ freed, limit: limitBytes }, 'unclaimed uploads made room for a new one')
  }
}

/**
 * Removes an upload that nobody submitted: the row goes first, and only if it is still unclaimed at that moment; a submission
 * that claims it now either wins and keeps the file, or finds no row. A crash in between leaves a file without a row.
 * @returns whether it was removed
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

import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Day, dayAt, dayMs, findMidnight } from '../../festival/content/slot'
import { isPostgres } from '../db/engines'
import { readHeartbeat, writeHeartbeat } from '../db/heartbeat'
import type { Db } from '../db/schema'
import { proofColumns, proofNote } from '../db/table-rows'
import { transact } from '../db/transact'
import type { FileStore } from '../uploads/file-store'
import { eraseUploadRows } from '../uploads/upload-rows'

export interface RetentionDependencies {
  db: Db
  files: Pick<FileStore, 'remove'>
  /** The moment that decides: proofs whose time is over by then. */
  by: Date
  lastDay: Day
  /** For how many days after the later of that day and the record's own proofs are kept; undefined: for ever. */
  keptDays: number | undefined
}

const batchSize = 100

/** The moment from which on the proofs of a day are not kept any more: its end in India, and so many days. */
export const keptUntil = (day: Day, keptDays: number): Date =>
  new Date(findMidnight(day) + (keptDays + 1) * dayMs)

/** Records from before this moment have had their days when it is `by`; undefined while none has. */
const findCutoff = ({
  by,
  lastDay,
  keptDays,
}: Omit<RetentionDependencies, 'db' | 'files'>): Date | undefined =>
  keptDays === undefined || by < keptUntil(lastDay, keptDays)
    ? undefined
    : new Date(findMidnight(dayAt(by.getTime())) - keptDays * dayMs)

/** When each kind of record was made, and when a proof was sent for it. */
const entryTimes = [
  ['EventRegistration', 'registration_time'],
  ['DelegatePass', 'purchase_time'],
  ['Accommodation', 'booking_time'],
  ['proof', 'created_at'],
] as const

/**
 * The uploads whose time is over: we keep them ourselves (what an image host has is its own to keep), a record refers to
 * them (one that nobody has submitted yet is left to the sweep), and no record of later days does.
 */
const isExpired = (cutoff: Date) => {
  const since = cutoff.toISOString()
  const fresh = entryTimes.flatMap(([table, time]) =>
    (proofColumns[table] ?? []).map(
      (column) =>
        sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(time)} >= ${since}`,
    ),
  )
  return sql<boolean>`
    referenced_at < ${since} and location = 'file-store'
    and secure_url not in (${sql.join(fresh, sql` union all `)})
  `
}

/** How many proofs are over at this moment (behaviour 12.14). */
export const countOldProofs = async ({
  db,
  ...when
}: Omit<RetentionDependencies, 'files'>): Promise<number> => {
  const cutoff = findCutoff(when)
  if (!cutoff) {
    return 0
  }
  const { count } = await db
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(isExpired(cutoff))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deletes the proofs of records whose time is over; the records stay and note when (behaviour 12.14). Any number of
 * processes may do this at once.
 * @returns how many files were deleted
 */
export const deleteOldProofs = async ({
  db,
  files,
  ...when
}: RetentionDependencies): Promise<number> => {
  const cutoff = findCutoff(when)
  if (!cutoff) {
    return 0
  }
  for (let deleted = 0; ; ) {
    const names = await deleteBatch(db, cutoff, proofNote(dayAt(when.by.getTime())))
    if (names === undefined) {
      return deleted
    }
    for (const name of names) {
      await files.remove(name)
    }
    deleted += names.length
  }
}

/**
 * The rows are locked first: a submission that refers to one at the same moment is waited for, and the records are looked
 * through once more after it. Undefined when there was nothing left.
 */
const deleteBatch = (db: Db, cutoff: Date, note: string): Promise<string[] | undefined> =>
  transact(db, async (transaction) => {
    const select = transaction.selectFrom('upload').select('secure_url').where(isExpired(cutoff))
    const batchQuery = select.limit(batchSize)
    const candidates = await (isPostgres(transaction)
      ? batchQuery.forUpdate()
      : batchQuery
    ).execute()
    if (candidates.length === 0) {
      return undefined
    }
    const locked = candidates.map(({ secure_url }) => secure_url)
    const uploads = await select.where('secure_url', 'in', locked).execute()
    if (uploads.length === 0) {
      return []
    }
    const urls = uploads.map(({ secure_url }) => secure_url)
    const { files } = await eraseUploadRows(transaction, urls)
    for (const [table, columns] of Object.entries(proofColumns)) {
      for (const column of columns) {
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${note} where ${sql.ref(column)} in (${sql.join(urls)})
        `.execute(transaction)
      }
    }
    return files
  })

/**
 * Deletes the bank's rows that were never allocated when the time of proofs is over: they are the money
 * of people who may have nothing to do with the festival (behaviour 15.27). What was allocated stays with its record. What organisers
 * noted of records until then, and which came from one network, goes as well (behaviours 14.132 and 14.168).
 * @returns how many rows were deleted
 */
export const deleteUnmatchedRows = async ({
  db,
  ...when
}: Omit<RetentionDependencies, 'files'>): Promise<number> => {
  const cutoff = findCutoff(when)
  if (!cutoff) {
    return 0
  }
  await db.deleteFrom('note').where('at', '<', cutoff.toISOString()).execute()
  const bursts = db.deleteFrom('group_member').where('group_id', 'like', 'network.%')
  await bursts.where('since', '<', cutoff.toISOString()).execute()
  const { numDeletedRows } = await db
    .deleteFrom('bank_row')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('allocation')
            .select('allocation.id')
            .whereRef('allocation.row_id', '=', 'bank_row.id'),
        ),
      ),
    )
    .where('id', 'not in', db.selectFrom('allocated_row').select('row_id'))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export interface RetentionNoticeDependencies extends Omit<RetentionDependencies, 'by'> {
  now: Date
  log: Pick<Logger, 'info' | 'warn'>
}

/** Says how many proofs will go a day from now, and notes that it was said. */
const announceDeletion = async ({
  db,
  files: _,
  now,
  log,
  ...rest
}: RetentionNoticeDependencies): Promise<void> => {
  const by = new Date(now.getTime() + dayMs)
  const proofs = await countOldProofs({ db, by, ...rest })
  if (proofs === 0) {
    return
  }
  await writeHeartbeat(db, { proofs_go_at: by.toISOString(), proofs_going: proofs })
  log.warn(
    { proofs, from: by.toISOString() },
    'the time of these proofs is over, and they will be deleted a day from now; to keep them, raise proofsKeptDays in the edition’s privacy.ts, build and restart',
  )
}

/**
 * Deletes the proofs whose time is over, a day after a warning told their number, and tells what goes next. Where more
 * would go than was told, as after a change of PROOFS_KEPT_DAYS or of the edition, it tells again first (behaviour 12.36).
 */
export const deleteAnnouncedProofs = async (deps: RetentionNoticeDependencies): Promise<void> => {
  const { db, now, log } = deps
  const { proofs_go_at, proofs_going } = (await readHeartbeat(db)) ?? {}
  if (proofs_go_at) {
    const by = new Date(proofs_go_at)
    const isMore = (await countOldProofs({ ...deps, by })) > (proofs_going ?? 0)
    if (!isMore && now < by) {
      return
    }
    if (!isMore) {
      const deleted = await deleteOldProofs({ ...deps, by })
      if (deleted > 0) {
        log.warn({ deleted }, 'proofs whose time was over were deleted')
      }
    }
    await writeHeartbeat(db, { proofs_go_at: null, proofs_going: null })
  }
  await announceDeletion(deps)
}

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
  asOf: Date
  lastDay: Day
  /**
   * Days after `lastDay` or the day of the entry, whichever is later. If undefined, proofs are kept
   * forever.
   */
  keptDays: number | undefined
}

const batchSize = 100

/** Returns the end of the last day on which proofs are kept, in India. */
export const keptUntil = (day: Day, keptDays: number): Date =>
  new Date(findMidnight(day) + (keptDays + 1) * dayMs)

/**
 * Returns a time; proofs of entries made before it have expired. Undefined if no proof has expired.
 */
const findCutoff = ({
  asOf: by,
  lastDay,
  keptDays,
}: Omit<RetentionDependencies, 'db' | 'files'>): Date | undefined => {
  if (keptDays === undefined || by < keptUntil(lastDay, keptDays)) {
    return undefined
  }
  return new Date(findMidnight(dayAt(by.getTime())) - keptDays * dayMs)
}

/** When the files in the columns of each table arrived. */
const timeColumns = [
  ['EventRegistration', 'registration_time'],
  ['DelegatePass', 'purchase_time'],
  ['Accommodation', 'booking_time'],
  ['proof', 'created_at'],
] as const

/** Selects attached uploads in our own store that no later entry refers to. */
const isExpired = (cutoff: Date) => {
  const since = cutoff.toISOString()
  const urlsOfLaterEntries = timeColumns.flatMap(([table, time]) =>
    (proofColumns[table] ?? []).map(
      (column) =>
        sql`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(time)} >= ${since}`,
    ),
  )
  return sql<boolean>`
    referenced_at < ${since} and location = 'file-store'
    and secure_url not in (${sql.join(urlsOfLaterEntries, sql` union all `)})
  `
}

export const countOldProofs = async ({
  db,
  ...period
}: Omit<RetentionDependencies, 'files'>): Promise<number> => {
  const cutoff = findCutoff(period)
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
 * Deletes expired proofs and records the date on their entries. Several processes may run this at
 * once.
 * @returns the number of deleted files
 */
export const deleteOldProofs = async ({
  db,
  files,
  ...period
}: RetentionDependencies): Promise<number> => {
  const cutoff = findCutoff(period)
  if (!cutoff) {
    return 0
  }
  for (let deleted = 0; ; ) {
    const names = await deleteBatch(db, cutoff, proofNote(dayAt(period.asOf.getTime())))
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
 * Locks the rows and checks them again, because a concurrent form may attach an upload. Returns
 * undefined if no expired proofs are left.
 */
const deleteBatch = (db: Db, cutoff: Date, note: string): Promise<string[] | undefined> =>
  transact(db, async (transaction) => {
    const expiredUploads = transaction
      .selectFrom('upload')
      .select('secure_url')
      .where(isExpired(cutoff))
    const candidates = await expiredUploads
      .limit(batchSize)
      .$if(isPostgres(transaction), (query) => query.forUpdate())
      .execute()
    if (candidates.length === 0) {
      return undefined
    }
    const candidateUrls = candidates.map(({ secure_url }) => secure_url)
    const expired = await expiredUploads.where('secure_url', 'in', candidateUrls).execute()
    if (expired.length === 0) {
      return []
    }
    const urls = expired.map(({ secure_url }) => secure_url)
    const { files } = await eraseUploadRows(transaction, urls)
    for (const [table, columns] of Object.entries(proofColumns)) {
      for (const column of columns) {
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${note}
          where ${sql.ref(column)} in (${sql.join(urls)})
        `.execute(transaction)
      }
    }
    return files
  })

/**
 * Bank rows that were never allocated may be payments of people outside the festival, so they
 * expire with the proofs, as do organisers' notes, network groups, rooms, tickets, UPI IDs for
 * refunds, door phones and volunteers, and people who were let in but were not on a list.
 * @returns the number of deleted rows
 */
export const deleteUnmatchedRows = async ({
  db,
  ...period
}: Omit<RetentionDependencies, 'files'>): Promise<number> => {
  const cutoff = findCutoff(period)
  if (!cutoff) {
    return 0
  }
  await db.deleteFrom('note').where('at', '<', cutoff.toISOString()).execute()
  await db.deleteFrom('ticket').where('created_at', '<', cutoff.toISOString()).execute()
  await db.deleteFrom('door_unlisted').where('at', '<', cutoff.toISOString()).execute()
  await db.deleteFrom('door_phone').where('added_at', '<', cutoff.toISOString()).execute()
  const scans = db
    .updateTable('attendance')
    .set({ volunteer: null })
    .where('volunteer', 'is not', null)
  await scans.where('at', '<', cutoff.toISOString()).execute()
  await db.deleteFrom('refund_upi_id').where('at', '<', cutoff.toISOString()).execute()
  const bursts = db.deleteFrom('group_member').where('group_id', 'like', 'network.%')
  await bursts.where('since', '<', cutoff.toISOString()).execute()
  const rooms = db.updateTable('review').set({ room: '' }).where('room', '<>', '')
  await rooms.where('created_at', '<', cutoff.toISOString()).execute()
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

export interface RetentionNoticeDependencies extends Omit<RetentionDependencies, 'asOf'> {
  now: Date
  log: Pick<Logger, 'info' | 'warn'>
}

const announceDeletion = async ({
  db,
  files: _,
  now,
  log,
  ...period
}: RetentionNoticeDependencies) => {
  const asOf = new Date(now.getTime() + dayMs)
  const proofs = await countOldProofs({ db, asOf, ...period })
  if (proofs === 0) {
    return
  }
  await writeHeartbeat(db, { proofs_go_at: asOf.toISOString(), proofs_going: proofs })
  log.warn(
    { proofs, from: asOf.toISOString() },
    'these proofs have expired and will be deleted in a day; to keep them, raise proofsKeptDays in the edition’s privacy.ts, build and restart',
  )
}

/**
 * Deletes the proofs a day after announcing their number. If more proofs have expired than were
 * announced, announces the new number first.
 */
export const deleteAnnouncedProofs = async (deps: RetentionNoticeDependencies): Promise<void> => {
  const { db, now, log } = deps
  const { proofs_go_at, proofs_going } = (await readHeartbeat(db)) ?? {}
  if (proofs_go_at) {
    const asOf = new Date(proofs_go_at)
    const areAllAnnounced = (await countOldProofs({ ...deps, asOf })) <= (proofs_going ?? 0)
    if (areAllAnnounced && now < asOf) {
      return
    }
    if (areAllAnnounced) {
      const deleted = await deleteOldProofs({ ...deps, asOf })
      if (deleted > 0) {
        log.warn({ deleted }, 'expired proofs were deleted')
      }
    }
    await writeHeartbeat(db, { proofs_go_at: null, proofs_going: null })
  }
  await announceDeletion(deps)
}

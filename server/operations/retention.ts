import { sql } from 'kysely'
import type { Day } from '../../festival/slot'
import type { Clock } from '../clock'
import type { Db } from '../db/schema'
import { transact } from '../db/transact'
import type { FileStore } from '../uploads/file-store'
import { eraseUploadRows } from './erase-uploads'
import { proofColumns, proofNote } from './proofs'

export interface RetentionParts {
  db: Db
  files: Pick<FileStore, 'remove'>
  clock: Clock
  /** The festival's last day. */
  lastDay: Day
  /** For how many days after it proofs are kept; undefined: for ever. */
  keptDays: number | undefined
}

const dayMs = 86_400_000
const batchSize = 100

/** The moment from which on proofs are not kept any more: the end of the last day in India, and so many days. */
export const keptUntil = (lastDay: Day, keptDays: number): Date =>
  new Date(Date.parse(`${lastDay}T00:00:00+05:30`) + (keptDays + 1) * dayMs)

/** The calendar day in India. */
const dayOf = (time: Date): string => new Date(time.getTime() + 330 * 60_000).toISOString().slice(0, 10)

/**
 * Deletes the proofs of all records once their time is over; the records stay and note when (behaviour 12.14). An upload
 * that nobody has submitted yet is left to the sweep. Any number of processes may do this at once.
 * @returns how many files were deleted
 */
export const deleteOldProofs = async ({ db, files, clock, lastDay, keptDays }: RetentionParts): Promise<number> => {
  const now = clock()
  if (keptDays === undefined || now < keptUntil(lastDay, keptDays)) return 0
  for (let deleted = 0; ; ) {
    const names = await deleteBatch(db, proofNote(dayOf(now)))
    if (names === undefined) return deleted
    for (const name of names) await files.remove(name)
    deleted += names.length
  }
}

/**
 * The upload's row goes first: a submission that claims it at the same moment is waited for, and the records are looked
 * through after it. Undefined when there was nothing left.
 */
const deleteBatch = (db: Db, note: string): Promise<string[] | undefined> =>
  transact(db, async (transaction) => {
    const uploads = await transaction
      .selectFrom('upload')
      .select('secure_url')
      .where('referenced_at', 'is not', null)
      // What an image host has is its own to keep; the records still say where.
      .where(sql<boolean>`secure_url like '%/files/' || public_id || '.' || format`)
      .limit(batchSize)
      .execute()
    if (uploads.length === 0) return undefined
    const urls = uploads.map(({ secure_url }) => secure_url)
    const { files } = await eraseUploadRows(transaction, urls)
    for (const [table, columns] of Object.entries(proofColumns))
      for (const column of columns)
        await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${note} where ${sql.ref(column)} in (${sql.join(urls)})
        `.execute(transaction)
    return files
  })

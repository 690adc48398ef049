import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { ReviewRow } from '../db/desk-schema'
import { oneAtATime } from '../db/one-at-a-time'
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import type { Clock } from '../system/clock'
import { readUtrs } from './evidence'
import { keepFlags } from './keep-flags'
import { proofId } from './proof-id'
import { type ReviewedRecord, readRecords } from './records'
import { tokensOf } from './search-tokens'

export interface PreparationParts {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
}

/** Records of one transaction. */
const batchSize = 25

const keepTokens = async (transaction: Transaction<Tables>, record: ReviewedRecord): Promise<void> => {
  const tokens = tokensOf(record, await readUtrs(transaction, record))
  await transaction.deleteFrom('search_token').where('record_id', '=', record.id).execute()
  if (tokens.length === 0) return
  await transaction
    .insertInto('search_token')
    .values(tokens.map((token) => ({ token, record_id: record.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const keepProofs = async (transaction: Transaction<Tables>, record: ReviewedRecord): Promise<void> => {
  const proofs = record.proofs.filter(({ url }) => URL.canParse(url))
  if (proofs.length === 0) return
  await transaction
    .insertInto('proof')
    .values(
      proofs.map(({ field, url }) => ({
        id: proofId(record.id, field, url),
        record_id: record.id,
        field,
        url,
        created_at: record.sentAt,
        replaced_at: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Makes of a record's content the words to search by, its list of files and its flags (behaviour 14.16). Done again whenever the
 * content changes; whoever does it twice changes nothing.
 */
const prepare = async (transaction: Transaction<Tables>, review: ReviewRow, record: ReviewedRecord, now: Date) => {
  await keepTokens(transaction, record)
  await keepProofs(transaction, record)
  await keepFlags(transaction, record, now)
  await markPrepared(transaction, review)
}

/** One whose content was changed meanwhile is prepared once more. */
const markPrepared = async (transaction: Transaction<Tables>, { record_id, version }: ReviewRow): Promise<void> => {
  await transaction
    .updateTable('review')
    .set({ prepared: 1 })
    .where('record_id', '=', record_id)
    .where('version', '=', version)
    .execute()
}

const prepareBatch = (db: Db, now: Date): Promise<number> =>
  transact(db, async (transaction) => {
    // Two that are prepared at once would not see what they have in common.
    await oneAtATime(transaction, 'preparation')
    const reviews = await transaction
      .selectFrom('review')
      .selectAll()
      .where('prepared', '=', 0)
      .orderBy('created_at')
      .limit(batchSize)
      .execute()
    const records = await readRecords(transaction, reviews)
    for (const review of reviews) {
      const record = records.get(review.record_id)
      if (record) await prepare(transaction, review, record, now)
      else await markPrepared(transaction, review)
    }
    return reviews.length
  })

/** How long a call of the desk waits for records that came just now, in batches. */
const patience = 4

/** Keeps what is made of records up to date. */
export const createPreparation = ({ db, clock }: PreparationParts) => ({
  /** Prepares some; true when there may be more. */
  prepareSome: async (): Promise<boolean> => (await prepareBatch(db, clock())) === batchSize,
  /** Prepares what has come just now, before somebody looks for it. */
  catchUp: async (): Promise<void> => {
    for (let batch = 0; batch < patience; batch += 1) if ((await prepareBatch(db, clock())) < batchSize) return
  },
})

export type Preparation = ReturnType<typeof createPreparation>

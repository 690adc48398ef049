import type { DbOrTransaction } from '../db/schema'
import { type ReviewedRecord, readRecords } from './records'

/** Records, other than this one, that are found by exactly one of these words; so many at most. */
export const findByToken = async (
  db: DbOrTransaction,
  record: Pick<ReviewedRecord, 'id'>,
  tokens: readonly string[],
  most: number,
): Promise<ReviewedRecord[]> => {
  if (tokens.length === 0) return []
  const rows = await db
    .selectFrom('search_token')
    .innerJoin('review', 'review.record_id', 'search_token.record_id')
    .select(['review.record_id', 'review.kind'])
    .distinct()
    .where('search_token.token', 'in', tokens)
    .where('review.record_id', '<>', record.id)
    .limit(most)
    .execute()
  return [...(await readRecords(db, rows)).values()]
}

import type { QueueRow } from '../../../festival/desk/queue'
import type { DbOrTransaction } from '../../db/schema'
import { findByToken } from '../../reviews/find-by-token'
import type { ReviewedRecord } from '../../reviews/records'
import { lastDigits } from '../../reviews/same-person'
import { showRows } from '../../reviews/show-rows'

const most = 20

/** Other records of the same e-mail address, phone or Delegate Pass ID, the newest first. */
export const listSamePerson = async (db: DbOrTransaction, record: ReviewedRecord): Promise<QueueRow[]> => {
  const email = record.email.toLowerCase()
  const tokens = [email.slice(0, 40), lastDigits(record.phone), record.delegateId].filter((token) => token !== '')
  const found = await findByToken(db, record, tokens, most)
  if (found.length === 0) return []
  const reviews = await db
    .selectFrom('review')
    .selectAll()
    .where(
      'record_id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('created_at', 'desc')
    .execute()
  return showRows(db, reviews)
}

import type { QueueRow } from '../../festival/desk/queue'
import type { ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'
import { listFlagKinds } from './queue-queries'
import { type ReviewedRecord, readRecords } from './records'

/** A record as the queue lists it. */
export const showRow = (review: ReviewRow, record: ReviewedRecord, flags: QueueRow['flags']): QueueRow => ({
  id: record.id,
  kind: record.kind,
  label: record.label,
  name: record.name,
  email: record.email,
  event: record.event,
  eventName: record.eventName,
  amount: record.amount,
  sentAt: record.sentAt,
  state: review.state,
  ground: review.ground,
  version: review.version,
  flags,
  ...(review.corrected_at === null ? {} : { isCorrected: true }),
})

/** The rows of these reviews, in their order. */
export const showRows = async (db: DbOrTransaction, reviews: readonly ReviewRow[]): Promise<QueueRow[]> => {
  const records = await readRecords(db, reviews)
  const flags = await listFlagKinds(
    db,
    reviews.map(({ record_id }) => record_id),
  )
  return reviews.flatMap((review) => {
    const record = records.get(review.record_id)
    return record ? [showRow(review, record, flags.get(record.id) ?? [])] : []
  })
}

import { dayAt } from '../../festival/day'
import type { DbOrTransaction } from '../db/schema'
import { paymentFields } from './evidence'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'

/** Payments are made before the form is sent, and not a season before. */
const earliestDays = 120
const dayMs = 86_400_000

const isOddDate = (date: string, sentAt: string): boolean => {
  const sent = Date.parse(sentAt)
  // A day more: a phone's clock may be ahead.
  return date > dayAt(sent + dayMs) || date < dayAt(sent - earliestDays * dayMs)
}

interface Reading {
  utr?: string
  date?: string
}

/** What was read from the payment pictures of a record that count: a correction's, not the one that it replaced. */
const listReadings = async (db: DbOrTransaction, recordId: string): Promise<Reading[]> => {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .innerJoin('evidence', (join) =>
      join.onRef('evidence.proof', '=', 'upload.public_id').on('evidence.kind', '=', 'ocr'),
    )
    .select('evidence.data')
    .where('proof.record_id', '=', recordId)
    .where('proof.replaced_at', 'is', null)
    .where('proof.field', 'in', paymentFields)
    .execute()
  return rows.map(({ data }) => JSON.parse(data))
}

/**
 * What the picture that counts says and cannot be right: its date, or another UTR than was typed. Its amount never flags
 * (behaviour 14.17): ₹600 is read as 3600. The bank's amount does.
 */
export const findPictureFlags = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const found: FoundFlag[] = []
  for (const { date, utr } of await listReadings(db, record.id)) {
    if (date !== undefined && isOddDate(date, record.sentAt)) {
      const sent = dayAt(Date.parse(record.sentAt))
      found.push({ kind: 'odd-date', detail: `The picture says ${date}; it was sent on ${sent}.` })
    }
    if (utr !== undefined && /^\d{12}$/.test(record.utr) && utr !== record.utr)
      found.push({ kind: 'other-utr', detail: `The picture seems to say ${utr}; the form says ${record.utr}.` })
  }
  return found
}

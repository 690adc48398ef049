import { dayAt } from '../../festival/day'
import { agreesWithDue } from '../../festival/picture/agrees-with-due'
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
  amount?: number
  date?: string
}

/** What was read from each payment picture of a record, those included that a correction replaced. */
const listReadings = async (db: DbOrTransaction, recordId: string) => {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .leftJoin('evidence', (join) =>
      join.onRef('evidence.proof', '=', 'upload.public_id').on('evidence.kind', '=', 'ocr'),
    )
    .select(['proof.replaced_at', 'evidence.data'])
    .where('proof.record_id', '=', recordId)
    .where('proof.field', 'in', paymentFields)
    .execute()
  return rows.map(({ replaced_at, data }) => {
    const reading: Reading = data === null ? {} : JSON.parse(data)
    return { isReplaced: replaced_at !== null, reading }
  })
}

const writeRupees = (amount: number) => `₹${amount.toLocaleString('en-IN')}`

/**
 * What the picture that counts says and cannot be right: its date, an amount that is not due even if its first digit was a rupee
 * sign (₹600 is read as 3600), another UTR than was typed. The amount of a record with several pictures says nothing: a
 * difference may have been paid.
 */
export const findPictureFlags = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const readings = await listReadings(db, record.id)
  const found: FoundFlag[] = []
  for (const { isReplaced, reading } of readings) {
    if (isReplaced) continue
    const { date, amount, utr } = reading
    if (date !== undefined && isOddDate(date, record.sentAt)) {
      const sent = dayAt(Date.parse(record.sentAt))
      found.push({ kind: 'odd-date', detail: `The picture says ${date}; it was sent on ${sent}.` })
    }
    if (
      amount !== undefined &&
      record.amount !== null &&
      readings.length === 1 &&
      !agreesWithDue(amount, record.amount)
    ) {
      const due = writeRupees(record.amount)
      found.push({ kind: 'odd-amount', detail: `The picture seems to say ${writeRupees(amount)}; ${due} is due.` })
    }
    if (utr !== undefined && /^\d{12}$/.test(record.utr) && utr !== record.utr)
      found.push({ kind: 'other-utr', detail: `The picture seems to say ${utr}; the form says ${record.utr}.` })
  }
  return found
}

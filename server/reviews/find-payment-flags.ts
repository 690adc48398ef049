import { dayAt } from '../../festival/day'
import type { DbOrTransaction } from '../db/schema'
import { readEvidence, readUtrs } from './evidence'
import { findByToken } from './find-by-token'
import { mostOthers } from './find-file-flags'
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

const findOddDates = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const evidence = await readEvidence(db, record.id)
  const dates = evidence.flatMap(({ data }): string[] => {
    const { date }: { date?: unknown } = JSON.parse(data)
    return typeof date === 'string' ? [date] : []
  })
  const odd = dates.find((date) => isOddDate(date, record.sentAt))
  return odd === undefined
    ? []
    : [{ kind: 'odd-date', detail: `The picture says ${odd}; it was sent on ${dayAt(Date.parse(record.sentAt))}.` }]
}

/**
 * The same UTR or payment reference with another record, and a date that cannot be right. What a picture's amount was read
 * as flags nothing: ₹600 is read as 3600 (`statements`).
 */
export const findPaymentFlags = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const utrs = [...new Set([record.utr, ...(await readUtrs(db, record))])].filter((utr) => /^\d{12}$/.test(utr))
  const found = await findOddDates(db, record)
  for (const other of await findByToken(db, record, utrs, mostOthers)) {
    const shared = [other.utr, ...(await readUtrs(db, other))].find((utr) => utrs.includes(utr))
    if (shared === undefined) continue
    const detail = `Both have the UTR ${shared}.`
    found.push({ kind: 'same-utr', detail, other: { id: other.id, detail } })
  }
  const references = record.reference === '' ? [] : [record.reference.toLowerCase()]
  for (const other of await findByToken(db, record, references, mostOthers)) {
    if (other.reference !== record.reference) continue
    const detail = `Both have the payment reference ${record.reference}.`
    found.push({ kind: 'same-reference', detail, other: { id: other.id, detail } })
  }
  return found
}

import type { DbOrTransaction } from '../db/schema'
import { readUtrs } from './evidence'
import { findByToken } from './find-by-token'
import { mostOthers } from './find-file-flags'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'

/** The same UTR, typed or read from a picture, or the same payment reference with another record. */
export const findPaymentFlags = async (db: DbOrTransaction, record: ReviewedRecord): Promise<FoundFlag[]> => {
  const utrs = [...new Set([record.utr, ...(await readUtrs(db, record))])].filter((utr) => /^\d{12}$/.test(utr))
  const found: FoundFlag[] = []
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

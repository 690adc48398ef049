import type { DbOrTransaction } from '../db/schema'
import { paymentFields } from './evidence'

/** A payment's picture of a record, also one that a correction replaced, and what a browser read from it. */
export interface SentPicture {
  /** Of its bytes; undefined where they are not known. */
  sha256: string | undefined
  sentAt: string
  isReplaced: boolean
  reading: { utr?: string; date?: string }
}

export const readPictures = async (db: DbOrTransaction, recordId: string): Promise<SentPicture[]> => {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .leftJoin('evidence', 'evidence.proof', 'proof.id')
    .select(['upload.sha256', 'proof.created_at', 'proof.replaced_at', 'evidence.data'])
    .where('proof.record_id', '=', recordId)
    .where('proof.field', 'in', paymentFields)
    .execute()
  return rows.map(({ sha256, created_at, replaced_at, data }) => ({
    sha256: sha256.length > 1 ? sha256 : undefined,
    sentAt: created_at,
    isReplaced: replaced_at !== null,
    reading: data === null ? {} : JSON.parse(data),
  }))
}

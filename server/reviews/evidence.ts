import type { EvidenceRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

/** The fields that hold what shows a payment. */
export const paymentFields = ['payment_screenshot_url', 'payment_proof_url'] as const

/** What was read from a record's files, also from those that a correction replaced. */
export const readEvidence = (db: DbOrTransaction, recordId: string): Promise<EvidenceRow[]> =>
  db
    .selectFrom('evidence')
    .selectAll()
    .where('proof', 'in', ({ selectFrom }) => selectFrom('proof').select('id').where('record_id', '=', recordId))
    .orderBy('created_at')
    .execute()

/** The UTR that a browser read from a picture, where it found one. */
export const utrOf = ({ data }: Pick<EvidenceRow, 'data'>): string[] => {
  const { utr }: { utr?: unknown } = JSON.parse(data)
  return typeof utr === 'string' ? [utr] : []
}

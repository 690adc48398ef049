import type { Evidence } from '../../../festival/desk/record'
import type { EvidenceRow } from '../../db/desk-schema'
import type { DbOrTransaction } from '../../db/schema'
import { readEvidence } from '../../reviews/evidence'
import { readRecords } from '../../reviews/records'

/** The records that have these uploads. */
const findOwners = async (db: DbOrTransaction, proofs: readonly string[]) => {
  if (proofs.length === 0) return []
  return db
    .selectFrom('upload')
    .innerJoin('proof', 'proof.url', 'upload.secure_url')
    .innerJoin('review', 'review.record_id', 'proof.record_id')
    .select(['upload.public_id', 'review.record_id', 'review.kind'])
    .where('upload.public_id', 'in', proofs)
    .execute()
}

type Read = Omit<Evidence, 'proof' | 'kind' | 'other' | 'by' | 'at'>

const readData = ({ data }: EvidenceRow): Read => JSON.parse(data)

/** What was read from a record's pictures, and which others look like them. */
export const listEvidence = async (db: DbOrTransaction, recordId: string): Promise<Evidence[]> => {
  const rows = await readEvidence(db, recordId)
  const owners = await findOwners(
    db,
    rows.flatMap(({ proof, other }) => (other === '' ? [] : [proof, other])),
  )
  const records = await readRecords(db, owners)
  return rows.flatMap((row): Evidence[] => {
    const common = { proof: row.proof, by: row.actor, at: row.created_at, ...readData(row) }
    if (row.kind === 'ocr') return [{ ...common, kind: 'ocr' }]
    const owner = owners.find(
      ({ public_id, record_id }) => [row.proof, row.other].includes(public_id) && record_id !== recordId,
    )
    const other = owner && records.get(owner.record_id)
    return other ? [{ ...common, kind: 'likeness', other: { id: other.id, label: other.label, kind: other.kind } }] : []
  })
}

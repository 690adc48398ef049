import type { Evidence } from '../../../festival/desk/record'
import type { DbOrTransaction } from '../../db/schema'
import { readEvidence } from '../../reviews/evidence'

/** What was read from a record's pictures. */
export const listEvidence = async (db: DbOrTransaction, recordId: string): Promise<Evidence[]> => {
  const rows = await readEvidence(db, recordId)
  return rows.map(({ proof, data, actor, created_at }) => ({ proof, by: actor, at: created_at, ...JSON.parse(data) }))
}

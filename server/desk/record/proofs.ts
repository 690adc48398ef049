import type { Proof } from '../../../festival/desk/record'
import type { DbOrTransaction, UploadRow } from '../../db/schema'
import { proofAddress } from '../../reviews/proof-address'

/** A record's files, those that count first, then those that corrections replaced. */
export const listProofs = async (db: DbOrTransaction, recordId: string): Promise<Proof[]> => {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .select(['proof.id', 'proof.field', 'proof.replaced_at', 'upload.format', 'upload.bytes'])
    .where('proof.record_id', '=', recordId)
    .orderBy('proof.created_at', 'desc')
    .execute()
  const proofs = rows.map(({ id, field, replaced_at, format, bytes }) => ({
    field,
    id,
    address: proofAddress(recordId, id),
    format,
    bytes,
    replacedAt: replaced_at,
  }))
  return [...proofs.filter(({ replacedAt }) => !replacedAt), ...proofs.filter(({ replacedAt }) => replacedAt)]
}

/** The upload of a record's file; undefined where the record has no such file. */
export const findProof = (db: DbOrTransaction, recordId: string, proof: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .selectAll('upload')
    .where('proof.id', '=', proof)
    .where('proof.record_id', '=', recordId)
    .executeTakeFirst()

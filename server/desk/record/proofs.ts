import type { Proof } from '../../../festival/desk/record'
import type { DbOrTransaction, UploadRow } from '../../db/schema'
import { proofAddress } from '../../reviews/proof-address'

/** A record's files, those that count first, then those that corrections replaced. */
export const listProofs = async (db: DbOrTransaction, recordId: string): Promise<Proof[]> => {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .select(['proof.field', 'proof.replaced_at', 'upload.public_id', 'upload.format', 'upload.bytes'])
    .where('proof.record_id', '=', recordId)
    .orderBy('proof.created_at', 'desc')
    .execute()
  const proofs = rows.map(({ field, replaced_at, public_id, format, bytes }) => ({
    field,
    id: public_id,
    address: proofAddress(recordId, public_id),
    format,
    bytes,
    replacedAt: replaced_at,
  }))
  return [...proofs.filter(({ replacedAt }) => !replacedAt), ...proofs.filter(({ replacedAt }) => replacedAt)]
}

/** The upload of a record's file; undefined where the record has no such file. */
export const findProof = (db: DbOrTransaction, recordId: string, proof: string): Promise<UploadRow | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('public_id', '=', proof)
    .where('secure_url', 'in', (eb) => eb.selectFrom('proof').select('url').where('record_id', '=', recordId))
    .executeTakeFirst()

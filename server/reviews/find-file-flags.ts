import type { DbOrTransaction } from '../db/schema'
import { paymentFields } from './evidence'
import type { FoundFlag } from './found-flag'
import type { ReviewedRecord } from './records'

/** The other records, of so many at most, that a flag of one kind names. */
export const mostOthers = 20

/** Records that have a payment picture of the same bytes. */
const findSameFiles = (db: DbOrTransaction, recordId: string) =>
  db
    .selectFrom('proof as own')
    .innerJoin('upload as sent', 'sent.secure_url', 'own.url')
    .innerJoin('upload as same', 'same.sha256', 'sent.sha256')
    .innerJoin('proof as other', 'other.url', 'same.secure_url')
    .select('other.record_id')
    .distinct()
    .where('own.record_id', '=', recordId)
    .where('own.field', 'in', paymentFields)
    .where('sent.sha256', 'not in', ['', '-'])
    .where('other.record_id', '<>', recordId)
    .where('other.field', 'in', paymentFields)
    .limit(mostOthers)
    .execute()

/** Records whose payment picture was found to look like one of this record's. */
const findLikenesses = async (db: DbOrTransaction, recordId: string): Promise<string[]> => {
  const own = db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .select('upload.public_id')
    .where('proof.record_id', '=', recordId)
  const pairs = await db
    .selectFrom('evidence')
    .select(['proof', 'other'])
    .where('kind', '=', 'likeness')
    .where(({ or, eb }) => or([eb('proof', 'in', own), eb('other', 'in', own)]))
    .limit(mostOthers)
    .execute()
  if (pairs.length === 0) return []
  const ids = pairs.flatMap(({ proof, other }) => [proof, other])
  const rows = await db
    .selectFrom('upload')
    .innerJoin('proof', 'proof.url', 'upload.secure_url')
    .select('proof.record_id')
    .distinct()
    .where('upload.public_id', 'in', ids)
    .where('proof.record_id', '<>', recordId)
    .execute()
  return rows.map(({ record_id }) => record_id)
}

const between = (kind: FoundFlag['kind'], detail: string, id: string): FoundFlag => ({
  kind,
  detail,
  other: { id, detail },
})

/** The same file, or a picture that looks the same, with another record. */
export const findFileFlags = async (db: DbOrTransaction, { id }: ReviewedRecord): Promise<FoundFlag[]> => {
  const same = await findSameFiles(db, id)
  const alike = await findLikenesses(db, id)
  const sameIds = same.map(({ record_id }) => record_id)
  return [
    ...sameIds.map((other) => between('same-file', 'Byte for byte the same file came with both.', other)),
    ...alike
      .filter((other) => !sameIds.includes(other))
      .map((other) => between('near-identical', 'The two pictures look the same.', other)),
  ]
}

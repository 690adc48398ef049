import { createHash } from 'node:crypto'
import type { EvidenceItem, ProofsToRead } from '../../../festival/desk/evidence'
import type { EvidenceRow } from '../../db/desk-schema'
import type { Db, DbOrTransaction } from '../../db/schema'
import { paymentFields } from '../../reviews/evidence'
import { proofAddress } from '../../reviews/proof-address'

/** Payment pictures that count, in our own store: browsers read no others. */
const pictures = (db: DbOrTransaction) =>
  db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .where('proof.field', 'in', paymentFields)
    .where('proof.replaced_at', 'is', null)
    .where('upload.format', '<>', 'pdf')
    .where('upload.location', '=', 'file-store')

const unread = (db: DbOrTransaction, kind: EvidenceRow['kind']) =>
  pictures(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('evidence')
          .select('evidence.id')
          .whereRef('evidence.proof', '=', 'upload.public_id')
          .where('evidence.kind', '=', kind),
      ),
    ),
  )

const mostUnread = 50

/** Pictures that nobody has read yet, and how far the reading is. */
export const listUnread = async (db: Db, kind: EvidenceRow['kind']): Promise<ProofsToRead> => {
  const rows = await unread(db, kind)
    .select(['proof.record_id', 'upload.public_id', 'upload.format'])
    .orderBy('proof.created_at')
    .limit(mostUnread)
    .execute()
  const countOf = async (query: ReturnType<typeof pictures>) => {
    const { n } = await query.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()
    return Number(n)
  }
  const all = await countOf(pictures(db))
  return {
    proofs: rows.map(({ record_id, public_id, format }) => ({
      submission: record_id,
      proof: public_id,
      address: proofAddress(record_id, public_id),
      format,
    })),
    pictures: all,
    read: all - (await countOf(unread(db, kind))),
  }
}

const rowOf = (item: EvidenceItem, actor: string, now: Date): EvidenceRow => {
  const { kind, proof, ...rest } = item
  const other = item.kind === 'likeness' ? item.other : ''
  const method = item.kind === 'ocr' ? '' : item.method
  const key = [proof, kind, other, method].join(' ')
  return {
    id: createHash('sha256').update(key).digest('base64url').slice(0, 32),
    proof,
    kind,
    other,
    method,
    data: JSON.stringify(rest),
    actor,
    created_at: now.toISOString(),
  }
}

/** A pair is one, whichever of the two a browser names first. */
const inOrder = (item: EvidenceItem): EvidenceItem =>
  item.kind === 'likeness' && item.proof > item.other ? { ...item, proof: item.other, other: item.proof } : item

/** Keeps what was read first of pictures that records have. @returns what was new */
export const keepEvidence = async (
  db: DbOrTransaction,
  items: readonly EvidenceItem[],
  actor: string,
  now: Date,
): Promise<EvidenceRow[]> => {
  const named = items.flatMap((item) => (item.kind === 'likeness' ? [item.proof, item.other] : [item.proof]))
  const known = await db
    .selectFrom('upload')
    .select('public_id')
    .where('public_id', 'in', named)
    .where('referenced_at', 'is not', null)
    .execute()
  const isKnown = (proof: string) => known.some(({ public_id }) => public_id === proof)
  const rows = items
    .filter(
      (item) => isKnown(item.proof) && (item.kind !== 'likeness' || (item.other !== item.proof && isKnown(item.other))),
    )
    .map((item) => rowOf(inOrder(item), actor, now))
  if (rows.length === 0) return []
  return db
    .insertInto('evidence')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .execute()
}

/** Lets the flags and search words be made anew of the records that have these files. */
export const prepareAnew = async (db: DbOrTransaction, proofs: readonly string[]): Promise<void> => {
  if (proofs.length === 0) return
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', (eb) =>
      eb
        .selectFrom('proof')
        .innerJoin('upload', 'upload.secure_url', 'proof.url')
        .select('proof.record_id')
        .where('upload.public_id', 'in', proofs),
    )
    .execute()
}

/** Fingerprints that were kept since an instant, after a cursor, each with a record that has the picture. */
export const listFingerprints = (db: Db, { after, since, limit }: { after: string; since: string; limit: number }) =>
  db
    .selectFrom('evidence')
    .innerJoin('upload', 'upload.public_id', 'evidence.proof')
    .innerJoin('proof', 'proof.url', 'upload.secure_url')
    .select(['evidence.id', 'evidence.proof', 'evidence.method', 'evidence.data', 'proof.record_id'])
    .where('evidence.kind', '=', 'fingerprint')
    .where('evidence.id', '>', after)
    .where('evidence.created_at', '>=', since)
    .orderBy('evidence.id')
    .limit(limit)
    .execute()

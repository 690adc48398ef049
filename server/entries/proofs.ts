import { deskCalls, fillPath } from '../../festival/contract/calls'
import type { OcrResult, Proof } from '../../festival/contract/entry'
import type { OcrResultItem } from '../../festival/contract/ocr-result'
import { deskPage } from '../../festival/contract/pages'
import { paymentFields } from '../../festival/forms/upload'
import type { OcrResultRow } from '../db/desk-schema'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Db, DbOrTransaction } from '../db/schema'
import { hashParts } from '../system/secret'

/** The files of these records, the newest first, also those that corrections replaced, with what a browser read from each. */
export const readProofs = async (db: DbOrTransaction, entryIds: readonly string[]) => {
  if (entryIds.length === 0) {
    return []
  }
  const rows = await db
    .selectFrom('proof')
    .leftJoin('upload', 'upload.secure_url', 'proof.url')
    .leftJoin('ocr_result', 'ocr_result.proof', 'proof.id')
    .select([
      'proof.id',
      'proof.entry_id',
      'proof.field',
      'proof.created_at as sentAt',
      'proof.replaced_at as replacedAt',
    ])
    .select(['upload.format', 'upload.bytes', 'upload.sha256', 'upload.location'])
    .select(['ocr_result.data', 'ocr_result.actor', 'ocr_result.created_at as readAt'])
    .where('proof.entry_id', 'in', entryIds)
    .orderBy('proof.created_at', 'desc')
    .execute()
  return rows.map(({ data, ...row }) => {
    const ocrResult: Omit<OcrResultItem, 'proof'> = data === null ? {} : JSON.parse(data)
    return { ...row, isPayment: paymentFields.includes(row.field), ocrResult }
  })
}

export type SentProof = Awaited<ReturnType<typeof readProofs>>[number]

/** A record's files, those that count first, then those that corrections replaced; and what was read from them. */
export const listProofs = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<{ proofs: Proof[]; ocrResults: OcrResult[] }> => {
  const all = await readProofs(db, [entryId])
  const proofs = all.flatMap(({ id, field, replacedAt, format, bytes }) =>
    format === null || bytes === null
      ? []
      : [{ ...{ id, field, replacedAt, format, bytes }, address: proofAddress(entryId, id) }],
  )
  const ocrResults = all.flatMap(({ id, ocrResult, actor, readAt }) =>
    actor === null || readAt === null
      ? []
      : [{ ...{ proof: id, by: actor, at: readAt }, ...ocrResult }],
  )
  return {
    proofs: [
      ...proofs.filter(({ replacedAt }) => !replacedAt),
      ...proofs.filter(({ replacedAt }) => replacedAt),
    ],
    ocrResults: ocrResults.sort((one, other) => one.at.localeCompare(other.at)),
  }
}

/** Where the desk loads a file of a record. */
export const proofAddress = (entryId: string, proof: string): string =>
  fillPath(deskCalls.readProof.path, { id: entryId, proof })

/** The UTR that a browser read from a picture, where it found one. */
export const readUtrs = ({ data }: Pick<OcrResultRow, 'data'>): string[] => {
  const { utr }: { utr?: unknown } = JSON.parse(data)
  return typeof utr === 'string' ? [utr] : []
}

/** A file of a record. */
interface NewProof {
  entryId: string
  field: string
  url: string
  /** When it was sent. */
  sentAt: string
}

/** The same record, field and file have the same id, whoever writes them down. */
const proofRow = ({ entryId, field, url, sentAt }: NewProof) => ({
  id: hashParts(entryId, field, url),
  ...{ entry_id: entryId, field, url, created_at: sentAt },
})

/** A record with the files that it names. */
interface EntryWithProofs {
  id: string
  proofs: readonly { field: string; url: string }[]
  sentAt: string
}

/** Keeps those of the records' files that were not known. What a correction brought came when it came. */
export const saveProofs = async (
  db: DbOrTransaction,
  entries: readonly EntryWithProofs[],
  now: Date,
): Promise<void> => {
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) {
    return
  }
  const rows = await db
    .selectFrom('proof')
    .select(['id', 'entry_id'])
    .where('entry_id', 'in', ids)
    .execute()
  const [knownIds, knownEntryIds] = [
    new Set(rows.map(({ id }) => id)),
    new Set(rows.map(({ entry_id }) => entry_id)),
  ]
  const fresh = entries
    .flatMap(({ id: entryId, proofs, sentAt }) => {
      const arrivedAt = knownEntryIds.has(entryId) ? now.toISOString() : sentAt
      const named = proofs.filter(({ url }) => URL.canParse(url))
      return named.map((proof) => ({
        ...proofRow({ ...proof, entryId, sentAt: arrivedAt }),
        replaced_at: null,
      }))
    })
    .filter(({ id }) => !knownIds.has(id))
  if (fresh.length > 0) {
    await db.insertInto('proof').values(fresh).execute()
  }
}

/** Notes that another file took a proof's place; the proof itself stays, for what was shown once is evidence (behaviour 14.44). */
export const replaceProof = async (
  db: DbOrTransaction,
  proof: NewProof,
  now: Date,
): Promise<void> => {
  const row = { ...proofRow(proof), replaced_at: now.toISOString() }
  await db
    .insertInto('proof')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ replaced_at: row.replaced_at }))
    .execute()
}

/**
 * Gives the desk's page of the record that has a file, by the file's address, which stands in e-mails and exports
 * (behaviour 6.34). A file that no record is known to have leads to the desk itself.
 */
export const createFindEntryPage =
  (db: Db) =>
  async (url: string): Promise<string> => {
    const query = db
      .selectFrom('proof')
      .select('entry_id')
      .where('url', '=', url)
      .orderBy('created_at')
      .limit(1)
    const proof = await query.executeTakeFirst()
    return proof ? `${deskPage}/entries/${proof.entry_id}` : deskPage
  }

/** Has the entries indexed again that have one of these proofs, by the proofs' ids. */
export const reindexByProofs = (db: DbOrTransaction, ids: readonly string[]): Promise<void> =>
  markForIndexing(db, db.selectFrom('proof').select('entry_id').where('id', 'in', ids))

import { deskCalls, fillPath } from '../../festival/contract/calls'
import type { OcrResult, Proof } from '../../festival/contract/entry'
import type { OcrResultItem } from '../../festival/contract/ocr-result'
import { deskPage } from '../../festival/contract/pages'
import { paymentFields } from '../../festival/forms/upload'
import type { OcrResultRow } from '../db/desk-schema'
import { markForIndexing } from '../db/mark-for-indexing'
import type { Db, DbOrTransaction } from '../db/schema'
import { hashParts } from '../system/secret'

/** Includes replaced files, newest first. */
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

export type StoredProof = Awaited<ReturnType<typeof readProofs>>[number]

/** Lists current files before replaced files. */
export const listProofs = async (
  db: DbOrTransaction,
  entryId: string,
): Promise<{ proofs: Proof[]; ocrResults: OcrResult[] }> => {
  const all = await readProofs(db, [entryId])
  const proofs: Proof[] = []
  const ocrResults: OcrResult[] = []
  for (const { id, field, replacedAt, format, bytes, ocrResult, actor, readAt } of all) {
    if (format !== null && bytes !== null) {
      const address = proofAddress(entryId, id)
      proofs.push({ id, field, replacedAt, format, bytes, address })
    }
    if (actor !== null && readAt !== null) {
      ocrResults.push({ proof: id, by: actor, at: readAt, ...ocrResult })
    }
  }
  return {
    proofs: [
      ...proofs.filter(({ replacedAt }) => !replacedAt),
      ...proofs.filter(({ replacedAt }) => replacedAt),
    ],
    ocrResults: ocrResults.sort((left, right) => left.at.localeCompare(right.at)),
  }
}

export const proofAddress = (entryId: string, proof: string): string =>
  fillPath(deskCalls.readProof.path, { id: entryId, proof })

export const readUtrs = ({ data }: Pick<OcrResultRow, 'data'>): string[] => {
  const { utr }: { utr?: unknown } = JSON.parse(data)
  return typeof utr === 'string' ? [utr] : []
}

interface NewProof {
  entryId: string
  field: string
  url: string
  sentAt: string
}

/** The id makes sure that each file is stored once. */
const makeProofRow = ({ entryId, field, url, sentAt }: NewProof) => ({
  id: hashParts(entryId, field, url),
  entry_id: entryId,
  field,
  url,
  created_at: sentAt,
})

interface EntryWithProofs {
  id: string
  proofs: readonly { field: string; url: string }[]
  sentAt: string
}

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
  const savedIds = new Set(rows.map(({ id }) => id))
  const savedEntryIds = new Set(rows.map(({ entry_id }) => entry_id))
  const newRows = entries
    .flatMap(({ id: entryId, proofs, sentAt }) => {
      // Only corrections add files to saved entries.
      const arrivedAt = savedEntryIds.has(entryId) ? now.toISOString() : sentAt
      return proofs
        .filter(({ url }) => URL.canParse(url))
        .map((proof) => ({
          ...makeProofRow({ ...proof, entryId, sentAt: arrivedAt }),
          replaced_at: null,
        }))
    })
    .filter(({ id }) => !savedIds.has(id))
  if (newRows.length > 0) {
    await db.insertInto('proof').values(newRows).execute()
  }
}

export const replaceProof = async (
  db: DbOrTransaction,
  proof: NewProof,
  now: Date,
): Promise<void> => {
  const row = { ...makeProofRow(proof), replaced_at: now.toISOString() }
  await db
    .insertInto('proof')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ replaced_at: row.replaced_at }))
    .execute()
}

/** Finds the desk page of a file from an e-mail or export. Unknown files lead to the start page. */
export const createEntryPageFinder =
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

export const reindexByProofs = (db: DbOrTransaction, ids: readonly string[]): Promise<void> =>
  markForIndexing(db, db.selectFrom('proof').select('entry_id').where('id', 'in', ids))

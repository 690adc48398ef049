import { createHash } from 'node:crypto'
import { deskCalls, fillPath } from '../../festival/desk/calls'
import { type EvidenceItem, forReading } from '../../festival/desk/evidence'
import { deskPage } from '../../festival/desk/pages'
import type { Evidence, Proof } from '../../festival/desk/record'
import type { EvidenceRow } from '../db/desk-schema'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { saveAudit } from '../organisers/audit'
import type { DeskHandlers } from '../organisers/guard'
import type { Clock } from '../system/clock'
import type { Downloads } from '../uploads/downloads'
import type { FileStore } from '../uploads/file-store'
import { storedName } from '../uploads/upload-rows'

/** The fields that hold what shows a payment. */
export const paymentFields = ['payment_screenshot_url', 'payment_proof_url'] as const

export interface ProofParts {
  db: Db
  sendFile: Downloads['send']
  clock: Clock
}

/** The files of submissions, and what organisers' browsers read from pictures, stored once for all (behaviours 14.18 and 14.22). */
export const proofHandlers = ({
  db,
  sendFile,
  clock,
}: ProofParts): Pick<DeskHandlers, 'readProof' | 'listUnread' | 'postEvidence'> => ({
  readProof: async ({ context, parts: { id, proof }, organiser: { email } }) => {
    const upload = await db
      .selectFrom('proof')
      .innerJoin('upload', 'upload.secure_url', 'proof.url')
      .selectAll('upload')
      .where('proof.id', '=', proof)
      .where('proof.record_id', '=', id)
      .executeTakeFirst()
    if (!upload) throw new ApiError('not-found', 'There is no such file.')
    const action = context.req.query('for') === forReading ? 'proof-read' : 'proof-viewed'
    await saveAudit(db, { at: clock(), actor: email, action, recordId: id, detail: { proof } })
    if (upload.location === 'image-host') return context.redirect(upload.secure_url, 302)
    const answer = await sendFile(context, upload)
    if (!answer) throw new ApiError('gone', 'This file is not here any more.')
    return answer
  },

  listUnread: async () => {
    const rows = await unread(db)
      .select(['proof.record_id', 'proof.id', 'upload.format'])
      .orderBy('proof.created_at')
      .limit(mostUnread)
      .execute()
    const countOf = async (query: ReturnType<typeof pictures>) => {
      const { n } = await query.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow()
      return Number(n)
    }
    const all = await countOf(pictures(db))
    const proofs = rows.map(({ record_id, id, format }) => ({
      submission: record_id,
      proof: id,
      address: proofAddress(record_id, id),
      format,
    }))
    return { proofs, pictures: all, read: all - (await countOf(unread(db))) }
  },

  postEvidence: async ({ body: { items }, organiser: { email: actor } }) => ({
    kept: await transact(db, (transaction) => saveEvidence(transaction, items, actor, clock())),
  }),
})

/** Payment pictures that count, in our own store: browsers read no others. */
const pictures = (db: DbOrTransaction) =>
  db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .where('proof.field', 'in', paymentFields)
    .where('proof.replaced_at', 'is', null)
    .where('upload.format', '<>', 'pdf')
    .where('upload.location', '=', 'file-store')

const unread = (db: DbOrTransaction) =>
  pictures(db).where(({ not, exists, selectFrom }) =>
    not(exists(selectFrom('evidence').select('evidence.proof').whereRef('evidence.proof', '=', 'proof.id'))),
  )

const mostUnread = 50

/** Keeps what was read first of pictures that records have; those are indexed anew. @returns how many were new */
const saveEvidence = async (
  db: DbOrTransaction,
  items: readonly EvidenceItem[],
  actor: string,
  now: Date,
): Promise<number> => {
  const ids = items.map(({ proof }) => proof)
  const known = await db.selectFrom('proof').select('id').where('id', 'in', ids).execute()
  const rows = items
    .filter(({ proof }) => known.some(({ id }) => id === proof))
    .map(({ proof, ...read }) => ({ proof, data: JSON.stringify(read), actor, created_at: now.toISOString() }))
  if (rows.length === 0) return 0
  const kept = await db
    .insertInto('evidence')
    .values(rows)
    .onConflict((conflict) => conflict.column('proof').doNothing())
    .returning('proof')
    .execute()
  if (kept.length === 0) return 0
  const fresh = kept.map(({ proof }) => proof)
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', ({ selectFrom }) => selectFrom('proof').select('record_id').where('id', 'in', fresh))
    .execute()
  await saveAudit(db, { at: now, actor, action: 'evidence-posted', detail: { kept: kept.length } })
  return kept.length
}

/** The same record, field and file have the same id, whoever writes them down. */
const proofId = (recordId: string, field: string, url: string): string =>
  createHash('sha256').update(`${recordId} ${field} ${url}`).digest('base64url').slice(0, 32)

/** A file of a record. */
interface NewProof {
  recordId: string
  /** The field of the form that it stands in. */
  field: string
  url: string
  /** When it was sent. */
  sentAt: string
}

const proofRow = ({ recordId, field, url, sentAt }: NewProof) => ({
  ...{ id: proofId(recordId, field, url), record_id: recordId, field, url, created_at: sentAt },
})

/** Keeps those of a record's files that were not known. What a correction brought came when it came. */
export const saveProofs = async (
  db: DbOrTransaction,
  { id: recordId, proofs, sentAt }: { id: string; proofs: readonly { field: string; url: string }[]; sentAt: string },
  now: Date,
): Promise<void> => {
  const known = await db.selectFrom('proof').select('id').where('record_id', '=', recordId).execute()
  const came = known.length === 0 ? sentAt : now.toISOString()
  const fresh = proofs
    .filter(({ url }) => URL.canParse(url))
    .map((proof) => ({ ...proofRow({ ...proof, recordId, sentAt: came }), replaced_at: null }))
    .filter((row) => !known.some(({ id }) => id === row.id))
  if (fresh.length > 0) await db.insertInto('proof').values(fresh).execute()
}

/** Notes that another file took a proof's place; the proof itself stays, for what was shown once is evidence (behaviour 14.44). */
export const replaceProof = async (db: DbOrTransaction, proof: NewProof, now: Date): Promise<void> => {
  const row = { ...proofRow(proof), replaced_at: now.toISOString() }
  await db
    .insertInto('proof')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ replaced_at: row.replaced_at }))
    .execute()
}

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

/** The UTR that a browser read from a picture, where it found one. */
export const utrOf = ({ data }: Pick<EvidenceRow, 'data'>): string[] => {
  const { utr }: { utr?: unknown } = JSON.parse(data)
  return typeof utr === 'string' ? [utr] : []
}

/** A record's files, those that count first, then those that corrections replaced; and what was read from them. */
export const listProofs = async (
  db: DbOrTransaction,
  recordId: string,
): Promise<{ proofs: Proof[]; evidence: Evidence[] }> => {
  const rows = await db
    .selectFrom('proof')
    .innerJoin('upload', 'upload.secure_url', 'proof.url')
    .select(['proof.id', 'proof.field', 'proof.replaced_at as replacedAt', 'upload.format', 'upload.bytes'])
    .where('proof.record_id', '=', recordId)
    .orderBy('proof.created_at', 'desc')
    .execute()
  const read = await db
    .selectFrom('evidence')
    .innerJoin('proof', 'proof.id', 'evidence.proof')
    .selectAll('evidence')
    .where('proof.record_id', '=', recordId)
    .orderBy('evidence.created_at')
    .execute()
  const proofs = rows.map((row) => ({ ...row, address: proofAddress(recordId, row.id) }))
  return {
    proofs: [...proofs.filter(({ replacedAt }) => !replacedAt), ...proofs.filter(({ replacedAt }) => replacedAt)],
    evidence: read.map(({ proof, data, actor, created_at }) => ({
      ...{ proof, by: actor, at: created_at },
      ...JSON.parse(data),
    })),
  }
}

/** Where the desk loads a file of a record. */
const proofAddress = (recordId: string, proof: string): string =>
  fillPath(deskCalls.readProof.path, { id: recordId, proof })

/**
 * Gives the desk's page of the record that has a file, by the file's address, which stands in e-mails and exports
 * (behaviour 6.34). A file that no record is known to have leads to the desk itself.
 */
export const createFindClaimed =
  (db: Db) =>
  async (url: string): Promise<string> => {
    const query = db.selectFrom('proof').select('record_id').where('url', '=', url).orderBy('created_at').limit(1)
    const proof = await query.executeTakeFirst()
    return proof ? `${deskPage}/submissions/${proof.record_id}` : deskPage
  }

/** Files of one look: each is read whole. */
const filesAtOnce = 5
/** What stands in the place of the hash of a file that is not there. */
const unknown = '-'

/**
 * Hashes files that were kept before uploads were hashed, so that the same file is found among them too (behaviour 14.16).
 * @returns whether there may be more
 */
export const hashOldUploads = async (db: Db, files: Pick<FileStore, 'read'>): Promise<boolean> => {
  const uploads = await db
    .selectFrom('upload')
    .select(['public_id', 'format', 'secure_url'])
    .where('sha256', '=', '')
    .where('location', '=', 'file-store')
    .limit(filesAtOnce)
    .execute()
  for (const upload of uploads) {
    const bytes = await files.read(storedName(upload))
    const sha256 = bytes ? createHash('sha256').update(bytes).digest('hex') : unknown
    await db.updateTable('upload').set({ sha256 }).where('public_id', '=', upload.public_id).execute()
    await db
      .updateTable('review')
      .set({ prepared: 0 })
      .where('record_id', 'in', (eb) => eb.selectFrom('proof').select('record_id').where('url', '=', upload.secure_url))
      .execute()
  }
  return uploads.length === filesAtOnce
}

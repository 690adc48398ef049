import {
  type EvidenceItem,
  type EvidenceKept,
  evidenceBounds,
  type ProofsToRead,
  postEvidenceSchema,
} from '../../festival/desk/evidence'
import type { EvidenceRow } from '../db/desk-schema'
import type { Db, DbOrTransaction } from '../db/schema'
import { transact } from '../db/transact'
import { readBody } from '../http/bodies'
import { noteAudit } from '../reviews/audit'
import { paymentFields } from '../reviews/evidence'
import { proofAddress } from '../reviews/proof-address'
import type { Clock } from '../system/clock'
import type { DeskHandlers } from './desk-handlers'

/** What organisers' browsers read from pictures, stored once for all (behaviour 14.22). */
export const evidenceHandlers = (db: Db, clock: Clock): Pick<DeskHandlers, 'listUnread' | 'postEvidence'> => ({
  listUnread: async (context) => context.json(await listUnread(db)),

  postEvidence: async (context, { email }) => {
    const { items } = await readBody(context, postEvidenceSchema, evidenceBounds.bytes)
    const now = clock()
    const kept = await transact(db, async (transaction) => {
      const rows = await keepEvidence(transaction, items, email, now)
      await prepareAnew(
        transaction,
        rows.map(({ proof }) => proof),
      )
      if (rows.length > 0)
        await noteAudit(transaction, {
          at: now,
          actor: email,
          action: 'evidence-posted',
          detail: { kept: rows.length },
        })
      return rows.length
    })
    const answer: EvidenceKept = { kept }
    return context.json(answer)
  },
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

/** Pictures that nobody has read yet, and how far the reading is. */
export const listUnread = async (db: Db): Promise<ProofsToRead> => {
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
  return {
    proofs: rows.map(({ record_id, id, format }) => ({
      submission: record_id,
      proof: id,
      address: proofAddress(record_id, id),
      format,
    })),
    pictures: all,
    read: all - (await countOf(unread(db))),
  }
}

/** Keeps what was read first of pictures that records have. @returns what was new */
const keepEvidence = async (
  db: DbOrTransaction,
  items: readonly EvidenceItem[],
  actor: string,
  now: Date,
): Promise<EvidenceRow[]> => {
  const known = await db
    .selectFrom('proof')
    .select('id')
    .where(
      'id',
      'in',
      items.map(({ proof }) => proof),
    )
    .execute()
  const rows = items
    .filter(({ proof }) => known.some(({ id }) => id === proof))
    .map(({ proof, ...read }) => ({ proof, data: JSON.stringify(read), actor, created_at: now.toISOString() }))
  if (rows.length === 0) return []
  return db
    .insertInto('evidence')
    .values(rows)
    .onConflict((conflict) => conflict.column('proof').doNothing())
    .returningAll()
    .execute()
}

/** Lets the flags and search words be made anew of the records that have these files. */
const prepareAnew = async (db: DbOrTransaction, proofs: readonly string[]): Promise<void> => {
  if (proofs.length === 0) return
  await db
    .updateTable('review')
    .set({ prepared: 0 })
    .where('record_id', 'in', (eb) => eb.selectFrom('proof').select('record_id').where('id', 'in', proofs))
    .execute()
}

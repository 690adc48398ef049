import {
  type EvidenceKept,
  evidenceBounds,
  type Fingerprints,
  fingerprintQuerySchema,
  postEvidenceSchema,
  unreadQuerySchema,
} from '../../../festival/desk/evidence'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { readBody, readQuery } from '../../http/read-body'
import { noteAudit } from '../../reviews/audit'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'
import { keepEvidence, listFingerprints, listUnread, prepareAnew } from './queries'

const pageFingerprints = 200
/** No transaction takes longer. */
const savingMs = 60_000

/** What organisers' browsers read from pictures, stored once for all (behaviour 14.22). */
export const evidenceHandlers = (
  db: Db,
  clock: Clock,
): Pick<DeskHandlers, 'listUnread' | 'listFingerprints' | 'postEvidence'> => ({
  listUnread: async (context) => {
    const { kind } = readQuery(context, unreadQuerySchema)
    return context.json(await listUnread(db, kind))
  },

  listFingerprints: async (context) => {
    const { after = '', since = '' } = readQuery(context, fingerprintQuerySchema)
    const asOf = new Date(clock().getTime() - savingMs).toISOString()
    const rows = await listFingerprints(db, { after, since, limit: pageFingerprints + 1 })
    const page = rows.slice(0, pageFingerprints)
    const answer: Fingerprints = {
      fingerprints: page.map(({ proof, record_id, method, data }) => {
        const { data: print }: { data: string } = JSON.parse(data)
        return { proof, submission: record_id, method, data: print }
      }),
      next: rows.length > pageFingerprints ? (page.at(-1)?.id ?? null) : null,
      asOf,
    }
    return context.json(answer)
  },

  postEvidence: async (context, { email }) => {
    const { items } = await readBody(context, postEvidenceSchema, evidenceBounds.bytes)
    const now = clock()
    const kept = await transact(db, async (transaction) => {
      const rows = await keepEvidence(transaction, items, email, now)
      const telling = rows.filter(({ kind }) => kind !== 'fingerprint')
      await prepareAnew(
        transaction,
        telling.flatMap(({ proof, other }) => (other === '' ? [proof] : [proof, other])),
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

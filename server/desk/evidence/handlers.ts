import { type EvidenceKept, evidenceBounds, postEvidenceSchema } from '../../../festival/desk/evidence'
import type { Db } from '../../db/schema'
import { transact } from '../../db/transact'
import { readBody } from '../../http/read-body'
import { noteAudit } from '../../reviews/audit'
import type { Clock } from '../../system/clock'
import type { DeskHandlers } from '../desk-handlers'
import { keepEvidence, listUnread, prepareAnew } from './queries'

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

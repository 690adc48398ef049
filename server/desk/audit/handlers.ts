import { type AuditPage, auditQuerySchema } from '../../../festival/desk/audit'
import type { Db } from '../../db/schema'
import { readQuery } from '../../http/read-body'
import type { DeskHandlers } from '../desk-handlers'
import { listEntries } from './queries'

const pageEntries = 100

/** The audit log, for reading; nothing here changes it (behaviour 14.8). */
export const auditHandlers = (db: Db): Pick<DeskHandlers, 'readAudit'> => ({
  readAudit: async (context) => {
    const query = readQuery(context, auditQuerySchema)
    const rows = await listEntries(db, query, pageEntries + 1)
    const entries = rows.slice(0, pageEntries)
    const last = entries.at(-1)
    const answer: AuditPage = {
      entries: entries.map(({ id, at, actor, action, record_id, detail }) => ({
        id,
        at,
        actor,
        action,
        submission: record_id,
        detail: JSON.parse(detail),
      })),
      next: rows.length > pageEntries && last ? `${last.at}_${last.id}` : null,
    }
    return context.json(answer)
  },
})

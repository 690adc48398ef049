import { type AuditPage, auditQuerySchema } from '../../../festival/desk/audit'
import type { Db } from '../../db/schema'
import { readQuery } from '../../http/read-body'
import { readRecords } from '../../reviews/records'
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
    const ids = entries.flatMap(({ record_id }) => record_id ?? [])
    const reviews =
      ids.length === 0 ? [] : await db.selectFrom('review').selectAll().where('record_id', 'in', ids).execute()
    const records = await readRecords(db, reviews)
    const nameOf = (id: string | null) => {
      const record = id === null ? undefined : records.get(id)
      return record ? { label: record.label, name: record.name } : null
    }
    const answer: AuditPage = {
      entries: entries.map(({ id, at, actor, action, record_id, detail, count }) => ({
        id,
        at,
        actor,
        action,
        count,
        submission: record_id,
        of: nameOf(record_id),
        detail: JSON.parse(detail),
      })),
      next: rows.length > pageEntries && last ? `${last.at}_${last.id}` : null,
    }
    return context.json(answer)
  },
})

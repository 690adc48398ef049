import { sql } from 'kysely'
import { type AuditPage, type AuditQuery, auditQuerySchema, looks } from '../../festival/desk/audit'
import type { AuditEntryRow } from '../db/desk-schema'
import type { Db } from '../db/schema'
import { readQuery } from '../http/bodies'
import { readRecords } from '../reviews/records'
import type { DeskHandlers } from './desk-handlers'

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

/** Lines of one press that say the same of several submissions, as one: without a submission where there are several. */
export interface AuditGroup extends Pick<AuditEntryRow, 'id' | 'at' | 'actor' | 'action' | 'record_id' | 'detail'> {
  count: number
}

/**
 * The newest lines of the audit log after the cursor `AT_ID`. Who only looked is left out unless that is asked for.
 */
const listEntries = async (
  db: Db,
  { action, actor, submission, hasLooks, after }: AuditQuery,
  limit: number,
): Promise<AuditGroup[]> => {
  const [at = '', id = ''] = after?.split('_') ?? []
  const rows = await db
    .selectFrom('audit_entry')
    .select(({ fn }) => [
      'at',
      'actor',
      'action',
      'detail',
      fn.min('id').as('id'),
      fn.min('record_id').as('record_id'),
      fn.countAll().as('count'),
    ])
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? 'decided'))
    .$if(action === undefined && hasLooks === undefined, (query) => query.where('action', 'not in', looks))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(submission !== undefined, (query) => query.where('record_id', '=', submission ?? ''))
    .$if(after !== undefined, (query) => query.where('at', '<=', at))
    .groupBy(['at', 'actor', 'action', 'detail'])
    .$if(after !== undefined, (query) =>
      query.having(({ or, and, eb, fn }) =>
        or([eb('at', '<', at), and([eb('at', '=', at), eb(fn.min('id'), '<', id)])]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy(sql`min(id)`, 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ count, record_id, ...row }) => ({
    ...row,
    count: Number(count),
    record_id: Number(count) === 1 ? record_id : null,
  }))
}

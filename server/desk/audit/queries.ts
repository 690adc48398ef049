import { sql } from 'kysely'
import { type AuditQuery, looks } from '../../../festival/desk/audit'
import type { AuditEntryRow } from '../../db/desk-schema'
import type { Db } from '../../db/schema'

/** Lines of one press that say the same of several submissions, as one: without a submission where there are several. */
export interface AuditGroup extends Pick<AuditEntryRow, 'id' | 'at' | 'actor' | 'action' | 'record_id' | 'detail'> {
  count: number
}

/**
 * The newest lines of the audit log after the cursor `AT_ID`. Who only looked is left out unless that is asked for.
 */
export const listEntries = async (
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

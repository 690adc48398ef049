import type { AuditQuery } from '../../../festival/desk/audit'
import type { AuditEntryRow } from '../../db/desk-schema'
import type { Db } from '../../db/schema'

/** The newest lines of the audit log after the cursor `AT_ID`. */
export const listEntries = (
  db: Db,
  { action, actor, submission, after }: AuditQuery,
  limit: number,
): Promise<AuditEntryRow[]> => {
  const [at = '', id = ''] = after?.split('_') ?? []
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? 'decided'))
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor ?? ''))
    .$if(submission !== undefined, (query) => query.where('record_id', '=', submission ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '<', tuple(at, id))),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

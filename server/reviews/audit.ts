import { randomUUID } from 'node:crypto'
import type { AuditAction } from '../../festival/desk/audit'
import type { DbOrTransaction } from '../db/schema'
import { insertOnce } from '../db/transact'

/** A line for the audit log. */
export interface AuditLine {
  at: Date
  /** An organiser's address, `registrant`, or `command line`. */
  actor: string
  action: AuditAction
  recordId?: string
  decisionId?: string
  /** Keys and counts, never a registrant's words. */
  detail?: Readonly<Record<string, string | number>>
}

const rowOf = ({ at, actor, action, recordId, decisionId, detail = {} }: AuditLine) => ({
  id: randomUUID(),
  at: at.toISOString(),
  actor,
  action,
  record_id: recordId ?? null,
  decision_id: decisionId ?? null,
  detail: JSON.stringify(detail),
})

/** Adds a line to the audit log, in the transaction of what it tells of (behaviour 14.8). */
export const noteAudit = async (db: DbOrTransaction, line: AuditLine): Promise<void> => {
  await db.insertInto('audit_entry').values(rowOf(line)).execute()
}

/** The same once for each decision: false where it stands there already. */
export const noteAuditOnce = async (
  db: DbOrTransaction,
  line: AuditLine & { decisionId: string },
): Promise<boolean> => {
  return insertOnce(db.insertInto('audit_entry').values(rowOf(line)))
}

import type { TimelineEntry } from '../../../festival/desk/record'
import type { DecisionRow } from '../../db/desk-schema'
import type { DbOrTransaction, MessageRow } from '../../db/schema'
import { undoUntil } from '../../reviews/decide'
import type { ReviewedRecord } from '../../reviews/records'

const ofDecision = (row: DecisionRow, version: number, now: Date): TimelineEntry => ({
  at: row.decided_at,
  what: 'decided',
  by: row.actor,
  decision: row.decision,
  reasons: JSON.parse(row.reasons),
  note: row.note,
  id: row.id,
  // Only the newest step can be taken back.
  ...(row.version === version && now < undoUntil(row.decided_at)
    ? { undoUntil: undoUntil(row.decided_at).toISOString() }
    : {}),
})

const ofConfirmation = (message: MessageRow | undefined): TimelineEntry[] => {
  if (message?.sent_at) return [{ at: message.sent_at, what: 'confirmed', by: null }]
  return message?.state === 'failed' ? [{ at: message.scheduled_at, what: 'confirmation-failed', by: null }] : []
}

/** Who did what to a record, the oldest first. */
export const tellTimeline = async (
  db: DbOrTransaction,
  record: ReviewedRecord,
  { version, message, now }: { version: number; message: MessageRow | undefined; now: Date },
): Promise<TimelineEntry[]> => {
  const decisions = await db.selectFrom('decision').selectAll().where('record_id', '=', record.id).execute()
  const lines = await db
    .selectFrom('audit_entry')
    .select(['at', 'actor', 'action', 'detail'])
    .where('record_id', '=', record.id)
    .where('action', 'in', ['corrected', 'walk-in-entered'])
    .execute()
  const done = lines.map(({ at, actor, action, detail }): TimelineEntry => {
    if (action === 'walk-in-entered') return { at, what: 'entered', by: actor }
    const { fields = '' }: { fields?: string } = JSON.parse(detail)
    return { at, what: 'corrected', by: null, fields: fields.split(' ').filter((field) => field !== '') }
  })
  const entries: TimelineEntry[] = [
    { at: record.sentAt, what: 'sent', by: null },
    ...ofConfirmation(message),
    ...decisions.map((row) => ofDecision(row, version, now)),
    ...done,
  ]
  return entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

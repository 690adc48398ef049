import type { EarlierValue, TimelineEntry } from '../../festival/desk/record'
import { shownUntil, undoUntil } from '../../festival/desk/states'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, MessageRow } from '../db/schema'
import { type ReviewedRecord, readTeam } from '../submissions/record'

const ofDecision = (row: DecisionRow, version: number, now: Date, earlier: readonly EarlierValue[]): TimelineEntry => ({
  at: row.decided_at,
  what: 'decided',
  by: row.actor,
  decision: row.decision,
  reasons: JSON.parse(row.reasons),
  note: row.note,
  ...(row.money === null ? {} : { money: row.money }),
  ...(row.decision === 'correct' ? tellEarlier(earlier.filter(({ press }) => press === row.id)) : {}),
  id: row.id,
  // Only the newest step can be taken back.
  ...(row.version === version && now < undoUntil(row.decided_at) ? { undoUntil: shownUntil(row.decided_at) } : {}),
})

/** Which fields were changed, and what stood there. */
const tellEarlier = (values: readonly EarlierValue[]) => ({
  fields: values.map(({ field }) => field),
  earlier: values.map((one) => ({ field: one.field, value: readable(one) })),
})

const ofConfirmation = (message: MessageRow | undefined): TimelineEntry[] => {
  if (message?.sent_at) return [{ at: message.sent_at, what: 'confirmed', by: null }]
  return message?.state === 'failed' ? [{ at: message.scheduled_at, what: 'confirmation-failed', by: null }] : []
}

/** A team as its names and phones; anything else as it is. */
const readable = ({ field, value }: EarlierValue): string =>
  field === 'members'
    ? readTeam(value)
        .map(({ name, phone, year }) => [name, phone, year].filter(Boolean).join(' '))
        .join(', ')
    : value

/** Who did what to a record, the oldest first. */
export const listTimeline = async (
  db: DbOrTransaction,
  record: ReviewedRecord,
  { review, message, now }: { review: ReviewRow; message: MessageRow | undefined; now: Date },
): Promise<TimelineEntry[]> => {
  const decisions = await db.selectFrom('decision').selectAll().where('record_id', '=', record.id).execute()
  const lines = await db
    .selectFrom('audit_entry')
    .select(['at', 'actor', 'action', 'detail'])
    .where('record_id', '=', record.id)
    // What an organiser corrected, and nobody took back, stands among the decisions.
    .where(({ or, eb }) => or([eb('action', '<>', 'corrected'), eb('actor', '=', 'registrant')]))
    .where('action', 'in', ['corrected', 'walk-in-entered', 'payment-added', 'payment-reversed'])
    .execute()
  const earlier: EarlierValue[] = JSON.parse(review.earlier_values)
  const done = lines.map(({ at, actor, action, detail }): TimelineEntry => {
    if (action === 'walk-in-entered') return { at, what: 'entered', by: actor }
    const { fields = '', paise }: { fields?: string; paise?: number } = JSON.parse(detail)
    if (action === 'payment-added' || action === 'payment-reversed')
      return { at, what: action, by: actor, ...(paise === undefined ? {} : { amount: paise }) }
    return {
      at,
      what: 'corrected',
      by: null,
      fields: fields.split(' ').filter((field) => field !== ''),
      earlier: tellEarlier(earlier.filter((one) => one.at === at)).earlier,
    }
  })
  const refunds = await db.selectFrom('bank_refund').selectAll().where('record_id', '=', record.id).execute()
  const entries: TimelineEntry[] = [
    { at: record.sentAt, what: 'sent', by: null },
    ...ofConfirmation(message),
    ...decisions.map((row) => ofDecision(row, review.version, now, earlier)),
    ...done,
    ...refunds.map(
      ({ id, at, kind, actor, amount, note }): TimelineEntry => ({ id, at, what: kind, by: actor, amount, note }),
    ),
  ]
  return entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

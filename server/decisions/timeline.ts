import type { EarlierValue, TimelineEntry } from '../../festival/contract/entry'
import { shownUntil, undoUntil } from '../../festival/contract/states'
import { formatAnswer } from '../../festival/forms/details'
import { groupBy } from '../../festival/group-by'
import { listRemovedCash } from '../bank/cash'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, MessageRow } from '../db/schema'
import { readEarlierValues } from '../entries/earlier-values'
import { type ReviewedEntry, readTeam } from '../entries/entry'

/** Lines of the audit log that a record's history tells. */
const timelineActions = [
  'corrected',
  'walk-in-entered',
  'payment-added',
  'payment-reversed',
  'put-later',
  'taken-up',
] as const

/** Who did what to a record, the oldest first. */
export const listTimeline = async (
  db: DbOrTransaction,
  entry: ReviewedEntry,
  { review, message, now }: { review: ReviewRow; message: MessageRow | undefined; now: Date },
): Promise<TimelineEntry[]> => {
  const decisions = await db
    .selectFrom('decision')
    .selectAll()
    .where('entry_id', '=', entry.id)
    .execute()
  const lines = await db
    .selectFrom('audit_line')
    .select(['at', 'actor', 'action', 'detail'])
    .where('entry_id', '=', entry.id)
    // What an organiser corrected stands among the decisions.
    .where(({ or, eb }) => or([eb('action', '<>', 'corrected'), eb('actor', '=', 'registrant')]))
    .where('action', 'in', timelineActions)
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .selectAll()
    .where('entry_id', '=', entry.id)
    .execute()
  const removedCash = await listRemovedCash(db, entry.id)
  const earlier = readEarlierValues(review)
  const byTime = groupBy(earlier, ({ at }) => [at])
  const byPress = groupBy(earlier, ({ press }) => (press === undefined ? [] : [press]))
  const entries: TimelineEntry[] = [
    { at: entry.sentAt, what: 'sent', by: null },
    ...describeConfirmation(message),
    ...decisions.map((row) =>
      describeDecision(row, review.version, now, byPress.get(row.id) ?? []),
    ),
    ...lines.map(({ at, actor: by, action, detail }): TimelineEntry => {
      if (action === 'walk-in-entered') {
        return { at, what: 'entered', by }
      }
      if (action === 'put-later' || action === 'taken-up') {
        return { at, what: action, by }
      }
      const { fields = '', paise }: { fields?: string; paise?: number } = JSON.parse(detail)
      if (action === 'payment-added' || action === 'payment-reversed') {
        return { at, what: action, by, ...(paise !== undefined && { amount: paise }) }
      }
      const values = (byTime.get(at) ?? []).map(describeEarlierValue)
      return {
        at,
        what: 'corrected',
        by: null,
        fields: fields.split(' ').filter(Boolean),
        earlier: values,
      }
    }),
    ...refunds.map(({ id, at, kind: what, actor: by, amount, note }) => ({
      id,
      at,
      what,
      by,
      amount,
      note,
    })),
    ...removedCash.map(
      ({ id, at, by, amount }): TimelineEntry => ({ id, at, what: 'cash-removed', by, amount }),
    ),
  ]
  return entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

const describeDecision = (
  row: DecisionRow,
  version: number,
  now: Date,
  values: readonly EarlierValue[],
): TimelineEntry => {
  const { id, decided_at: at, actor: by, decision, reasons, note, money, reason } = row
  return {
    ...{ id, at, what: 'decided', by, decision, reasons: JSON.parse(reasons), note },
    ...(money && { money }),
    ...(reason && { reason }),
    ...(decision === 'correct' && {
      fields: values.map(({ field }) => field),
      earlier: values.map(describeEarlierValue),
    }),
    // Only the newest step can be taken back.
    ...(row.version === version && now < undoUntil(at) && { undoUntil: shownUntil(at) }),
  }
}

/** What stood in a field, in words: a team as its names, phones and years. */
const describeEarlierValue = ({ field, value }: EarlierValue) => {
  const team = field === 'members' ? readTeam(value) : undefined
  const people = team?.map(({ name, phone, year }) => [name, phone, year].filter(Boolean).join(' '))
  return { field, value: people?.join(', ') ?? formatAnswer(field, value) }
}

const describeConfirmation = (message: MessageRow | undefined): TimelineEntry[] => {
  if (message?.sent_at) {
    return [{ at: message.sent_at, what: 'confirmed', by: null }]
  }
  return message?.state === 'failed'
    ? [{ at: message.scheduled_at, what: 'confirmation-failed', by: null }]
    : []
}

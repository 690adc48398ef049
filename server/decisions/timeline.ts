import type { AuditAction } from '../../festival/contract/audit'
import type { EarlierValue, TimelineEntry } from '../../festival/contract/entry'
import { shownUntil, undoUntil } from '../../festival/contract/states'
import { formatAnswer } from '../../festival/forms/details'
import { groupBy } from '../../festival/group-by'
import { listRemovedCash } from '../bank/cash-book'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, MessageRow } from '../db/schema'
import { readEarlierValues } from '../entries/earlier-values'
import { type ReviewedEntry, readTeam } from '../entries/entry'

const timelineActions = [
  'corrected',
  'confirmed-by-email',
  'walk-in-entered',
  'payment-added',
  'payment-reversed',
  'put-later',
  'taken-up',
  'moved-up',
  'place-lost',
] as const

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
    // Organisers' corrections are listed as decisions.
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
    ...lines.map((line) => describeAuditLine(line, byTime.get(line.at) ?? [])),
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
  return entries.sort(compareTimes)
}

const compareTimes = (left: TimelineEntry, right: TimelineEntry): number => {
  if (left.at === right.at) {
    return 0
  }
  return left.at < right.at ? -1 : 1
}

const describeAuditLine = (
  line: { at: string; actor: string; action: AuditAction; detail: string },
  values: readonly EarlierValue[],
): TimelineEntry => {
  const { at, actor: by, action } = line
  if (action === 'walk-in-entered') {
    return { at, what: 'entered', by }
  }
  if (action === 'put-later' || action === 'taken-up' || action === 'confirmed-by-email') {
    return { at, what: action, by }
  }
  if (action === 'moved-up' || action === 'place-lost') {
    return { at, what: action, by: null }
  }
  const { fields = '', paise }: { fields?: string; paise?: number } = JSON.parse(line.detail)
  if (action === 'payment-added' || action === 'payment-reversed') {
    return paise === undefined ? { at, what: action, by } : { at, what: action, by, amount: paise }
  }
  return {
    at,
    what: 'corrected',
    by: null,
    fields: fields.split(' ').filter(Boolean),
    earlier: values.map(describeEarlierValue),
  }
}

const describeDecision = (
  row: DecisionRow,
  version: number,
  now: Date,
  values: readonly EarlierValue[],
): TimelineEntry => {
  const { id, decided_at: at, actor: by, decision, reasons, note, money, reason } = row
  const timelineEntry: TimelineEntry = {
    id,
    at,
    what: 'decided',
    by,
    decision,
    reasons: JSON.parse(reasons),
    note,
  }
  if (money) {
    timelineEntry.money = money
  }
  if (reason) {
    timelineEntry.reason = reason
  }
  if (decision === 'correct') {
    timelineEntry.fields = values.map(({ field }) => field)
    timelineEntry.earlier = values.map(describeEarlierValue)
  }
  if (row.version === version && now < undoUntil(at)) {
    timelineEntry.undoUntil = shownUntil(at)
  }
  return timelineEntry
}

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

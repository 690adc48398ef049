import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Current, GivenReason } from '../../festival/desk/decision'
import { linkDays } from '../../festival/desk/decision-mail'
import {
  type Decision,
  type Ground,
  isLegal,
  type MoneyChoice,
  transitions,
  undoSeconds,
  undoShownSeconds,
} from '../../festival/desk/states'
import { lockPayments, releaseAllocations } from '../bank/allocate'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, Tables } from '../db/schema'
import { saveLetter } from '../mail/save-message'
import { noteAuditOnce } from './audit'
import { type DecisionPayload, describeRecord } from './decision-letter'
import { createPrivateLink } from './private-links'
import { type ReviewedRecord, readRecords } from './records'
import { changeReview, readReview } from './review'

/** What somebody decides about a record. */
export interface NewDecision {
  /** Made by the device, once a press. */
  id: string
  batchId?: string
  recordId: string
  /** The version that was seen. */
  version: number
  actor: string
  decision: Decision
  ground: Ground
  reasons: readonly GivenReason[]
  note: string
  /** With `reject`: what the mail says of money that came; nothing where nobody chose. */
  money?: MoneyChoice | undefined
  now: Date
  /** What the line of the audit log says beside the decision. */
  detail?: Readonly<Record<string, string | number>>
}

/** What a decision needs of the installation. */
export interface DecisionSettings {
  publicUrl: string
}

/** `taken`: also by an earlier try of the same id. `undone`: by such a one that was taken back since. `reused`: the id is another record's. */
export type DecisionOutcome =
  | { is: 'taken'; row: DecisionRow }
  | { is: 'undone' | 'missing' | 'illegal' | 'reused' }
  | { is: 'stale'; current: Current }

/** Of many decided with one press each has an id of its own, always the same. */
export const idWithinBatch = (batchId: string, recordId: string): string => {
  const hex = createHash('sha256').update(`${batchId} ${recordId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

/** When the minute is over in which a decision can be taken back. */
export const undoUntil = (decidedAt: string): Date => new Date(Date.parse(decidedAt) + undoSeconds * 1_000)

/** Until when the desk shows that it can be. */
export const shownUntil = (decidedAt: string | Date): string =>
  new Date(new Date(decidedAt).getTime() + undoShownSeconds * 1_000).toISOString()

export const currentOf = ({ state, version, changed_by, changed_at }: ReviewRow): Current => ({
  state,
  version,
  by: changed_by,
  at: changed_at,
})

/**
 * What an id led to, where it was sent before. The audit log is read first: what commits between the two reads is then
 * found in the second, and is not taken for one that was undone.
 */
const findEarlierTry = async (
  db: DbOrTransaction,
  { id, recordId, decision, actor }: Pick<NewDecision, 'id' | 'recordId' | 'decision' | 'actor'>,
): Promise<DecisionOutcome | undefined> => {
  const noted = await db
    .selectFrom('audit_entry')
    .select('record_id')
    .where('decision_id', '=', id)
    .where('action', '=', 'decided')
    .executeTakeFirst()
  const row = await db.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  // The id of a press about another record, of another decision, or of somebody else.
  if ((row ?? noted ?? { record_id: recordId }).record_id !== recordId) return { is: 'reused' }
  if (row && (row.decision !== decision || row.actor !== actor)) return { is: 'reused' }
  if (row) return { is: 'taken', row }
  return noted && { is: 'undone' }
}

/** A record that was verified by its picture is verified by the bank's row as well: its state stays, and nobody is told again. */
const isConfirmed = ({ decision, ground }: NewDecision, review: ReviewRow): boolean =>
  decision === 'verify' && ground === 'bank' && review.state === 'verified' && review.ground === 'picture'

/** Cash that was given back verifies nobody (behaviour 15.53). */
const isCashGone = async (transaction: Transaction<Tables>, { record_id, cash_amount }: ReviewRow): Promise<boolean> =>
  cash_amount !== null &&
  (await transaction
    .selectFrom('bank_refund')
    .select('id')
    .where('record_id', '=', record_id)
    .where('kind', '=', 'returned')
    .executeTakeFirst()) !== undefined

/** Whoever paid in cash is verified by that: no picture and no bank shows it. */
const groundOf = ({ ground }: NewDecision, { cash_amount }: ReviewRow): Ground => {
  if (ground === 'bank') return ground
  return cash_amount === null ? 'picture' : 'cash'
}

/** Decisions after which the bank's rows are no more this record's; others leave them, so that they can be given back. */
const freeing: readonly Decision[] = ['reopen', 'ask-correction']

/** Queues the mail that tells the registrant; it leaves when the decision can no longer be taken back. */
const queueLetter = async (
  transaction: Transaction<Tables>,
  record: ReviewedRecord,
  { decision, reasons, note, money, now }: NewDecision,
  { publicUrl }: DecisionSettings,
): Promise<string | null> => {
  // The desk's own affair.
  if (decision === 'reopen') return null
  const address =
    decision === 'ask-correction'
      ? await createPrivateLink(transaction, record.id, 'correction', now, publicUrl)
      : undefined
  const payload: DecisionPayload = {
    ...describeRecord(record, publicUrl),
    decision,
    reasons: reasons.map(({ key, difference }) => (difference === undefined ? { key } : { key, difference })),
    note,
    ...(money === undefined ? {} : { money }),
    ...(address === undefined ? {} : { address, days: linkDays.correction }),
  }
  return saveLetter(transaction, {
    kind: 'decision',
    recordId: record.id,
    payload,
    now,
    notBefore: undoUntil(now.toISOString()),
    // A private link is for its registrant alone.
    isCopied: address === undefined,
  })
}

/**
 * Takes a decision: the record's new state, the decision, its line of the audit log and its mail are one transaction
 * (behaviour 14.11). A decision names the version that it saw, and its id is taken once.
 */
export const decide = async (
  transaction: Transaction<Tables>,
  wanted: NewDecision,
  settings: DecisionSettings,
): Promise<DecisionOutcome> => {
  const frees = freeing.includes(wanted.decision)
  // Before the record's own lock, as whoever spends a payment does.
  if (frees) await lockPayments(transaction)
  const earlier = await findEarlierTry(transaction, wanted)
  if (earlier) return earlier
  const review = await readReview(transaction, wanted.recordId)
  const record = review && (await readRecords(transaction, [review])).get(wanted.recordId)
  if (!review || !record) return { is: 'missing' }
  if (review.version !== wanted.version) return loseRace(transaction, wanted)
  const confirms = isConfirmed(wanted, review)
  if (!confirms && !isLegal(wanted.decision, review.state)) return { is: 'illegal' }
  if (wanted.decision === 'verify' && (await isCashGone(transaction, review))) return { is: 'illegal' }
  const { id, actor, now, decision, recordId, detail = {} } = wanted
  const state = transitions[decision].to
  const ground = state === 'verified' ? groundOf(wanted, review) : null
  if (!(await changeReview(transaction, review, { state, ground, changed_by: actor }, now)))
    return loseRace(transaction, wanted)
  const line = { at: now, actor, action: 'decided', recordId, decisionId: id, detail: { decision, ...detail } } as const
  if (!(await noteAuditOnce(transaction, line))) throw new Error('One id was sent for two decisions')
  const row: DecisionRow = {
    id,
    batch_id: wanted.batchId ?? null,
    record_id: recordId,
    actor,
    decided_at: now.toISOString(),
    decision,
    from_state: review.state,
    from_ground: review.ground,
    to_state: state,
    ground,
    version: review.version + 1,
    reasons: JSON.stringify(wanted.reasons),
    note: wanted.note,
    money: wanted.money ?? null,
    message_id: confirms ? null : await queueLetter(transaction, record, wanted, settings),
  }
  await transaction.insertInto('decision').values(row).execute()
  if (frees) await releaseAllocations(transaction, recordId, id)
  return { is: 'taken', row }
}

/** Somebody else was quicker, or the same press on another connection. */
const loseRace = async (transaction: Transaction<Tables>, wanted: NewDecision): Promise<DecisionOutcome> => {
  const earlier = await findEarlierTry(transaction, wanted)
  if (earlier) return earlier
  const review = await readReview(transaction, wanted.recordId)
  return review ? { is: 'stale', current: currentOf(review) } : { is: 'missing' }
}

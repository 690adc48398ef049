import type { Transaction } from 'kysely'
import type { AuditAction } from '../../festival/contract/audit'
import type { Decided, SkipReason } from '../../festival/contract/decision'
import { type Action, shownUntil } from '../../festival/contract/states'
import type { NewAuditLine } from '../db/audit'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, Tables } from '../db/schema'
import { findLatestChangeByOthers } from '../entries/earlier-values'
import { findReviewed, noSuchEntry, type ReviewedEntry } from '../entries/entry'
import { changeReview, type NextReview, readReview, refuseUsedId } from '../entries/review'
import { isUsedId } from '../entries/used-ids'
import { ApiError, refuseFields } from '../http/api-error'
import { hashSecret } from '../system/secret'

export interface DecisionCommand {
  /** Made by the device. A retry has the same id. */
  id: string
  batchId?: string
  entryId: string
  version: number
  decision: Action
  actor: string
  now: Date
  /** Hashed to recognise another command with the same id. */
  content: unknown
}

interface Change {
  next: NextReview
  line: Pick<NewAuditLine, 'action' | 'detail'>
  row: Pick<DecisionRow, 'reasons' | 'note' | 'money'> &
    Partial<Pick<DecisionRow, 'is_mistake' | 'reason'>>
  /** Writes related rows. @returns the id of the e-mail, if one is sent */
  write: () => Promise<string | null>
}

/** `short` and `above`: the cash differs from the fee, and the organiser did not confirm it. */
type Refusal = 'illegal' | 'given-back' | 'cancelled' | 'no-picture' | 'short' | 'above'

/** `undone`: before this retry. `reused`: the id belongs to another decision. */
export type DecisionOutcome =
  | { is: 'taken'; row: DecisionRow }
  | { is: 'undone' | 'missing' | 'reused' | Refusal }
  | { is: 'stale'; review: ReviewRow }

/**
 * Writes the change, the audit line, the e-mail and the decision in one transaction.
 * @param plan returns a refusal if the entry does not allow the decision
 */
export const applyDecision = async (
  transaction: Transaction<Tables>,
  command: DecisionCommand,
  plan: (reviewed: { review: ReviewRow; entry: ReviewedEntry }) => Promise<Change | Refusal>,
): Promise<DecisionOutcome> => {
  const { id, batchId = null, entryId, version, decision, actor, now } = command
  const earlier = await findEarlierAttempt(transaction, command)
  if (earlier) {
    return earlier
  }
  // Another connection may have finished the same command since then.
  if (await isUsedId(transaction, id)) {
    return (await findEarlierAttempt(transaction, command)) ?? { is: 'reused' }
  }
  const reviewed = await findReviewed(transaction, entryId)
  if (!reviewed) {
    return { is: 'missing' }
  }
  const { review } = reviewed
  if (!isCurrentVersion(review, version, decision)) {
    return findConcurrentOutcome(transaction, command, review)
  }
  const change = await plan(reviewed)
  if (typeof change === 'string') {
    return { is: change }
  }
  const line = { at: now, actor, decisionId: id, ...change.line }
  const changed = await changeReview(transaction, review, change.next, line)
  if (!changed) {
    return findConcurrentOutcome(transaction, command, review)
  }
  const row: DecisionRow = {
    id,
    batch_id: batchId,
    entry_id: entryId,
    actor,
    decided_at: now.toISOString(),
    decision,
    from_state: review.state,
    from_source: review.source,
    to_state: changed.state,
    source: changed.source,
    version: changed.version,
    content: hashContent(command),
    is_mistake: 0,
    reason: '',
    ...change.row,
    replaced: null,
    message_id: await change.write(),
  }
  await transaction.insertInto('decision').values(row).execute()
  return { is: 'taken', row }
}

/** The same command on another connection may have changed the entry first. */
const findConcurrentOutcome = async (
  transaction: Transaction<Tables>,
  command: DecisionCommand,
  review: ReviewRow,
): Promise<DecisionOutcome> => {
  const outcome = await findEarlierAttempt(transaction, command)
  if (outcome) {
    return outcome
  }
  return { is: 'stale', review: (await readReview(transaction, command.entryId)) ?? review }
}

const decisionsIgnoringOwnChanges: readonly Action[] = ['reject', 'withdraw']

/** Team changes by participants do not count for a rejection; otherwise they could prevent one. */
export const findRelevantChange = (
  review: ReviewRow,
  decision: Action,
): Pick<ReviewRow, 'version' | 'changed_at'> =>
  decisionsIgnoringOwnChanges.includes(decision) ? findLatestChangeByOthers(review) : review

export const isCurrentVersion = (
  review: ReviewRow,
  version: number | undefined,
  decision: Action,
): boolean =>
  version !== undefined &&
  version >= findRelevantChange(review, decision).version &&
  version <= review.version

/**
 * Reads the audit log first, so that a decision that commits between the reads does not look
 * undone.
 */
const findEarlierAttempt = async (
  db: DbOrTransaction,
  command: DecisionCommand,
): Promise<DecisionOutcome | undefined> => {
  const { id, entryId, decision, actor } = command
  const auditLine = await findAuditLine(db, id, ['decided', 'corrected'])
  const row = await db.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  const earlier = row ?? auditLine
  if (earlier && earlier.entry_id !== entryId) {
    return { is: 'reused' }
  }
  if (row && (row.decision !== decision || row.actor !== actor)) {
    return { is: 'reused' }
  }
  if (row?.content && row.content !== hashContent(command)) {
    return { is: 'reused' }
  }
  if (row) {
    return { is: 'taken', row }
  }
  return auditLine && { is: 'undone' }
}

const hashContent = ({ content }: DecisionCommand): string => hashSecret(JSON.stringify(content))

export const findAuditLine = (db: DbOrTransaction, id: string, actions: readonly AuditAction[]) => {
  const lines = db.selectFrom('audit_line').select('entry_id').where('decision_id', '=', id)
  return lines.where('action', 'in', actions).executeTakeFirst()
}

const refusals = {
  illegal: () => new ApiError('illegal', 'This is not possible in the entry’s current state.'),
  'given-back': () =>
    new ApiError('illegal', 'This payment was refunded. Collect it again before verifying.'),
  cancelled: () =>
    new ApiError(
      'illegal',
      'The event is cancelled. Its entries can only be verified by bank statement or cash.',
    ),
  'no-picture': () =>
    new ApiError('illegal', 'There is no payment picture. Verify by bank statement or cash.'),
  short: () =>
    refuseFields([
      { path: 'reason', message: 'Less than the fee was paid. Say why you accept it.' },
    ]),
  above: () =>
    refuseFields([
      { path: 'cash', message: 'This is more than the fee. Check the amount and confirm it.' },
    ]),
  reused: refuseUsedId,
  undone: () => new ApiError('undone', 'This decision was undone.'),
  missing: noSuchEntry,
}

export const refuseStale = (
  { state, version, changed_by: by, changed_at: at }: ReviewRow,
  words = 'The entry was changed after you opened it.',
) => new ApiError('stale', words, { current: { state, version, by, at } })

export const requireTaken = (outcome: DecisionOutcome): Decided => {
  if (outcome.is === 'taken') {
    return toDecided(outcome.row)
  }
  throw outcome.is === 'stale' ? refuseStale(outcome.review) : refusals[outcome.is]()
}

export const toDecided = ({
  id,
  entry_id,
  to_state,
  source,
  version,
  decided_at,
}: DecisionRow): Decided => ({
  id,
  entryId: entry_id,
  state: to_state,
  source,
  version,
  undoUntil: shownUntil(decided_at),
})

export const toSkipReason = ({ is }: Exclude<DecisionOutcome, { is: 'taken' }>): SkipReason => {
  if (is === 'undone' || is === 'reused') {
    return 'stale'
  }
  if (is === 'given-back' || is === 'above') {
    return 'illegal'
  }
  return is
}

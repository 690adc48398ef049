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

/** A decision about one record, as it comes. */
export interface DecisionCommand {
  /** Made by the device; the same command sent again has the same id, and no other record has it. */
  id: string
  batchId?: string
  entryId: string
  /** The version that was seen. */
  version: number
  decision: Action
  actor: string
  now: Date
  /** All that it says. */
  content: unknown
}

/** What a decision makes of a record. */
interface Change {
  next: NextReview
  line: Pick<NewAuditLine, 'action' | 'detail'>
  row: Pick<DecisionRow, 'reasons' | 'note' | 'money'> &
    Partial<Pick<DecisionRow, 'is_mistake' | 'reason'>>
  /** Writes what goes with it. @returns the id of the e-mail that tells the registrant; null where none does */
  write: () => Promise<string | null>
}

/**
 * Why a record does not allow a decision. `cancelled` and `no-picture`: a picture cannot verify it. `short` and
 * `above`: the cash differs from the fee, and nobody confirmed the difference.
 */
type Refusal = 'illegal' | 'given-back' | 'cancelled' | 'no-picture' | 'short' | 'above'

/** `taken`: also by an earlier try of the same id. `undone`: by such a one that was taken back since. `reused`: the id is another decision's. */
export type DecisionOutcome =
  | { is: 'taken'; row: DecisionRow }
  | { is: 'undone' | 'missing' | 'reused' | Refusal }
  | { is: 'stale'; review: ReviewRow }

/**
 * The one way in which a decision is taken: it names the version that it saw, and its id is taken once. New state, line of the audit
 * log, e-mail and decision are one transaction (behaviour 14.11).
 * @param plan says why where the record does not allow it
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
  // The same command by another connection may have finished between the two looks.
  if (await isUsedId(transaction, id)) {
    return (await findEarlierAttempt(transaction, command)) ?? { is: 'reused' }
  }
  const reviewed = await findReviewed(transaction, entryId)
  if (!reviewed) {
    return { is: 'missing' }
  }
  const { review } = reviewed
  if (isCurrentVersion(review, version, decision)) {
    const change = await plan(reviewed)
    if (typeof change === 'string') {
      return { is: change }
    }
    const line = { at: now, actor, decisionId: id, ...change.line }
    const changed = await changeReview(transaction, review, change.next, line)
    if (changed) {
      const row: DecisionRow = {
        ...{
          id,
          batch_id: batchId,
          entry_id: entryId,
          actor,
          decided_at: now.toISOString(),
          decision,
        },
        ...{ from_state: review.state, from_source: review.source },
        ...{ to_state: changed.state, source: changed.source, version: changed.version },
        content: hashContent(command),
        ...{
          is_mistake: 0,
          reason: '',
          ...change.row,
          replaced: null,
          message_id: await change.write(),
        },
      }
      await transaction.insertInto('decision').values(row).execute()
      return { is: 'taken', row }
    }
  }
  // Somebody else was quicker, or the same command by another connection.
  const concurrentOutcome = await findEarlierAttempt(transaction, command)
  return (
    concurrentOutcome ?? { is: 'stale', review: (await readReview(transaction, entryId)) ?? review }
  )
}

/** Decisions that do not depend on who is in the team. */
const decisionsIgnoringOwnChanges: readonly Action[] = ['reject', 'withdraw']

/** The latest change that a decision must have seen. Own team changes do not count for a rejection, so that participants cannot prevent it. */
export const findRelevantChange = (
  review: ReviewRow,
  decision: Action,
): Pick<ReviewRow, 'version' | 'changed_at'> =>
  decisionsIgnoringOwnChanges.includes(decision) ? findLatestChangeByOthers(review) : review

/** Whether a decision that saw this version may be taken on the entry as it is now. */
export const isCurrentVersion = (
  review: ReviewRow,
  version: number | undefined,
  decision: Action,
): boolean =>
  version !== undefined &&
  version >= findRelevantChange(review, decision).version &&
  version <= review.version

/**
 * What an id led to, where it was sent before. The audit log is read first: what commits between the two reads is then
 * found in the second, and is not taken for one that was undone.
 */
const findEarlierAttempt = async (
  db: DbOrTransaction,
  command: DecisionCommand,
): Promise<DecisionOutcome | undefined> => {
  const { id, entryId, decision, actor } = command
  const auditLine = await findAuditLine(db, id, ['decided', 'corrected'])
  const row = await db.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  if ((row ?? auditLine ?? { entry_id: entryId }).entry_id !== entryId) {
    return { is: 'reused' }
  }
  if (row && (row.decision !== decision || row.actor !== actor)) {
    return { is: 'reused' }
  }
  if (row?.content && row.content !== hashContent(command)) {
    return { is: 'reused' }
  }
  return row ? { is: 'taken', row } : auditLine && { is: 'undone' }
}

const hashContent = ({ content }: DecisionCommand): string => hashSecret(JSON.stringify(content))

/** The line of the audit log that an id has left. */
export const findAuditLine = (db: DbOrTransaction, id: string, actions: readonly AuditAction[]) => {
  const lines = db.selectFrom('audit_line').select('entry_id').where('decision_id', '=', id)
  return lines.where('action', 'in', actions).executeTakeFirst()
}

const refusals = {
  illegal: () => new ApiError('illegal', 'This is not possible in its present state.'),
  'given-back': () =>
    new ApiError('illegal', 'Its money was refunded. Take the money again first.'),
  cancelled: () =>
    new ApiError(
      'illegal',
      'Its event is cancelled. While it is, only the bank’s statement or cash can verify an entry.',
    ),
  'no-picture': () =>
    new ApiError(
      'illegal',
      'There is no picture of a payment. Verify it by the bank’s statement or in cash.',
    ),
  short: () =>
    refuseFields([
      { path: 'reason', message: 'Less than the fee was paid. Say why you accept it.' },
    ]),
  above: () =>
    refuseFields([
      { path: 'cash', message: 'This is more than the fee. Check the amount and confirm it.' },
    ]),
  reused: refuseUsedId,
  undone: () => new ApiError('undone', 'This decision was taken back.'),
  missing: noSuchEntry,
}

/** For a version that is not the newest any more. */
export const refuseStale = (
  { state, version, changed_by: by, changed_at: at }: ReviewRow,
  words = 'It was changed after you opened it.',
) => new ApiError('stale', words, { current: { state, version, by, at } })

/** The answer to a decision that was taken. @throws ApiError for one that was not */
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
  ...{ id, entryId: entry_id, state: to_state, source, version },
  undoUntil: shownUntil(decided_at),
})

/** Why one of a batch is left alone. */
export const toSkipReason = ({ is }: Exclude<DecisionOutcome, { is: 'taken' }>): SkipReason => {
  if (is === 'undone' || is === 'reused') {
    return 'stale'
  }
  if (is === 'given-back' || is === 'above') {
    return 'illegal'
  }
  return is
}

import type { Transaction } from 'kysely'
import type { Undone } from '../../festival/contract/decision'
import { undoUntil } from '../../festival/contract/states'
import {
  lockPayments,
  releaseAllocations,
  restoreAllocations,
  undoAllocations,
  undoRefundFirstMessage,
  wasRefunded,
} from '../bank/allocate'
import { removeCashTaken } from '../bank/cash-book'
import { isAccepted } from '../bank/expected'
import { selectAllocations } from '../bank/rows'
import { saveAudit } from '../db/audit'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { transact } from '../db/transact'
import { changeReview, type NextReview, readReview } from '../entries/review'
import { ApiError } from '../http/api-error'
import { holdConfirmation, isUnattempted, restoreEmail } from '../messages/decision-email'
import { type DecisionCommand, findAuditLine } from './apply-decision'
import { findDecisions, restartUndoWindow } from './batch'
import type { DecisionSettings } from './decide'
import type { ReviewDeps } from './deps'

/** Half of the time that a hold lasts. */
const holdRenewalMs = 30_000

/** `now` is when Undo was pressed. */
type UndoCommand = Pick<DecisionCommand, 'actor' | 'now'> & DecisionSettings

/**
 * Holds all e-mails until the whole batch is undone. A repeated request continues an incomplete
 * undo.
 * @throws ApiError if nothing can be undone
 */
export const undoDecisions = async (
  { db, clock, settings }: ReviewDeps,
  id: string,
  actor: string,
): Promise<Undone> => {
  // Undoing ten thousand decisions takes a while, so all use the time of the request.
  const command = { ...settings, actor, now: clock() }
  let heldAt = command.now
  await restartUndoWindow(db, id, heldAt)
  const rows = await findDecisions(db, id)
  const earlier = await findAuditLine(db, id, ['undone'])
  const reviews: ReviewRow[] = []
  const tooLate: string[] = []
  let isRefunded = false
  if (rows.length === 0) {
    if (!earlier) {
      throw new ApiError('not-found', 'There is no such decision.')
    }
    const review = earlier.entry_id === null ? undefined : await readReview(db, earlier.entry_id)
    if (!review) {
      throw new ApiError('undone', 'This was already undone.')
    }
    reviews.push(review)
  }
  for (const row of rows) {
    const now = clock()
    if (now.getTime() - heldAt.getTime() > holdRenewalMs) {
      heldAt = now
      await restartUndoWindow(db, id, now)
    }
    // Each decision has its own transaction, so that other writers do not wait.
    try {
      const restored = await transact(db, (transaction) => undoDecision(transaction, row, command))
      reviews.push(...restored)
    } catch (error) {
      if (!(error instanceof TooLateError)) {
        throw error
      }
      if (error instanceof RefundedError) {
        isRefunded = true
      }
      const isUndone = await findAuditLine(db, row.id, ['undone'])
      const review = isUndone && (await readReview(db, row.entry_id))
      if (review) {
        reviews.push(review)
      } else {
        tooLate.push(row.entry_id)
      }
    }
  }
  if (reviews.length === 0 && isRefunded) {
    throw new ApiError('illegal', undoRefundFirstMessage)
  }
  if (reviews.length === 0 && !earlier) {
    throw new ApiError(
      'too-late',
      'This can no longer be undone: the minute is over, or the entry has changed since. Decide again instead.',
    )
  }
  const entries = reviews.map(({ entry_id, state, source, version }) => ({
    id: entry_id,
    state,
    source,
    version,
  }))
  return { id, entries, tooLate }
}

/** Rolls back one undo that is too late or whose entry, e-mail or payment has changed. */
class TooLateError extends Error {}

class RefundedError extends TooLateError {}

/**
 * The version still increases, so that commands based on the decision become stale.
 * @returns this entry and others with the same payments
 * @throws TooLateError
 */
const undoDecision = async (
  transaction: Transaction<Tables>,
  row: DecisionRow,
  command: UndoCommand,
): Promise<ReviewRow[]> => {
  const { actor, now } = command
  const { id, entry_id, batch_id, message_id, from_state, from_source } = row
  if (row.decision === 'correct' || now >= undoUntil(row.decided_at)) {
    throw new TooLateError()
  }
  await lockPayments(transaction)
  const decided = await readReview(transaction, entry_id)
  if (!decided) {
    throw new TooLateError()
  }
  // The earlier state may depend on the refunded payment.
  if (await wasRefunded(transaction, entry_id, decided.changed_at)) {
    throw new RefundedError()
  }
  const seen = { entry_id, version: row.version, state: row.to_state }
  const line = { at: now, actor, action: 'undone', decisionId: id } as const
  if (row.is_mistake === 1) {
    throw new TooLateError()
  }
  const removedCash =
    row.source === 'cash'
      ? await removeCashTaken(transaction, { entryId: entry_id, decision: id }, { actor, now })
      : 0
  const next: NextReview = { state: from_state, source: from_source }
  if (removedCash > 0) {
    const remainingCash = (decided.cash_amount ?? 0) - removedCash
    next.reindex = true
    if (remainingCash > 0) {
      next.cash_amount = remainingCash
    } else {
      next.cash_amount = null
      next.cash_by = null
    }
  }
  const review = await changeReview(transaction, seen, next, line)
  if (!review) {
    throw new TooLateError()
  }
  if (batch_id !== null) {
    await saveAudit(transaction, { ...line, decisionId: batch_id })
  }
  if (message_id !== null) {
    const query = transaction
      .deleteFrom('message')
      .where('id', '=', message_id)
      .where(isUnattempted)
    if ((await query.executeTakeFirstOrThrow()).numDeletedRows !== 1n) {
      throw new TooLateError()
    }
  }
  const reviews = [review]
  for (const shared of await undoAllocations(transaction, { decision: id })) {
    reviews.push(...(await undoShared(transaction, shared, command)))
  }
  if (!(await restoreAllocations(transaction, id))) {
    throw new TooLateError()
  }
  // Payments that are allocated later may then verify this entry.
  if (from_source !== 'bank' && isAccepted({ state: from_state })) {
    await releaseAllocations(transaction, entry_id, id)
  }
  await transaction.deleteFrom('decision').where('id', '=', id).execute()
  const links = transaction.deleteFrom('private_link').where('entry_id', '=', entry_id)
  await links
    .where('purpose', '=', 'correction')
    .where('created_at', '>=', decided.changed_at)
    .execute()
  await holdConfirmation(transaction, entry_id, from_state === 'rejected')
  await restoreEmail(transaction, review, command)
  return reviews
}

/** Payments are never split, so the other entry's decision is undone, too. */
const undoShared = async (
  transaction: Transaction<Tables>,
  id: string,
  command: UndoCommand,
): Promise<ReviewRow[]> => {
  const decision = await transaction
    .selectFrom('decision')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (decision) {
    return undoDecision(transaction, decision, command)
  }
  // If no decision allocated the payment, it was added to an entry that was already verified.
  const shares = await selectAllocations(transaction)
    .select(['entry_id', 'at'])
    .where('decision_id', '=', id)
    .execute()
  for (const { entry_id, at } of shares) {
    if (await wasRefunded(transaction, entry_id, at)) {
      throw new RefundedError()
    }
  }
  await undoAllocations(transaction, { decision: id })
  return []
}

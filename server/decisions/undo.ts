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
import type { Db, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { changeReview, type NextReview, readReview } from '../entries/review'
import { ApiError } from '../http/api-error'
import {
  cancelConfirmation,
  isUnattempted,
  restoreConfirmation,
  restoreEmail,
} from '../messages/decision-email'
import { type DecisionCommand, findAuditLine } from './apply-decision'
import { findDecisions, restartUndoWindow } from './batch'
import type { DecisionSettings } from './decide'
import type { ReviewDeps } from './deps'

/** Half of the time that a hold lasts. */
const holdRenewalMs = 30_000

/** `now` is when Undo was pressed. */
type UndoCommand = Pick<DecisionCommand, 'actor' | 'now'> & DecisionSettings

/** Rolls back one undo that is too late or whose entry, e-mail or payment has changed. */
class TooLateError extends Error {}

class RefundedError extends TooLateError {}

const tooLateMessage =
  'This can no longer be undone: more than a minute has passed, or the entry has changed since. Make a new decision instead.'

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
  const decisions = await findDecisions(db, id)
  const earlierUndo = await findAuditLine(db, id, ['undone'])
  if (decisions.length === 0) {
    return { id, entries: [toUndoneEntry(await readEntryOfUndone(db, earlierUndo))], tooLate: [] }
  }
  const reviews: ReviewRow[] = []
  const tooLate: string[] = []
  let isRefunded = false
  for (const decision of decisions) {
    const now = clock()
    if (now.getTime() - heldAt.getTime() > holdRenewalMs) {
      heldAt = now
      await restartUndoWindow(db, id, now)
    }
    const result = await tryUndo(db, decision, command)
    if (result instanceof TooLateError) {
      tooLate.push(decision.entry_id)
      isRefunded ||= result instanceof RefundedError
    } else {
      reviews.push(...result)
    }
  }
  if (reviews.length === 0 && isRefunded) {
    throw new ApiError('illegal', undoRefundFirstMessage)
  }
  if (reviews.length === 0 && !earlierUndo) {
    throw new ApiError('too-late', tooLateMessage)
  }
  return { id, entries: reviews.map(toUndoneEntry), tooLate }
}

const toUndoneEntry = ({ entry_id: id, state, source, version }: ReviewRow) => ({
  id,
  state,
  source,
  version,
})

/**
 * The decision row is deleted by an undo, so a repeated undo answers from the audit log.
 * @throws ApiError `not-found` if there was never such a decision, `undone` if it covered several
 * entries
 */
const readEntryOfUndone = async (
  db: Db,
  undoLine: Awaited<ReturnType<typeof findAuditLine>>,
): Promise<ReviewRow> => {
  if (!undoLine) {
    throw new ApiError('not-found', 'There is no such decision.')
  }
  const { entry_id } = undoLine
  const review = entry_id === null ? undefined : await readReview(db, entry_id)
  if (!review) {
    throw new ApiError('undone', 'This decision was already undone.')
  }
  return review
}

/** Uses one transaction per decision, so that other writers do not wait. */
const tryUndo = async (
  db: Db,
  decision: DecisionRow,
  command: UndoCommand,
): Promise<ReviewRow[] | TooLateError> => {
  try {
    return await transact(db, (transaction) => undoDecision(transaction, decision, command))
  } catch (error) {
    if (!(error instanceof TooLateError)) {
      throw error
    }
    // An earlier request, or the undo of an entry with the same payment, may have undone it.
    const isUndone = await findAuditLine(db, decision.id, ['undone'])
    const review = isUndone && (await readReview(db, decision.entry_id))
    return review ? [review] : error
  }
}

/**
 * The version still increases, so that commands based on the decision become stale.
 * @returns this entry and others with the same payments
 * @throws TooLateError
 */
const undoDecision = async (
  transaction: Transaction<Tables>,
  decision: DecisionRow,
  command: UndoCommand,
): Promise<ReviewRow[]> => {
  const { actor, now } = command
  const { id, entry_id, batch_id, message_id, from_state } = decision
  const decided = await lockUndoable(transaction, decision, now)
  const review = await changeReview(
    transaction,
    { entry_id, version: decision.version, state: decision.to_state },
    await restoreCash(transaction, decision, decided, command),
    { at: now, actor, action: 'undone', decisionId: id },
  )
  if (!review) {
    throw new TooLateError()
  }
  if (batch_id !== null) {
    await saveAudit(transaction, { at: now, actor, action: 'undone', decisionId: batch_id })
  }
  if (message_id !== null) {
    await deleteUnattempted(transaction, message_id)
  }
  const sharedReviews = await undoPayments(transaction, decision, command)
  await transaction.deleteFrom('decision').where('id', '=', id).execute()
  await transaction
    .deleteFrom('private_link')
    .where('entry_id', '=', entry_id)
    .where('purpose', '=', 'correction')
    .where('created_at', '>=', decided.changed_at)
    .execute()
  if (from_state === 'rejected') {
    await cancelConfirmation(transaction, entry_id)
  } else {
    await restoreConfirmation(transaction, entry_id)
  }
  await restoreEmail(transaction, review, command)
  return [review, ...sharedReviews]
}

/** @throws TooLateError */
const lockUndoable = async (
  transaction: Transaction<Tables>,
  { decision, decided_at, entry_id, is_mistake }: DecisionRow,
  now: Date,
): Promise<ReviewRow> => {
  if (decision === 'correct' || now >= undoUntil(decided_at)) {
    throw new TooLateError()
  }
  await lockPayments(transaction)
  const review = await readReview(transaction, entry_id)
  if (!review) {
    throw new TooLateError()
  }
  // The earlier state may depend on the refunded payment.
  if (await wasRefunded(transaction, entry_id, review.changed_at)) {
    throw new RefundedError()
  }
  if (is_mistake === 1) {
    throw new TooLateError()
  }
  return review
}

/** @returns the earlier state, without the cash that the decision recorded */
const restoreCash = async (
  transaction: Transaction<Tables>,
  { id, entry_id: entryId, source, from_state, from_source }: DecisionRow,
  { cash_amount }: ReviewRow,
  { actor, now }: UndoCommand,
): Promise<NextReview> => {
  const earlier: NextReview = { state: from_state, source: from_source }
  if (source !== 'cash') {
    return earlier
  }
  const removed = await removeCashTaken(transaction, { entryId, decision: id }, { actor, now })
  if (removed === 0) {
    return earlier
  }
  const remaining = (cash_amount ?? 0) - removed
  const cash = remaining > 0 ? { cash_amount: remaining } : { cash_amount: null, cash_by: null }
  return { ...earlier, ...cash, reindex: true }
}

/** @throws TooLateError if an attempt to send the e-mail has begun */
const deleteUnattempted = async (transaction: Transaction<Tables>, id: string) => {
  const { numDeletedRows } = await transaction
    .deleteFrom('message')
    .where('id', '=', id)
    .where(isUnattempted)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) {
    throw new TooLateError()
  }
}

/**
 * @returns other entries whose decisions shared the payments
 * @throws TooLateError
 */
const undoPayments = async (
  transaction: Transaction<Tables>,
  { id, entry_id, from_state, from_source }: DecisionRow,
  command: UndoCommand,
): Promise<ReviewRow[]> => {
  const sharedReviews: ReviewRow[] = []
  for (const sharedId of await undoAllocations(transaction, { decision: id })) {
    sharedReviews.push(...(await undoShared(transaction, sharedId, command)))
  }
  if (!(await restoreAllocations(transaction, id))) {
    throw new TooLateError()
  }
  // Payments that are allocated later may then verify this entry.
  if (from_source !== 'bank' && isAccepted({ state: from_state })) {
    await releaseAllocations(transaction, entry_id, id)
  }
  return sharedReviews
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

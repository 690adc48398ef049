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
import { removeCashTaken } from '../bank/cash'
import { isAccepted } from '../bank/expected'
import { allocated } from '../bank/rows'
import { saveAudit } from '../db/audit'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import { transact } from '../db/transact'
import { changeReview, readReview } from '../entries/review'
import { ApiError } from '../http/api-error'
import { holdConfirmation, isUnattempted, restoreEmail } from '../messages/decision-email'
import { type DecisionCommand, findAuditLine } from './apply-decision'
import { findDecisions, restartUndoWindow } from './batch'
import type { DecisionSettings } from './decide'
import type { ReviewDeps } from './deps'

/** After how many milliseconds the e-mails' hold is renewed: half of what it lasts. */
const holdRenewalMs = 30_000

/** Who takes back, and when it was pressed. */
type UndoCommand = Pick<DecisionCommand, 'actor' | 'now'> & DecisionSettings

/**
 * Takes back one decision, or all of a batch. All their mails are held before the first is taken back, and for as long as that
 * takes; an undo that is sent again goes on where the one before was cut off.
 * @throws ApiError where nothing of it can be taken back
 */
export const undoDecisions = async (
  { db, clock, settings }: ReviewDeps,
  id: string,
  actor: string,
): Promise<Undone> => {
  // The minute counts until Undo is pressed: ten thousand are not taken back in a moment.
  const command = { ...settings, actor, now: clock() }
  let heldAt = command.now
  await restartUndoWindow(db, id, heldAt)
  const rows = await findDecisions(db, id)
  // Of one record, or, without a record, of a batch.
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
      throw new ApiError('undone', 'This was taken back already.')
    }
    reviews.push(review)
  }
  for (const row of rows) {
    const now = clock()
    if (now.getTime() - heldAt.getTime() > holdRenewalMs) {
      heldAt = now
      await restartUndoWindow(db, id, now)
    }
    // Each in a transaction of its own: others want to write too.
    const restored = await transact(db, (transaction) =>
      undoDecision(transaction, row, command),
    ).catch(async (error) => {
      if (!(error instanceof TooLateError)) {
        throw error
      }
      if (error instanceof RefundedError) {
        isRefunded = true
      }
      // Another try of the same undo may have taken it back meanwhile.
      const review =
        (await findAuditLine(db, row.id, ['undone'])) && (await readReview(db, row.entry_id))
      return review ? [review] : []
    })
    if (restored.length > 0) {
      reviews.push(...restored)
    } else {
      tooLate.push(row.entry_id)
    }
  }
  // What an earlier try took back is taken back, whatever stayed.
  if (reviews.length === 0 && isRefunded) {
    throw new ApiError('illegal', undoRefundFirstMessage)
  }
  if (reviews.length === 0 && !earlier) {
    throw new ApiError(
      'too-late',
      'This cannot be taken back: its minute is over, or the record has changed since. Decide again instead.',
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

/**
 * Its minute is over, the record has changed since, its mail was on its way already, or its money was allocated anew, reversed or
 * given back: nothing of the undo may stay.
 */
class TooLateError extends Error {}

/** The money that the decision rests on has a recorded refund. */
class RefundedError extends TooLateError {}

/**
 * Takes a decision back within its minute: its mail never goes, and nothing is left of it but two lines of the audit log
 * (behaviour 14.12). The version goes on counting, so that nobody who saw the decision decides unknowingly; the mail that it
 * cancelled is queued again.
 * @returns how it stands then, and with it those whom one of its payments was for as well
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
  // Money that was refunded since verifies nothing: the state before the decision rested on it (behaviour 15.53).
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
  const left = (decided.cash_amount ?? 0) - removedCash
  const cash = left > 0 ? { cash_amount: left } : { cash_amount: null, cash_by: null }
  const next = {
    state: from_state,
    source: from_source,
    ...(removedCash > 0 && { ...cash, reindex: true }),
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
  // What was allocated since without verifying anybody may verify its own person.
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

/** Takes back the decision about another whom one payment was for as well: half of a payment is nobody's (behaviour 15.25). */
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
  // Without a decision the payment was only added to what verifies that one.
  const shares = await allocated(transaction)
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

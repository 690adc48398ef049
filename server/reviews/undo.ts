import type { ExpressionBuilder, Transaction } from 'kysely'
import type { Undone } from '../../festival/desk/decision'
import { shownUntil, undoSeconds, undoUntil } from '../../festival/desk/states'
import { lockPayments, releaseAllocations, restoreAllocations, undoAllocations } from '../bank/allocate'
import { isAccepted } from '../bank/expected'
import { saveAudit } from '../db/audit'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { ApiError } from '../http/api-error'
import { changeReview, readReview } from '../submissions/review'
import { type DecisionSettings, wasGivenBack } from './decide'
import { holdConfirmation, isUntold, restoreLetter } from './decision-letter'
import type { ReviewParts } from './parts'

/** Whether a decision is of a press, about one record or many. */
const isOfPress =
  (id: string) =>
  ({ or, eb }: ExpressionBuilder<Tables, 'decision'>) =>
    or([eb('decision.id', '=', id), eb('batch_id', '=', id)])

export const findDecisions = (db: DbOrTransaction, id: string): Promise<DecisionRow[]> =>
  db.selectFrom('decision').selectAll().where(isOfPress(id)).orderBy('record_id').execute()

/** The line of what was taken back with this id before: of one record, or, without a record, of a press that decided many. */
const findUndone = (db: DbOrTransaction, id: string) =>
  db
    .selectFrom('audit_entry')
    .select('record_id')
    .where('decision_id', '=', id)
    .where('action', '=', 'undone')
    .executeTakeFirst()

/** @throws ApiError `illegal` where many were decided by this id by another organiser, or otherwise: nobody moves those */
export const requireOwnPress = async (db: Db, own: Pick<DecisionRow, 'id' | 'actor' | 'decision'>): Promise<void> => {
  const row = await db.selectFrom('decision').selectAll().where(isOfPress(own.id)).limit(1).executeTakeFirst()
  if (!row || (row.batch_id === own.id && row.actor === own.actor && row.decision === own.decision)) return
  throw new ApiError('illegal', 'This press was somebody else’s, or decided something else. Decide anew.')
}

/** How long their mails are held without another word, in milliseconds: half of what a hold lasts. */
const holdsForMs = 30_000

const toStanding = ({ record_id, state, ground, version }: ReviewRow): Undone['submissions'][number] => ({
  ...{ id: record_id, state, ground, version },
})

/**
 * Takes back what one press decided, of one record or of many. All their mails are held before the first is taken back, and
 * for as long as that takes; a press that is sent again goes on where the one before was cut off.
 * @throws ApiError where nothing of it can be taken back
 */
export const takeBack = async ({ db, clock, settings }: ReviewParts, id: string, actor: string): Promise<Undone> => {
  // The minute counts until the press: ten thousand are not taken back in a moment.
  const pressed = clock()
  let held = pressed
  await transact(db, (transaction) => holdPress(transaction, id, held))
  const rows = await findDecisions(db, id)
  const before = await findUndone(db, id)
  const undone: Undone = { id, submissions: [], tooLate: [] }
  if (rows.length === 0) {
    if (!before) throw new ApiError('not-found', 'There is no such decision.')
    const review = before.record_id === null ? undefined : await readReview(db, before.record_id)
    if (!review) throw new ApiError('undone', 'This was taken back already.')
    return { ...undone, submissions: [toStanding(review)] }
  }
  for (const row of rows) {
    const now = clock()
    if (now.getTime() - held.getTime() > holdsForMs) {
      held = now
      await transact(db, (transaction) => holdPress(transaction, id, now))
    }
    const standing = await undoOne(db, row, { ...settings, actor, now: pressed })
    if (standing) undone.submissions.push(...standing.map(toStanding))
    else undone.tooLate.push(row.record_id)
  }
  // What an earlier try took back is taken back, whatever stayed.
  if (undone.submissions.length === 0 && !before)
    throw new ApiError(
      'too-late',
      'This cannot be taken back: its minute is over, or the record has changed since. Decide anew instead.',
    )
  return undone
}

/** Who takes back, and when it was pressed. */
interface UndoPress extends DecisionSettings {
  actor: string
  now: Date
}

/** Takes one decision back, in a transaction of its own: others want to write too. @returns undefined where it comes too late */
const undoOne = async (db: Db, row: DecisionRow, press: UndoPress): Promise<ReviewRow[] | undefined> => {
  try {
    const standing = await transact(db, (transaction) => undo(transaction, row, press))
    if (standing) return standing
  } catch (error) {
    if (!(error instanceof TooLateError)) throw error
  }
  // Another try of the same undo may have taken it back meanwhile.
  const review = (await findUndone(db, row.id)) && (await readReview(db, row.record_id))
  return review && [review]
}

/**
 * Gives all of a press that can be taken back one moment, and their mails one that is a minute after it: nobody is told of a
 * part of it while the rest is still being decided, or taken back (behaviour 14.12).
 */
export const holdPress = async (db: DbOrTransaction, id: string, now: Date): Promise<void> => {
  const until = undoUntil(now.toISOString()).toISOString()
  const since = new Date(now.getTime() - undoSeconds * 1_000).toISOString()
  await db
    .updateTable('message')
    .set({ next_attempt_at: until })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('decision').select('message_id').where(isOfPress(id)).where('decided_at', '>', since),
    )
    .where(isUntold)
    .where('next_attempt_at', '<', until)
    .execute()
  await db
    .updateTable('decision')
    .set({ decided_at: now.toISOString() })
    .where(isOfPress(id))
    .where('decided_at', '>', since)
    // What was decided anew since keeps its moment: it can't be taken back any more.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('review')
          .select('review.record_id')
          .whereRef('review.record_id', '=', 'decision.record_id')
          .whereRef('review.version', '=', 'decision.version'),
      ),
    )
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('message_id', 'is', null),
        exists(
          selectFrom('message').select('message.id').whereRef('message.id', '=', 'decision.message_id').where(isUntold),
        ),
      ]),
    )
    .execute()
}

/**
 * Until when the desk shows that a press can be taken back: by the moment of its decisions, also where it is sent again after its
 * minute; by `now` where it decided nothing.
 */
export const readUndoUntil = async (db: DbOrTransaction, id: string, now: Date): Promise<string> => {
  const { newest } = await db
    .selectFrom('decision')
    .select(({ fn }) => fn.max('decided_at').as('newest'))
    .where(isOfPress(id))
    .executeTakeFirstOrThrow()
  return shownUntil(newest ?? now)
}

/** The mail was on its way already, or what the decision freed was spent anew or reversed: nothing of the undo may stay. */
class TooLateError extends Error {}

/**
 * Takes a decision back within its minute: its mail never goes, and nothing is left of it but two lines of the audit log
 * (behaviour 14.12). The version goes on counting, so that nobody who saw the decision decides unknowingly; the mail that it
 * cancelled is queued again.
 * @returns how it stands then, and with it those whom one of its payments was for as well; undefined where something else was
 * decided since, or its minute is over
 * @throws TooLateError
 */
const undo = async (
  transaction: Transaction<Tables>,
  row: DecisionRow,
  press: UndoPress,
): Promise<ReviewRow[] | undefined> => {
  const { actor, now, publicUrl } = press
  const { id, record_id, batch_id, message_id, from_state, from_ground } = row
  if (row.decision === 'correct') return undefined
  if (now >= undoUntil(row.decided_at)) return undefined
  await lockPayments(transaction)
  const decided = await readReview(transaction, record_id)
  // Money that was given back since verifies nobody: what stood before the decision stood on that money (behaviour 15.53).
  if (!decided || (await wasGivenBack(transaction, record_id, decided.changed_at))) return undefined
  const seen = { record_id, version: row.version, state: row.to_state }
  const before = { state: from_state, ground: from_ground, changed_by: actor }
  if (!(await changeReview(transaction, seen, before, now))) return undefined
  if (message_id !== null) {
    const query = transaction.deleteFrom('message').where('id', '=', message_id).where(isUntold)
    if ((await query.executeTakeFirstOrThrow()).numDeletedRows !== 1n) throw new TooLateError()
  }
  const others: ReviewRow[] = []
  for (const shared of await undoAllocations(transaction, id))
    others.push(...(await undoShared(transaction, shared, press)))
  if (!(await restoreAllocations(transaction, id))) throw new TooLateError()
  // What was kept since, and had verified nobody before, may verify its own person.
  if (from_ground !== 'bank' && isAccepted({ state: from_state })) await releaseAllocations(transaction, record_id, id)
  await transaction.deleteFrom('decision').where('id', '=', id).execute()
  await transaction
    .deleteFrom('private_link')
    .where('record_id', '=', record_id)
    .where('purpose', '=', 'correction')
    .where('created_at', '>=', decided.changed_at)
    .execute()
  await saveAudit(transaction, { at: now, actor, action: 'undone', recordId: record_id, decisionId: id })
  if (batch_id !== null) await saveAudit(transaction, { at: now, actor, action: 'undone', decisionId: batch_id })
  await holdConfirmation(transaction, record_id, from_state === 'rejected')
  const review = await readReview(transaction, record_id)
  if (review) await restoreLetter(transaction, review, { now, publicUrl })
  return review && [review, ...others]
}

/** Takes back the decision about another whom one payment was for as well: half of a payment is nobody's (behaviour 15.25). */
const undoShared = async (transaction: Transaction<Tables>, id: string, press: UndoPress) => {
  const decision = await transaction.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  if (decision) {
    const standing = await undo(transaction, decision, press)
    if (!standing) throw new TooLateError()
    return standing
  }
  // Without a decision the payment was only added to what verifies that one.
  await undoAllocations(transaction, id)
  return []
}

import type { ExpressionBuilder, Transaction } from 'kysely'
import { undoSeconds } from '../../festival/desk/states'
import { lockPayments, releaseAllocations, restoreAllocations, undoAllocations } from '../bank/allocate'
import { isAccepted } from '../bank/expected'
import type { DecisionRow, ReviewRow } from '../db/desk-schema'
import type { DbOrTransaction, Tables } from '../db/schema'
import { noteAuditOnce } from './audit'
import { shownUntil, undoUntil } from './decide'
import { changeReview, readReview } from './review'

/**
 * `undone`: also by an earlier try; `others` are those whom one of its payments was for as well, and who were taken back with it.
 * `stale`: something else was decided since.
 */
export type UndoOutcome =
  | { is: 'undone'; review: ReviewRow; others: readonly ReviewRow[] }
  | { is: 'missing' | 'too-late' | 'stale'; recordId?: string }

/** The decisions of a press, of one record or of many. */
export const findDecisions = (db: DbOrTransaction, id: string): Promise<DecisionRow[]> =>
  db
    .selectFrom('decision')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', id), eb('batch_id', '=', id)]))
    .orderBy('record_id')
    .execute()

/** The line of what was taken back with this id before: of one record, or, without a record, of a press that decided many. */
export const findUndone = (db: DbOrTransaction, id: string): Promise<{ record_id: string | null } | undefined> =>
  db
    .selectFrom('audit_entry')
    .select('record_id')
    .where('decision_id', '=', id)
    .where('action', '=', 'undone')
    .executeTakeFirst()

/** A mail that nobody has begun to send. */
const isUntold = ({ and, eb }: ExpressionBuilder<Tables, 'message'>) =>
  and([eb('message.state', 'in', ['queued', 'failed']), eb('message.attempts', '=', 0)])

/**
 * Gives all of a press that can be taken back one moment, and their mails one that is a minute after it: nobody is told of a
 * part of it while the rest is still being decided, or taken back (behaviour 14.12).
 */
export const holdPress = async (db: DbOrTransaction, id: string, now: Date): Promise<void> => {
  const until = undoUntil(now.toISOString()).toISOString()
  const since = new Date(now.getTime() - undoSeconds * 1_000).toISOString()
  const ofPress = ({ or, eb, and }: ExpressionBuilder<Tables, 'decision'>) =>
    and([or([eb('decision.id', '=', id), eb('batch_id', '=', id)]), eb('decided_at', '>', since)])
  await db
    .updateTable('message')
    .set({ next_attempt_at: until })
    .where('id', 'in', (eb) => eb.selectFrom('decision').select('message_id').where(ofPress))
    .where(isUntold)
    .where('next_attempt_at', '<', until)
    .execute()
  await db
    .updateTable('decision')
    .set({ decided_at: now.toISOString() })
    .where(ofPress)
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
    .where(({ or, eb }) => or([eb('id', '=', id), eb('batch_id', '=', id)]))
    .executeTakeFirstOrThrow()
  return shownUntil(newest ?? now)
}

/** Takes the mail back, if nobody has begun to send it. */
const takeBackMail = async (db: DbOrTransaction, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('message')
    .where('id', '=', id)
    .where(isUntold)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Money that was given back since verifies nobody: what stood before the decision stood on that money (behaviour 15.53). */
const wasRefundedSince = async (db: DbOrTransaction, { record_id, changed_at }: ReviewRow): Promise<boolean> => {
  const refund = db
    .selectFrom('bank_refund')
    .select('id')
    .where('record_id', '=', record_id)
    .where('kind', '=', 'returned')
  return (await refund.where('at', '>=', changed_at).executeTakeFirst()) !== undefined
}

/**
 * Takes a decision back within its minute: its mail never goes, and nothing is left of it but two lines of the audit log
 * (behaviour 14.12). The version goes on counting, so that nobody who saw the decision decides unknowingly.
 */
export const undo = async (
  transaction: Transaction<Tables>,
  row: DecisionRow,
  actor: string,
  now: Date,
): Promise<UndoOutcome> => {
  if (now >= undoUntil(row.decided_at)) return { is: 'too-late', recordId: row.record_id }
  const seen = { record_id: row.record_id, version: row.version, state: row.to_state }
  await lockPayments(transaction)
  const decided = await readReview(transaction, row.record_id)
  if (decided && (await wasRefundedSince(transaction, decided))) return { is: 'too-late', recordId: row.record_id }
  const before = { state: row.from_state, ground: row.from_ground, changed_by: actor }
  if (!decided || !(await changeReview(transaction, seen, before, now))) return { is: 'stale', recordId: row.record_id }
  if (row.message_id !== null && !(await takeBackMail(transaction, row.message_id)))
    throw new TooLateError(row.record_id)
  const others: ReviewRow[] = []
  for (const shared of await undoAllocations(transaction, row.id))
    others.push(...(await undoShared(transaction, row.record_id, shared, actor, now)))
  if (!(await restoreAllocations(transaction, row.id))) throw new TooLateError(row.record_id)
  // What was kept since, and had verified nobody before, may verify its own person.
  if (row.from_ground !== 'bank' && isAccepted({ state: row.from_state }))
    await releaseAllocations(transaction, row.record_id, row.id)
  await transaction.deleteFrom('decision').where('id', '=', row.id).execute()
  await transaction
    .deleteFrom('private_link')
    .where('record_id', '=', row.record_id)
    .where('purpose', '=', 'correction')
    .where('created_at', '>=', decided.changed_at)
    .execute()
  await noteAuditOnce(transaction, { at: now, actor, action: 'undone', recordId: row.record_id, decisionId: row.id })
  if (row.batch_id !== null)
    await noteAuditOnce(transaction, { at: now, actor, action: 'undone', decisionId: row.batch_id })
  const review = await readReview(transaction, row.record_id)
  return review ? { is: 'undone', review, others } : { is: 'missing' }
}

/** Takes back the decision about another whom one payment was for as well: half of a payment is nobody's (behaviour 15.25). */
const undoShared = async (
  transaction: Transaction<Tables>,
  recordId: string,
  id: string,
  actor: string,
  now: Date,
): Promise<readonly ReviewRow[]> => {
  const decision = await transaction.selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  // Without a decision the payment was only added to what verifies that one.
  if (!decision) {
    await undoAllocations(transaction, id)
    return []
  }
  const outcome = await undo(transaction, decision, actor, now)
  if (outcome.is !== 'undone') throw new TooLateError(recordId)
  return [outcome.review, ...outcome.others]
}

/** The mail was on its way already, or what the decision freed was spent anew or reversed: nothing of the undo may stay. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError'
  constructor(readonly recordId: string) {
    super('This decision cannot be taken back any more')
  }
}

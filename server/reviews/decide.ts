import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Current, Decided, GivenReason, Verdict } from '../../festival/desk/decision'
import { type Decision, isLegal, shownUntil, transitions, undoUntil } from '../../festival/desk/states'
import type { FieldError } from '../../festival/problem'
import { lockPayments, releaseAllocations } from '../bank/allocate'
import { saveAudit } from '../db/audit'
import type { DecisionRow } from '../db/desk-schema'
import type { DbOrTransaction, Tables } from '../db/schema'
import { refuseFields } from '../http/api-error'
import { readRecord } from '../submissions/record'
import { changeReview, readReview } from '../submissions/review'
import { cancelLetters, holdConfirmation, isTold, saveDecisionLetter } from './decision-letter'

/** What somebody decides about a record. */
export interface NewDecision extends Omit<Verdict, 'reasons'> {
  reasons: readonly GivenReason[]
  /** Made by the device, once a press. */
  id: string
  batchId?: string
  recordId: string
  /** The version that was seen. */
  version: number
  actor: string
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

/** @throws ApiError `invalid` for what an organiser's press can decide of no record */
export const requireVerdict = ({ decision, ground, reasons, money }: Verdict): void => {
  const faults: FieldError[] = []
  if (decision === 'verify' && ground === 'bank')
    faults.push({ path: 'ground', message: 'Only a row of the bank’s statement makes this ground.' })
  if (money !== undefined && decision !== 'reject')
    faults.push({ path: 'money', message: 'Only a rejection says what becomes of the money.' })
  if (decision === 'ask-correction' && reasons.length === 0)
    faults.push({ path: 'reasons', message: 'Say what is to be corrected.' })
  for (const [index, { key, difference }] of reasons.entries())
    if ((key === 'amount-short') !== (difference !== undefined))
      faults.push({
        path: `reasons.${index}.difference`,
        message: 'Say how much is missing, and only where too little was paid.',
      })
  if (faults.length > 0) throw refuseFields(faults)
}

/** Of many decided with one press each has an id of its own, always the same. */
export const idWithinBatch = (batchId: string, recordId: string): string =>
  createHash('sha256')
    .update(`${batchId} ${recordId}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')

/** A decision as its answer tells it. */
export const toDecided = ({ id, record_id, to_state, ground, version, decided_at }: DecisionRow): Decided => ({
  ...{ id, submission: record_id, state: to_state, ground, version },
  undoUntil: shownUntil(decided_at),
})

/**
 * What an id led to, where it was sent before. The audit log is read first: what commits between the two reads is then
 * found in the second, and is not taken for one that was undone.
 */
const findEarlierTry = async (
  db: DbOrTransaction,
  { id, recordId, decision, actor }: NewDecision,
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

/** Whether the record's money was given back, after this moment. */
export const wasGivenBack = async (db: DbOrTransaction, recordId: string, since = ''): Promise<boolean> =>
  (await db
    .selectFrom('bank_refund')
    .select('id')
    .where('record_id', '=', recordId)
    .where('kind', '=', 'returned')
    .where('at', '>=', since)
    .executeTakeFirst()) !== undefined

/** Decisions after which the bank's rows are no more this record's; others leave them, so that they can be given back. */
const freeing: readonly Decision[] = ['reopen', 'ask-correction']

/**
 * Takes a decision: the record's new state, the decision, its line of the audit log and its mail are one transaction
 * (behaviour 14.11). A decision names the version that it saw, and its id is taken once. The mail leaves when it can no longer
 * be taken back, and in place of an earlier decision's that waits.
 */
export const decide = async (
  transaction: Transaction<Tables>,
  wanted: NewDecision,
  { publicUrl }: DecisionSettings,
): Promise<DecisionOutcome> => {
  const { id, actor, now, decision, recordId, reasons, note, money, writeToAll = false, detail = {} } = wanted
  const frees = freeing.includes(decision)
  // Before the record's own lock, as whoever spends a payment does.
  if (frees) await lockPayments(transaction)
  const earlier = await findEarlierTry(transaction, wanted)
  if (earlier) return earlier
  const review = await readReview(transaction, recordId)
  const record = review && (await readRecord(transaction, review))
  if (!record) return { is: 'missing' }
  if (review.version !== wanted.version) return loseRace(transaction, wanted)
  // Who was verified by the picture is verified by the bank's row as well: the state stays, and nobody is told again.
  const confirms =
    decision === 'verify' && wanted.ground === 'bank' && review.state === 'verified' && review.ground === 'picture'
  if (!confirms && !isLegal(decision, review.state)) return { is: 'illegal' }
  // Cash that was given back verifies nobody (behaviour 15.53).
  if (decision === 'verify' && review.cash_amount !== null && (await wasGivenBack(transaction, recordId)))
    return { is: 'illegal' }
  const state = transitions[decision].to
  // Whoever paid in cash is verified by that: no picture and no bank shows it.
  const source = wanted.ground === 'bank' ? 'bank' : review.cash_amount === null ? 'picture' : 'cash'
  const ground = state === 'verified' ? source : null
  if (!(await changeReview(transaction, review, { state, ground, changed_by: actor }, now)))
    return loseRace(transaction, wanted)
  const noted = { decision, ...(ground === null ? {} : { ground }), ...detail }
  const line = { at: now, actor, action: 'decided', recordId, decisionId: id, detail: noted } as const
  if (!(await saveAudit(transaction, line))) throw new Error('One id was sent for two decisions')
  if (!confirms && review.changed_by !== null) await cancelLetters(transaction, recordId)
  if (state === 'rejected' || review.state === 'rejected')
    await holdConfirmation(transaction, recordId, state === 'rejected')
  // Putting it back is the desk's own affair.
  const tells =
    !confirms && decision !== 'reopen' && (writeToAll || (await isTold(transaction, decision, record.email)))
  const given = reasons.map(({ key, difference }) => (difference === undefined ? { key } : { key, difference }))
  const told = { reasons: given, note, ...(money === undefined ? {} : { money }) }
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
    reasons: JSON.stringify(given),
    note,
    money: money ?? null,
    replaced: null,
    message_id: tells
      ? await saveDecisionLetter(transaction, record, {
          ...{ ...told, decision, now, publicUrl },
          notBefore: undoUntil(now.toISOString()),
        })
      : null,
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
  if (!review) return { is: 'missing' }
  const { state, version, changed_by: by, changed_at: at } = review
  return { is: 'stale', current: { state, version, by, at } }
}

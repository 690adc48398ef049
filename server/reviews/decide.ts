import type { Transaction } from 'kysely'
import { type DecideOne, type GivenReason, mistakeNote, type Verdict } from '../../festival/desk/decision'
import { fitsKind } from '../../festival/desk/reasons'
import { type Decision, isLegal, transitions, undoUntil } from '../../festival/desk/states'
import type { FieldError } from '../../festival/problem'
import { lockPayments, releaseAllocations, sumLeft } from '../bank/allocate'
import { lockCash, noteTaken, removeTaken } from '../bank/cash'
import type { Tables } from '../db/schema'
import { refuseFields } from '../http/api-error'
import { findReached } from '../mail/save-message'
import { applyDecision, type Command, type DecisionOutcome } from './apply-decision'
import { cancelEmails, holdConfirmation, saveDecisionEmail } from './decision-email'

/** What somebody decides about a record. */
export interface NewDecision
  extends Omit<Command, 'content'>,
    Omit<Verdict, 'decision' | 'reasons'>,
    Pick<DecideOne, 'cash' | 'isMistake'> {
  decision: Decision
  reasons: readonly GivenReason[]
  /** What the line of the audit log says beside the decision. */
  detail?: Readonly<Record<string, string | number>>
}

/** What a decision needs of the installation. */
export interface DecisionSettings {
  publicUrl: string
}

/** @throws ApiError `invalid` for what an organiser can decide of no record */
export const requireVerdict = ({
  decision,
  ground,
  reasons,
  money,
  cash,
  isMistake,
}: Verdict & Pick<DecideOne, 'cash' | 'isMistake'>): void => {
  const faults: FieldError[] = []
  if (decision === 'verify' && ground === 'bank')
    faults.push({ path: 'ground', message: 'Only a row of the bank’s statement can verify by bank.' })
  if (money !== undefined && decision !== 'reject')
    faults.push({ path: 'money', message: 'Only a rejection says what happens to the money.' })
  if (cash !== undefined && (decision !== 'verify' || ground !== 'cash'))
    faults.push({ path: 'cash', message: 'Cash is taken by verifying with it.' })
  if (isMistake && decision !== 'withdraw')
    faults.push({ path: 'isMistake', message: 'What was entered by mistake is withdrawn.' })
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

/** Decisions after which the bank's rows are no more this record's; others leave them, so that they can be given back. */
const freeing: readonly Decision[] = ['reopen', 'ask-correction']

/** Takes a decision. Its mail leaves when it can no longer be taken back, and in place of an earlier decision's that waits. */
export const decide = async (
  transaction: Transaction<Tables>,
  command: NewDecision,
  { publicUrl }: DecisionSettings,
): Promise<DecisionOutcome> => {
  const { id, now, actor, decision, recordId, reasons, money = null, cash = 0, isMistake = false } = command
  const note = isMistake ? mistakeNote : command.note
  const isSilent = command.isSilent && decision === 'reject'
  const isFreeing = freeing.includes(decision)
  // Before the record's own lock, as whoever allocates a payment does.
  if (isFreeing || isMistake) await lockPayments(transaction)
  if (isMistake) await lockCash(transaction)
  const content = [command.ground, reasons, note, money, cash, ...(isSilent ? ['silent'] : [])]
  return applyDecision(transaction, { ...command, content }, async ({ review, record }) => {
    // Who was verified by the picture is verified by the bank's row as well: the state stays, and nobody is told again.
    const isConfirming =
      decision === 'verify' && command.ground === 'bank' && review.state === 'verified' && review.ground === 'picture'
    if (!isConfirming && !isLegal(decision, review.state)) return 'illegal'
    if (isMistake && review.entered_by === null) return 'illegal'
    const cashInAll = (review.cash_amount ?? 0) + cash
    const isPaidInCash = cashInAll > 0
    // Cash that was given back verifies nobody (behaviour 15.53).
    if (decision === 'verify' && isPaidInCash && (await sumLeft(transaction, recordId, cashInAll)) <= 0)
      return 'given-back'
    if (!reasons.every(({ key }) => fitsKind(key, review.kind)))
      throw refuseFields([{ path: 'reasons', message: 'A reason does not fit this kind of submission.' }])
    const state = transitions[decision].to
    // Whoever paid in cash is verified by that: no picture and no bank shows it.
    const source = command.ground === 'bank' ? 'bank' : isPaidInCash ? 'cash' : 'picture'
    const ground = state === 'verified' ? source : null
    return {
      next: {
        ...{ state, ground },
        ...(cash > 0 && { cash_amount: cashInAll, cash_by: actor, prepared: 0 }),
        ...(isMistake && { cash_amount: null, cash_by: null }),
      },
      line: {
        action: 'decided',
        detail: { decision, ...(ground && { ground }), ...(cash > 0 && { paise: cash }), ...command.detail },
      },
      row: { reasons: JSON.stringify(reasons), note, money },
      write: async () => {
        if (isFreeing) await releaseAllocations(transaction, recordId, id)
        if (cash > 0) await noteTaken(transaction, { id, recordId, actor, amount: cash, now })
        if (isMistake) await removeTaken(transaction, 'record_id', recordId, { actor, now })
        if (!isConfirming) await cancelEmails(transaction, recordId)
        if (state === 'rejected' || isMistake || review.state === 'rejected')
          await holdConfirmation(transaction, recordId, state === 'rejected' || isMistake)
        // Putting it back is the desk's own affair.
        if (isConfirming || isMistake || isSilent || decision === 'reopen') return null
        // An address that no e-mail ever reached may be a stranger's.
        const isAnybodys = decision === 'reject' && (await findReached(transaction, [record.email])).size === 0
        if (isAnybodys && !command.writeToAll) return null
        const notBefore = undoUntil(now.toISOString())
        return saveDecisionEmail(transaction, record, { decision, reasons, note, money, now, notBefore, publicUrl })
      },
    }
  })
}

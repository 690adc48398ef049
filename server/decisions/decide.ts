import type { Transaction } from 'kysely'
import { maxCash } from '../../festival/contract/cash'
import type { DecideOne, GivenReason, Verdict } from '../../festival/contract/decision'
import type { FieldError } from '../../festival/contract/problem'
import { fitsKind } from '../../festival/contract/reasons'
import { type Decision, isLegal, transitions, undoUntil } from '../../festival/contract/states'
import { paymentFields } from '../../festival/forms/upload'
import { lockPayments, readBalance, releaseAllocations, sumRefunded } from '../bank/allocate'
import { lockCash, recordCashTaken, removeCashTaken } from '../bank/cash'
import type { Tables } from '../db/schema'
import type { ReviewedEntry } from '../entries/entry'
import { refuseFields } from '../http/api-error'
import { findDeliveredMailboxes } from '../mail/save-message'
import { cancelEmails, holdConfirmation, saveDecisionEmail } from '../messages/decision-email'
import { applyDecision, type DecisionCommand, type DecisionOutcome } from './apply-decision'

/** What only a decision about one record can say. */
type CashVerdict = Pick<DecideOne, 'cash' | 'difference' | 'reason' | 'isMistake'>

/** The note of every withdrawal that is marked as a mistake, for the timeline. */
const mistakeNote = 'It was entered by mistake.'

/** What somebody decides about a record. */
export interface NewDecision
  extends Omit<DecisionCommand, 'content'>,
    Omit<Verdict, 'decision' | 'reasons'>,
    CashVerdict {
  decision: Decision
  reasons: readonly GivenReason[]
  /** What the line of the audit log says beside the decision. */
  detail?: Readonly<Record<string, string | number>>
}

/** What a decision needs of the installation. */
export interface DecisionSettings {
  publicUrl: string
  /** The keys of the events that are cancelled now. */
  listCancelled: () => readonly string[]
}

/** @throws ApiError `invalid` for what an organiser can decide of no record */
export const requireVerdict = ({
  decision,
  source,
  reasons,
  money,
  cash,
  difference,
  reason,
  isMistake,
}: Verdict & CashVerdict): void => {
  const faults: FieldError[] = []
  if (decision === 'verify' && source === 'bank') {
    faults.push({
      path: 'source',
      message: 'Only a row of the bank’s statement can verify by bank.',
    })
  }
  if (money !== undefined && decision !== 'reject') {
    faults.push({ path: 'money', message: 'Only a rejection says what happens to the money.' })
  }
  if (cash !== undefined && (decision !== 'verify' || source !== 'cash')) {
    faults.push({ path: 'cash', message: 'Record cash only when you verify by cash.' })
  }
  if (
    (difference !== undefined || reason !== undefined) &&
    (decision !== 'verify' || source !== 'cash')
  ) {
    faults.push({
      path: 'difference',
      message: 'Accept a difference only when you verify by cash.',
    })
  }
  if (isMistake && decision !== 'withdraw') {
    faults.push({ path: 'isMistake', message: 'What was entered by mistake is withdrawn.' })
  }
  if (decision === 'ask-correction' && reasons.length === 0) {
    faults.push({ path: 'reasons', message: 'Say what is to be corrected.' })
  }
  for (const [index, { key, difference }] of reasons.entries()) {
    if ((key === 'amount-short') !== (difference !== undefined)) {
      faults.push({
        path: `reasons.${index}.difference`,
        message: 'Say how much is missing, and only where too little was paid.',
      })
    }
  }
  if (faults.length > 0) {
    throw refuseFields(faults)
  }
}

/** Decisions after which the bank's rows are no more this record's; others leave them, so that they can be given back. */
const freeingDecisions: readonly Decision[] = ['reopen', 'ask-correction']

/** All that a decision says, for the hash that tells it from another one with the same id. */
const listContent = (
  { source, reasons, difference, reason, cash = 0, money }: NewDecision,
  note: string,
  isSilent: boolean,
): unknown[] => {
  const content: unknown[] = [source, reasons, note, money ?? null, cash]
  if (isSilent) {
    content.push('silent')
  }
  if (difference !== undefined || reason !== undefined) {
    content.push({ difference, reason })
  }
  return content
}

/** Whether a picture of a payment is there, not only the note that it was deleted. */
const hasPicture = ({ proofs }: ReviewedEntry): boolean =>
  proofs.some(({ field, url }) => paymentFields.includes(field) && URL.canParse(url))

/** Takes a decision. Its mail leaves when it can no longer be taken back, and in place of an earlier decision's that waits. */
export const decide = async (
  transaction: Transaction<Tables>,
  command: NewDecision,
  { publicUrl, listCancelled }: DecisionSettings,
): Promise<DecisionOutcome> => {
  const {
    id,
    now,
    actor,
    decision,
    entryId,
    reasons,
    money = null,
    cash = 0,
    isMistake = false,
  } = command
  const note = isMistake ? mistakeNote : command.note
  const isSilent = command.isSilent && decision === 'reject'
  const isFreeing = freeingDecisions.includes(decision)
  // Before the record's own lock, as whoever allocates a payment does.
  if (isFreeing || isMistake) {
    await lockPayments(transaction)
  }
  if (isMistake) {
    await lockCash(transaction)
  }
  const content = listContent(command, note, isSilent === true)
  return applyDecision(transaction, { ...command, content }, async ({ review, entry }) => {
    // Who was verified by the picture is verified by the bank's row as well: the state stays, and nobody is told again.
    const isConfirming =
      decision === 'verify' &&
      command.source === 'bank' &&
      review.state === 'verified' &&
      review.source === 'picture'
    if (!isConfirming && !isLegal(decision, review.state)) {
      return 'illegal'
    }
    if (isMistake && review.entered_by === null) {
      return 'illegal'
    }
    const totalCash = (review.cash_amount ?? 0) + cash
    const isPaidInCash = totalCash > 0
    if (cash > 0 && totalCash > maxCash) {
      throw refuseFields([{ path: 'cash', message: 'An entry has at most ₹1,00,000 in cash.' }])
    }
    if (!reasons.every(({ key }) => fitsKind(key, review.kind))) {
      throw refuseFields([
        { path: 'reasons', message: 'A reason does not fit this kind of submission.' },
      ])
    }
    const state = transitions[decision].to
    // Whoever paid in cash is verified by that: no picture and no bank shows it.
    const paidBy = command.source === 'bank' ? 'bank' : isPaidInCash ? 'cash' : 'picture'
    const source = state === 'verified' ? paidBy : null
    if (source === 'picture') {
      if (listCancelled().includes(entry.event)) {
        return 'cancelled'
      }
      if (entry.amount && !hasPicture(entry)) {
        return 'no-picture'
      }
      // A picture shows one payment of the fee.
      const refunded = await sumRefunded(transaction, entryId)
      if (refunded > 0 && refunded >= (review.due ?? 0)) {
        return 'given-back'
      }
    }
    if (source === 'cash') {
      const balance = await readBalance(transaction, entryId, totalCash)
      if (balance <= 0) {
        return 'given-back'
      }
      const difference = balance - (review.due ?? 0)
      const isAccepted = command.difference === difference
      if (cash > 0 && difference > 0 && !isAccepted) {
        return 'above'
      }
      if (difference < 0 && !(isAccepted && command.reason)) {
        return 'short'
      }
    }
    const detail: Record<string, string | number> = { decision }
    if (source) {
      detail.source = source
    }
    if (source === 'cash') {
      detail.paise = cash || totalCash
    }
    return {
      next: {
        ...{ state, source },
        ...(cash > 0 && { cash_amount: totalCash, cash_by: actor, reindex: true }),
        ...(isMistake && { cash_amount: null, cash_by: null }),
      },
      line: {
        action: 'decided',
        detail: { ...detail, ...command.detail },
      },
      row: {
        reasons: JSON.stringify(reasons),
        note,
        money,
        is_mistake: isMistake ? 1 : 0,
        reason: command.reason ?? '',
      },
      write: async () => {
        if (isFreeing) {
          await releaseAllocations(transaction, entryId, id)
        }
        if (cash > 0) {
          await recordCashTaken(transaction, { id, entryId, actor, amount: cash, now })
        }
        if (isMistake) {
          await removeCashTaken(transaction, { entryId }, { actor, now })
        }
        if (!isConfirming) {
          await cancelEmails(transaction, entryId)
        }
        if (state === 'rejected' || isMistake || review.state === 'rejected') {
          await holdConfirmation(transaction, entryId, state === 'rejected' || isMistake)
        }
        // Putting it back is the desk's own affair.
        if (isConfirming || isMistake || isSilent || decision === 'reopen') {
          return null
        }
        // An address that no e-mail ever reached may be a stranger's.
        const isUnverifiedAddress =
          decision === 'reject' &&
          (await findDeliveredMailboxes(transaction, [entry.email])).size === 0
        if (isUnverifiedAddress && !command.writeToAll) {
          return null
        }
        const notBefore = undoUntil(now.toISOString())
        return saveDecisionEmail(transaction, entry, {
          decision,
          reasons,
          note,
          money,
          now,
          notBefore,
          publicUrl,
        })
      },
    }
  })
}

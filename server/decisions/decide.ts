import type { Transaction } from 'kysely'
import { maxCash } from '../../festival/contract/cash'
import type { DecideOne, GivenReason, Verdict } from '../../festival/contract/decision'
import type { FieldError } from '../../festival/contract/problem'
import { fitsKind } from '../../festival/contract/reasons'
import {
  type Decision,
  isLegal,
  type Source,
  transitions,
  undoUntil,
} from '../../festival/contract/states'
import { paymentFields } from '../../festival/forms/upload'
import { lockPayments, readBalance, releaseAllocations, sumRefunded } from '../bank/allocate'
import { lockCash, recordCashTaken, removeCashTaken } from '../bank/cash-book'
import type { ReviewRow } from '../db/desk-schema'
import type { Tables } from '../db/schema'
import type { ReviewedEntry } from '../entries/entry'
import type { NextReview } from '../entries/review'
import { refuseFields } from '../http/api-error'
import { findDeliveredMailboxes } from '../mail/save-message'
import { cancelEmails, holdConfirmation, saveDecisionEmail } from '../messages/decision-email'
import { applyDecision, type DecisionCommand, type DecisionOutcome } from './apply-decision'

type CashVerdict = Pick<DecideOne, 'cash' | 'difference' | 'reason' | 'isMistake'>

const mistakeNote = 'It was entered by mistake.'

export interface NewDecision
  extends Omit<DecisionCommand, 'content'>,
    Omit<Verdict, 'decision' | 'reasons'>,
    CashVerdict {
  decision: Decision
  reasons: readonly GivenReason[]
  detail?: Readonly<Record<string, string | number>>
}

export interface DecisionSettings {
  publicUrl: string
  /** Returns the keys of cancelled events. */
  listCancelled: () => readonly string[]
}

/** @throws ApiError `invalid` for combinations that no entry allows */
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
      message: 'Only a row of the bank statement can verify by bank.',
    })
  }
  if (money !== undefined && decision !== 'reject') {
    faults.push({
      path: 'money',
      message: 'Choose what happens to the money only when you reject.',
    })
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
    faults.push({
      path: 'isMistake',
      message: 'Only a withdrawal can say that the entry was a mistake.',
    })
  }
  if (decision === 'ask-correction' && reasons.length === 0) {
    faults.push({ path: 'reasons', message: 'Say what must be corrected.' })
  }
  for (const [index, { key, difference }] of reasons.entries()) {
    if ((key === 'amount-short') !== (difference !== undefined)) {
      faults.push({
        path: `reasons.${index}.difference`,
        message: 'Enter the missing amount, but only if too little was paid.',
      })
    }
  }
  if (faults.length > 0) {
    throw refuseFields(faults)
  }
}

/** These release the entry's bank rows. Other decisions keep the rows for refunds. */
const freeingDecisions: readonly Decision[] = ['reopen', 'ask-correction']

/** Stored hashes must stay valid, so new optional values are only appended. */
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

/** A deleted picture leaves a note in place of its address. */
const hasPicture = ({ proofs }: ReviewedEntry): boolean =>
  proofs.some(({ field, url }) => paymentFields.includes(field) && URL.canParse(url))

/** Whether the bank confirms a verification by picture, which needs no second e-mail. */
const isConfirmedByBank = ({ decision, source }: NewDecision, review: ReviewRow): boolean =>
  decision === 'verify' &&
  source === 'bank' &&
  review.state === 'verified' &&
  review.source === 'picture'

/** Cash takes precedence over a picture. */
const chooseSource = ({ source }: NewDecision, totalCash: number): Source => {
  if (source === 'bank') {
    return 'bank'
  }
  return totalCash > 0 ? 'cash' : 'picture'
}

const findPictureRefusal = async (
  transaction: Transaction<Tables>,
  { review, entry }: { review: ReviewRow; entry: ReviewedEntry },
  cancelledEvents: readonly string[],
): Promise<'cancelled' | 'no-picture' | 'given-back' | undefined> => {
  if (cancelledEvents.includes(entry.event)) {
    return 'cancelled'
  }
  if (entry.amount && !hasPicture(entry)) {
    return 'no-picture'
  }
  // A picture no longer counts once the fee was refunded.
  const refunded = await sumRefunded(transaction, entry.id)
  return refunded > 0 && refunded >= (review.due ?? 0) ? 'given-back' : undefined
}

const findCashRefusal = async (
  transaction: Transaction<Tables>,
  review: ReviewRow,
  { entryId, cash = 0, difference: acceptedDifference, reason }: NewDecision,
  totalCash: number,
): Promise<'given-back' | 'above' | 'short' | undefined> => {
  const balance = await readBalance(transaction, entryId, totalCash)
  if (balance <= 0) {
    return 'given-back'
  }
  const difference = balance - (review.due ?? 0)
  const isAccepted = acceptedDifference === difference
  if (cash > 0 && difference > 0 && !isAccepted) {
    return 'above'
  }
  return difference < 0 && !(isAccepted && reason) ? 'short' : undefined
}

/** The e-mail is sent when undo is no longer possible. Pending e-mails are cancelled. */
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
  // Locks payments before the entry, as allocation does.
  if (isFreeing || isMistake) {
    await lockPayments(transaction)
  }
  if (isMistake) {
    await lockCash(transaction)
  }
  const content = listContent(command, note, isSilent === true)
  return applyDecision(transaction, { ...command, content }, async ({ review, entry }) => {
    const isConfirming = isConfirmedByBank(command, review)
    if (!isConfirming && !isLegal(decision, review.state)) {
      return 'illegal'
    }
    if (isMistake && review.entered_by === null) {
      return 'illegal'
    }
    const totalCash = (review.cash_amount ?? 0) + cash
    if (cash > 0 && totalCash > maxCash) {
      throw refuseFields([{ path: 'cash', message: 'An entry has at most ₹1,00,000 in cash.' }])
    }
    if (!reasons.every(({ key }) => fitsKind(key, review.kind))) {
      throw refuseFields([
        { path: 'reasons', message: 'A reason does not fit this kind of entry.' },
      ])
    }
    const state = transitions[decision].to
    const source = state === 'verified' ? chooseSource(command, totalCash) : null
    if (source === 'picture') {
      const refusal = await findPictureRefusal(transaction, { review, entry }, listCancelled())
      if (refusal) {
        return refusal
      }
    }
    if (source === 'cash') {
      const refusal = await findCashRefusal(transaction, review, command, totalCash)
      if (refusal) {
        return refusal
      }
    }
    const next: NextReview = { state, source }
    if (cash > 0) {
      next.cash_amount = totalCash
      next.cash_by = actor
      next.reindex = true
    }
    if (isMistake) {
      next.cash_amount = null
      next.cash_by = null
    }
    const detail: Record<string, string | number> = { decision }
    if (source) {
      detail.source = source
    }
    if (source === 'cash') {
      detail.paise = cash || totalCash
    }
    return {
      next,
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
          const at = now.toISOString()
          await recordCashTaken(transaction, { id, entry_id: entryId, actor, amount: cash, at })
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
        if (isConfirming || isMistake || isSilent || decision === 'reopen') {
          return null
        }
        // An address that has received no e-mail may be a stranger's.
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

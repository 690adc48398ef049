import type { Transaction } from 'kysely'
import { maxCash } from '../../festival/contract/cash'
import type { DecideOne, GivenReason, Verdict } from '../../festival/contract/decision'
import type { FieldError } from '../../festival/contract/problem'
import { fitsEntry } from '../../festival/contract/reasons'
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
import type { EntryWithReview, ReviewedEntry } from '../entries/entry'
import { redrawNumber } from '../entries/places'
import type { NextReview } from '../entries/review'
import { refuseFields } from '../http/api-error'
import { findDeliveredMailboxes } from '../mail/save-message'
import {
  cancelConfirmation,
  cancelEmails,
  restoreConfirmation,
  saveDecisionEmail,
} from '../messages/decision-email'
import {
  applyDecision,
  type DecisionCommand,
  type DecisionOutcome,
  type DecisionPlan,
  type Refusal,
} from './apply-decision'

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
  const errors: FieldError[] = []
  const refuseIf = (isWrong: boolean, path: string, message: string) => {
    if (isWrong) {
      errors.push({ path, message })
    }
  }
  const isByCash = decision === 'verify' && source === 'cash'
  refuseIf(
    decision === 'verify' && source === 'bank',
    'source',
    'To verify with a bank payment, choose a row of the bank statement.',
  )
  refuseIf(
    source === 'email',
    'source',
    'Only the participant can confirm an entry by e-mail. Leave the “source” field empty.',
  )
  refuseIf(
    money !== undefined && decision !== 'reject',
    'money',
    'Choose what happens to the money only when you reject an entry.',
  )
  refuseIf(cash !== undefined && !isByCash, 'cash', 'Record cash only when you verify with cash.')
  refuseIf(
    (difference !== undefined || reason !== undefined) && !isByCash,
    'difference',
    'Accept a difference only when you verify with cash.',
  )
  refuseIf(
    isMistake === true && decision !== 'withdraw',
    'isMistake',
    'Only a withdrawal can be marked as a mistake.',
  )
  refuseIf(
    decision === 'ask-correction' && reasons.length === 0,
    'reasons',
    'Choose what must be corrected.',
  )
  for (const [index, { key, difference }] of reasons.entries()) {
    refuseIf(
      (key === 'amount-short') !== (difference !== undefined),
      `reasons.${index}.difference`,
      'Enter the missing amount if too little was paid, and only then.',
    )
  }
  if (errors.length > 0) {
    throw refuseFields(errors)
  }
}

/** These release the entry's bank rows. Other decisions keep the rows for refunds. */
const releasingDecisions: readonly Decision[] = ['reopen', 'ask-correction']

const findNote = ({ isMistake, note }: NewDecision): string => (isMistake ? mistakeNote : note)

const isSilentRejection = ({ decision, isSilent }: NewDecision): boolean =>
  decision === 'reject' && isSilent === true

/** Stored hashes must stay valid, so new optional values are only appended. */
const listContent = (command: NewDecision): unknown[] => {
  const { source, reasons, difference, reason, cash = 0, money = null } = command
  const content: unknown[] = [source, reasons, findNote(command), money, cash]
  if (isSilentRejection(command)) {
    content.push('silent')
  }
  if (difference !== undefined || reason !== undefined) {
    content.push({ difference, reason })
  }
  return content
}

/** Pending e-mails are cancelled. The new e-mail is sent when undo is no longer possible. */
export const decide = async (
  transaction: Transaction<Tables>,
  command: NewDecision,
  settings: DecisionSettings,
): Promise<DecisionOutcome> => {
  // Locks payments before the entry, as allocation does.
  if (releasingDecisions.includes(command.decision) || command.isMistake) {
    await lockPayments(transaction)
  }
  if (command.isMistake) {
    await lockCash(transaction)
  }
  return applyDecision(transaction, { ...command, content: listContent(command) }, (reviewed) =>
    planDecision(transaction, command, reviewed, settings),
  )
}

const planDecision = async (
  transaction: Transaction<Tables>,
  command: NewDecision,
  reviewed: EntryWithReview,
  { publicUrl, listCancelled }: DecisionSettings,
): Promise<DecisionPlan | Refusal> => {
  const { review, entry } = reviewed
  const { decision, reasons, isMistake = false, cash = 0, money = null, reason = '' } = command
  const isPossible = isLegal(decision, review.state) || isConfirmedByBank(command, review)
  if (!isPossible || (isMistake && review.entered_by === null)) {
    return 'illegal'
  }
  const totalCash = (review.cash_amount ?? 0) + cash
  requireFitting(command, review, totalCash)
  const isVerifying = decision === 'verify'
  const source = isVerifying ? chooseSource(command, totalCash, entry) : null
  let refusal: Refusal | undefined
  if (source === 'cash') {
    refusal = await findCashRefusal(transaction, review, command, totalCash)
  } else if (isVerifying && source !== 'bank') {
    refusal = await findPictureRefusal(transaction, reviewed, listCancelled())
  }
  if (refusal) {
    return refusal
  }
  const detail: Record<string, string | number> = { decision }
  if (source) {
    detail.source = source
  }
  if (source === 'cash') {
    detail.paise = cash || totalCash
  }
  return {
    review: toNextReview(command, source, totalCash),
    line: { action: 'decided', detail: { ...detail, ...command.detail } },
    decision: {
      reasons: JSON.stringify(reasons),
      note: findNote(command),
      money,
      is_mistake: isMistake ? 1 : 0,
      reason,
    },
    applyEffects: async () => {
      await movePayments(transaction, command)
      if (decision === 'reopen') {
        await redrawNumber(transaction, review, command.now)
      }
      return updateEmails(transaction, command, reviewed, publicUrl)
    },
  }
}

/** Whether the bank confirms a verification by picture, which needs no second e-mail. */
const isConfirmedByBank = ({ decision, source }: NewDecision, review: ReviewRow): boolean =>
  decision === 'verify' &&
  source === 'bank' &&
  review.state === 'verified' &&
  review.source === 'picture'

/** @throws ApiError `invalid` */
const requireFitting = (
  { cash = 0, reasons, money }: NewDecision,
  { kind, due }: ReviewRow,
  totalCash: number,
) => {
  if (cash > 0 && totalCash > maxCash) {
    throw refuseFields([{ path: 'cash', message: 'An entry can have at most ₹1,00,000 in cash.' }])
  }
  if (!reasons.every(({ key }) => fitsEntry(key, kind, due === 0))) {
    throw refuseFields([
      { path: 'reasons', message: 'One of the reasons does not apply to this kind of entry.' },
    ])
  }
  if (money !== undefined && due === 0) {
    throw refuseFields([
      { path: 'money', message: 'This entry is free. Leave the “money” field empty.' },
    ])
  }
}

/** Cash takes precedence over a picture. A free entry needs no evidence. */
const chooseSource = (
  { source }: NewDecision,
  totalCash: number,
  { amount }: ReviewedEntry,
): Source | null => {
  if (source === 'bank') {
    return 'bank'
  }
  if (totalCash > 0) {
    return 'cash'
  }
  return amount === 0 ? null : 'picture'
}

/** A deleted picture leaves a note in place of its address. */
const hasPicture = ({ proofs }: ReviewedEntry): boolean =>
  proofs.some(({ field, url }) => paymentFields.includes(field) && URL.canParse(url))

const findPictureRefusal = async (
  transaction: Transaction<Tables>,
  { review, entry }: EntryWithReview,
  cancelledEvents: readonly string[],
): Promise<Refusal | undefined> => {
  if (cancelledEvents.includes(entry.event)) {
    return 'cancelled'
  }
  if (entry.amount && !hasPicture(entry)) {
    return 'no-picture'
  }
  // A picture no longer counts once the fee was refunded.
  const refunded = await sumRefunded(transaction, entry.id)
  return refunded > 0 && refunded >= (review.due ?? 0) ? 'refunded' : undefined
}

const findCashRefusal = async (
  transaction: Transaction<Tables>,
  review: ReviewRow,
  { entryId, cash = 0, difference: acceptedDifference, reason }: NewDecision,
  totalCash: number,
): Promise<Refusal | undefined> => {
  const balance = await readBalance(transaction, entryId, totalCash)
  if (balance <= 0) {
    return 'refunded'
  }
  const difference = balance - (review.due ?? 0)
  const isAccepted = acceptedDifference === difference
  if (cash > 0 && difference > 0 && !isAccepted) {
    return 'overpaid'
  }
  return difference < 0 && !(isAccepted && reason) ? 'short' : undefined
}

const toNextReview = (
  { decision, actor, cash = 0, isMistake }: NewDecision,
  source: Source | null,
  totalCash: number,
): NextReview => {
  const next: NextReview = { state: transitions[decision].to, source }
  if (cash > 0) {
    next.cash_amount = totalCash
    next.cash_by = actor
    next.reindex = true
  }
  if (isMistake) {
    next.cash_amount = null
    next.cash_by = null
  }
  return next
}

const movePayments = async (
  transaction: Transaction<Tables>,
  { id, entryId, actor, now, decision, cash = 0, isMistake }: NewDecision,
) => {
  if (releasingDecisions.includes(decision)) {
    await releaseAllocations(transaction, entryId, id)
  }
  if (cash > 0) {
    await recordCashTaken(transaction, {
      id,
      at: now.toISOString(),
      actor,
      amount: cash,
      entry_id: entryId,
    })
  }
  if (isMistake) {
    await removeCashTaken(transaction, { entryId }, { actor, now })
  }
}

const notifiesParticipant = async (
  transaction: Transaction<Tables>,
  { decision, isMistake, isSilent, writeToAll }: NewDecision,
  { email }: ReviewedEntry,
): Promise<boolean> => {
  if (decision !== 'reject') {
    return !isMistake
  }
  if (isSilent) {
    return false
  }
  // An address that has received no e-mail may be a stranger's.
  return writeToAll === true || (await findDeliveredMailboxes(transaction, [email])).size > 0
}

/** @returns the id of the decision's e-mail, or null if none is sent */
const updateEmails = async (
  transaction: Transaction<Tables>,
  command: NewDecision,
  { review, entry }: EntryWithReview,
  publicUrl: string,
): Promise<string | null> => {
  const { entryId, decision, reasons, money = null, now, isMistake = false } = command
  if (isConfirmedByBank(command, review)) {
    return null
  }
  await cancelEmails(transaction, entryId)
  if (decision === 'reject' || isMistake) {
    await cancelConfirmation(transaction, entryId)
  } else if (review.state === 'rejected') {
    await restoreConfirmation(transaction, entryId)
  }
  if (decision === 'reopen' || !(await notifiesParticipant(transaction, command, entry))) {
    return null
  }
  return saveDecisionEmail(transaction, entry, {
    decision,
    reasons,
    note: findNote(command),
    money,
    now,
    notBefore: undoUntil(now.toISOString()),
    publicUrl,
  })
}

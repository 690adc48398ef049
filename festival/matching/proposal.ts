import type { Paise } from '../bank/cells'
import type { BankPayment, Claim } from './claim'

/** Why two that fit loosely are shown beside each other. */
export const perhapsWords = {
  'other-reference': 'The number fits, and the note names another payment code.',
  'other-number': 'A part of the note fits the payment code, and the payment number is another than the one given.',
  'partly-reversed': 'The bank took a part of this payment back.',
  'near-number': 'The number given differs in one digit, or two digits changed places.',
  'mobile-number': 'The twelve digits may be a mobile number with 91 before it.',
  'shortened-number': 'A spreadsheet has shortened the payment number; what is left of it fits.',
  'near-reference': 'The note differs from the payment code in one character.',
  'same-payment': 'Two rows of one payment number and amount; the bank may have written one payment twice.',
  'same-day': 'Of this amount and day there is one payment and one form; nothing else ties them.',
} as const
export type PerhapsReason = keyof typeof perhapsWords

/** Why a claim that no row fits is not called missing. */
export type NotYet = 'newer' | 'older'

/**
 * What the desk proposes to a person; nothing changes without a yes. Each new row and each claim that is not settled stands
 * in exactly one proposal. Rows that were spent, and claims that are settled, appear only beside something new.
 */
export type Proposal =
  /** Number or reference fit, the amount is right, nothing speaks against it. */
  | { state: 'matched-by-number' | 'matched-by-reference'; claim: Claim; row: BankPayment }
  /** `received` is the sum of the rows; `difference` is above 0 where too much came. */
  | { state: 'wrong-amount'; claim: Claim; rows: readonly BankPayment[]; received: Paise; difference: Paise }
  /** Several rows for one claim, none of them the amount due, together exactly it. */
  | { state: 'paid-in-parts'; claim: Claim; rows: readonly BankPayment[] }
  /** At least one of the rows is the amount due; `refund` is what came beyond it. */
  | { state: 'paid-twice'; claim: Claim; rows: readonly BankPayment[]; refund: Paise }
  /**
   * More claims than payments, and evidence for each: somebody takes another's money for theirs. Or one claim with several
   * payments, of which one may be somebody's who isn't known yet.
   */
  | { state: 'one-payment-for-two-claims'; claims: readonly Claim[]; rows: readonly BankPayment[] }
  /** Claims that name one payment, whose amounts add up to exactly it. */
  | { state: 'one-payment-for-several'; claims: readonly Claim[]; row: BankPayment }
  | { state: 'perhaps'; claim: Claim; row: BankPayment; why: PerhapsReason }
  | { state: 'unknown-payment'; row: BankPayment }
  /** The payment stands in another file already, in other words; it counts once. */
  | { state: 'same-payment'; row: BankPayment; same: BankPayment }
  | { state: 'claimed-not-received'; claim: Claim }
  | { state: 'not-yet-in-this-file'; claim: Claim; why: NotYet }
  /** `row` is what was taken back, where it is known; `claims` thought that it was theirs, or were verified by it. */
  | { state: 'reversed'; reversal: BankPayment; row?: BankPayment; claims: readonly Claim[] }
  /** Less came back than `of` was; it and the claims that it is for stand in proposals of their own, or are settled. */
  | { state: 'partly-reversed'; reversal: BankPayment; of: BankPayment; named: readonly Claim[] }

  /** Firmly the payment of somebody who was rejected or has withdrawn (`as` tells how): to be given back, or kept. */
  | { state: 'not-accepted'; as: FirmState; claim: Claim; rows: readonly BankPayment[] }

/** What ties a payment to one claim by number or reference, whatever its amount. */
export const firmStates = [
  'matched-by-number',
  'matched-by-reference',
  'wrong-amount',
  'paid-in-parts',
  'paid-twice',
] as const
export type FirmState = (typeof firmStates)[number]

export type ProposalState = Proposal['state']

/** As the desk heads each group. */
export const stateWords: Readonly<Record<ProposalState, string>> = {
  'matched-by-number': 'Matched by number',
  'matched-by-reference': 'Matched by payment code',
  'wrong-amount': 'Wrong amount',
  'paid-in-parts': 'Paid in parts',
  'paid-twice': 'Paid twice',
  'one-payment-for-two-claims': 'Two people name one payment',
  'one-payment-for-several': 'One payment for several',
  perhaps: 'Maybe',
  'not-accepted': 'Paid by somebody rejected or withdrawn',
  'unknown-payment': 'We could not tell whose this is',
  'same-payment': 'Same payment, in another file already',
  'claimed-not-received': 'Claimed, not received',
  'not-yet-in-this-file': 'Not yet in this file',
  'partly-reversed': 'Partly taken back',
  reversed: 'Taken back by the bank',
}

/** What "Verify matched" does in one step; everything else waits for a person to look at it. */
export const isTicked = (state: ProposalState): boolean =>
  state === 'matched-by-number' || state === 'matched-by-reference'

/** All of them, in the order in which the desk shows them. */
export const proposalStates = Object.keys(stateWords).filter((key): key is ProposalState => key in stateWords)

import type { Paise } from '../bank/cells'
import type { Proposal, ProposalState } from './proposal'

/** What a person must say before a proposal is settled; `never`: there is nothing to settle. */
export type Settling = 'yes' | 'reason' | 'never'

const settlings: Readonly<Record<ProposalState, Settling>> = {
  'matched-by-number': 'yes',
  'matched-by-reference': 'yes',
  'paid-in-parts': 'yes',
  'paid-twice': 'yes',
  'one-payment-for-several': 'yes',
  'wrong-amount': 'reason',
  'one-payment-for-two-claims': 'reason',
  perhaps: 'reason',
  'not-accepted': 'never',
  'unknown-payment': 'never',
  'same-payment': 'never',
  'claimed-not-received': 'never',
  'not-yet-in-this-file': 'never',
  'partly-reversed': 'never',
  reversed: 'never',
}

/** What a proposal of this state asks of a person (behaviour 15.23). */
export const settlingOf = (state: ProposalState): Settling => settlings[state]

/** Received less due, below 0 where too little came; 0 where the proposal tells no difference. */
export const differenceOf = (proposal: Proposal): Paise => {
  if (proposal.state === 'wrong-amount') return proposal.difference
  return proposal.state === 'paid-twice' ? proposal.refund : 0
}

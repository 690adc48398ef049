/** `unconfirmed`: the participant of a free event has not opened the link in the e-mail yet. */
export const reviewStates = [
  'submitted',
  'unconfirmed',
  'verified',
  'needs-correction',
  'rejected',
  'withdrawn',
] as const
export type ReviewState = (typeof reviewStates)[number]

/** The kind of evidence for a verification. Null for an organiser's approval of a free entry. */
export const sources = ['picture', 'bank', 'cash', 'email'] as const
export type Source = (typeof sources)[number]

/** A decision must state the version that the organiser saw. */
export interface ReviewStatus {
  state: ReviewState
  source: Source | null
  version: number
}

export const moneyOutcomes = ['returned', 'kept'] as const
export type MoneyOutcome = (typeof moneyOutcomes)[number]

/** If no choice is made, the e-mail does not mention money. */
export const moneyChoices = ['give-back', 'keep'] as const
export type MoneyChoice = (typeof moneyChoices)[number]

export const moneyWords: Readonly<Record<MoneyChoice, string>> = {
  'give-back': 'It will be refunded',
  keep: 'It will not be refunded',
}

export const moneySentences: Readonly<Record<MoneyChoice, string>> = {
  'give-back': 'We will refund your payment.',
  keep: 'Your payment will not be refunded.',
}

/** `reopen` makes an entry pending again. */
export const decisions = ['verify', 'ask-correction', 'reject', 'withdraw', 'reopen'] as const
export type Decision = (typeof decisions)[number]

/** `correct` changes details and keeps the state. */
export type Action = Decision | 'correct'

/** `from` lists the only states in which the decision is allowed. */
export const transitions: Readonly<
  Record<Decision, { to: ReviewState; from: readonly ReviewState[] }>
> = {
  verify: { to: 'verified', from: ['submitted', 'unconfirmed', 'needs-correction'] },
  'ask-correction': { to: 'needs-correction', from: ['submitted', 'verified', 'needs-correction'] },
  reject: { to: 'rejected', from: ['submitted', 'unconfirmed', 'needs-correction', 'verified'] },
  withdraw: { to: 'withdrawn', from: ['submitted', 'unconfirmed', 'needs-correction', 'verified'] },
  reopen: { to: 'submitted', from: ['verified', 'needs-correction', 'rejected', 'withdrawn'] },
}

export const isLegal = (decision: Decision, from: ReviewState): boolean =>
  transitions[decision].from.includes(from)

/** The e-mail about a decision is delayed by the same time. */
export const undoSeconds = 60

/**
 * The desk hides Undo five seconds early, so that a late click still reaches the server in time.
 */
export const undoShownSeconds = 55

export const undoUntil = (decidedAt: string): Date =>
  new Date(Date.parse(decidedAt) + undoSeconds * 1_000)

export const shownUntil = (decidedAt: string | Date): string =>
  new Date(new Date(decidedAt).getTime() + undoShownSeconds * 1_000).toISOString()

export const stateWords: Readonly<Record<ReviewState, string>> = {
  submitted: 'Waiting',
  unconfirmed: 'Waiting for confirmation',
  verified: 'Verified',
  'needs-correction': 'Needs correction',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const sourceWords: Readonly<Record<Source, string>> = {
  picture: 'Picture',
  bank: 'Bank',
  cash: 'Cash',
  email: 'E-mail',
}

export const decisionWords: Readonly<Record<Action, string>> = {
  verify: 'Verify',
  'ask-correction': 'Ask for a correction',
  reject: 'Reject',
  withdraw: 'Withdraw',
  reopen: 'Move back to waiting',
  correct: 'Correct the details',
}

export const decidedWords: Readonly<Record<Action, string>> = {
  verify: 'Verified',
  'ask-correction': 'Correction requested',
  reject: 'Rejected',
  withdraw: 'Withdrawn',
  reopen: 'Moved back to waiting',
  correct: 'Details corrected',
}

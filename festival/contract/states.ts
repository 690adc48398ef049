/** How a submission stands with the organisers (behaviour 14.10). */
export const reviewStates = [
  'submitted',
  'verified',
  'needs-correction',
  'rejected',
  'withdrawn',
] as const
export type ReviewState = (typeof reviewStates)[number]

/** What a verification rests on, its source: only the picture, a row of the bank's statement, or cash that an organiser took. */
export const sources = ['picture', 'bank', 'cash'] as const
export type Source = (typeof sources)[number]

/** How a submission stands, and what a decision about it must name. */
export interface ReviewStatus {
  state: ReviewState
  source: Source | null
  version: number
}

/** What became of money that came for nothing. */
export const moneyOutcomes = ['returned', 'kept'] as const
export type MoneyOutcome = (typeof moneyOutcomes)[number]

/** What an organiser says of the money on rejecting somebody; the mail promises nothing that nobody chose. */
export const moneyChoices = ['give-back', 'keep'] as const
export type MoneyChoice = (typeof moneyChoices)[number]

export const moneyWords: Readonly<Record<MoneyChoice, string>> = {
  'give-back': 'It will be refunded',
  keep: 'It will not be refunded',
}

export const moneySentences: Readonly<Record<MoneyChoice, string>> = {
  'give-back': 'The money that we received from you will be refunded.',
  keep: 'The money that we received from you will not be refunded.',
}

/** What an organiser may decide. `reopen` puts a submission back among those that wait. */
export const decisions = ['verify', 'ask-correction', 'reject', 'withdraw', 'reopen'] as const
export type Decision = (typeof decisions)[number]

/** What is taken back as a decision is: one of those, or a correction of the details, which leaves the state as it is. */
export type Action = Decision | 'correct'

/** The state that a decision leads to, and those from which it may be taken: no other step is legal. */
export const transitions: Readonly<
  Record<Decision, { to: ReviewState; from: readonly ReviewState[] }>
> = {
  verify: { to: 'verified', from: ['submitted', 'needs-correction'] },
  'ask-correction': { to: 'needs-correction', from: ['submitted', 'verified', 'needs-correction'] },
  reject: { to: 'rejected', from: ['submitted', 'needs-correction', 'verified'] },
  withdraw: { to: 'withdrawn', from: ['submitted', 'needs-correction', 'verified'] },
  reopen: { to: 'submitted', from: ['verified', 'needs-correction', 'rejected', 'withdrawn'] },
}

export const isLegal = (decision: Decision, from: ReviewState): boolean =>
  transitions[decision].from.includes(from)

/** How long a decision may be taken back, and how long its mail waits, in seconds. */
export const undoSeconds = 60

/** How long the desk shows that it may be: an undo of the last second has yet to arrive. */
export const undoShownSeconds = 55

/** When the minute is over in which a decision can be taken back. */
export const undoUntil = (decidedAt: string): Date =>
  new Date(Date.parse(decidedAt) + undoSeconds * 1_000)

/** Until when the desk shows that it can be. */
export const shownUntil = (decidedAt: string | Date): string =>
  new Date(new Date(decidedAt).getTime() + undoShownSeconds * 1_000).toISOString()

export const stateWords: Readonly<Record<ReviewState, string>> = {
  submitted: 'Waiting',
  verified: 'Verified',
  'needs-correction': 'Needs correction',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
}

export const sourceWords: Readonly<Record<Source, string>> = {
  picture: 'Picture',
  bank: 'Bank',
  cash: 'Cash',
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

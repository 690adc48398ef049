import type { Day } from '../content/slot'
import type { Paise } from '../payment/money'
import type { Payment } from './statement'

/** What somebody says to have paid: a submission with an amount due. */
export interface ExpectedPayment {
  id: string
  due: Paise
  /** The day in India on which it was sent; the payment was made before. */
  day: Day
  /** The payment reference (code); forms of an older version have none. */
  reference?: string | undefined
  /** The UTR that was typed, where one was. */
  number?: string | undefined
  /** The UTR that was read from its payment picture: a signal of its own, below the typed one. */
  pictureNumber?: string | undefined
  /** Of the person; a bank prints the payer's name in its own spelling, often shortened. */
  name: string
  /** Ten digits. */
  phone?: string | undefined
  /** `settled`: verified by the bank, or paid in cash. `closed`: rejected or withdrawn. Neither is ever called missing. */
  paymentStatus: 'open' | 'settled' | 'closed'
}

/** A bank's row as the desk keeps it. Below 0 it takes a payment back. */
export interface BankRow extends Payment {
  /** `identifyRow` of it: the same row of two downloads has one id. */
  id: string
  /** The first file that it stood in; they sort as they came. Rows of one file are never one payment; rows of two files may be. */
  file: string
  /** The submission that it is allocated to, once somebody said yes. */
  allocatedTo?: string
}

/** One match from the engine to the screen. Each open payment and each open submission stands in exactly one. */
export interface Match {
  /** The same for the same rows and submissions. */
  key: string
  kind: MatchKind
  expected: readonly string[]
  /** Ids of payments; of one that two files word differently the id of the first (`duplicates` of the result names the others). */
  rows: readonly string[]
  /** The id of the row that took the payment back, of `reversed` and `part-reversed`. */
  reversal?: string
  /** The sum of the rows less what is due, where there are both and they differ: below 0 where too little came. */
  difference?: Paise
}

/** All that is known: kept rows and those of a file that is looked at. */
export interface MatchInput {
  rows: readonly BankRow[]
  expected: readonly ExpectedPayment[]
  /** Outside of these days nothing is called missing. */
  days: { first: Day; last: Day }
}

export interface MatchResult {
  matches: readonly Match[]
  /** The ids of all rows that word one payment, by each of them; a payment in one wording is left out. */
  duplicates: ReadonlyMap<string, readonly string[]>
}

/** As the desk heads each group, in the order in which it shows them. */
export const matchGroupWords = {
  matched: {
    title: 'Matched',
    meaning: 'The UTR or the note of a payment is theirs, and the amount is right.',
  },
  maybe: {
    title: 'Maybe',
    meaning: 'These match only roughly. None of them is verified until you look and confirm.',
  },
  'wrong-amount': {
    title: 'Wrong amount',
    meaning:
      'A payment is theirs, but the amount is wrong. Accept the difference and say why, or ask for the rest.',
  },
  contested: {
    title: 'Two people name one payment',
    meaning:
      'The statement does not say whose payment this is. Open each and look: one may be using another’s UTR.',
  },
  unknown: {
    title: 'We could not tell whose this is',
    meaning:
      'No form names this payment. Say whose it is, or wait: the form may still come, or it is not for the festival.',
  },
  'not-received': {
    title: 'Not received',
    meaning:
      'No file has a payment for these entries. Check the picture, and ask the participants.',
  },
  reversed: {
    title: 'Reversed, or not accepted',
    meaning:
      'Payments that failed or were reversed: anyone verified by one is flagged. Payments for rejected or withdrawn entries are listed here too.',
  },
}

export type MatchGroup = keyof typeof matchGroupWords

/** What a person must say before a match is settled; `never`: there is nothing to settle. */
export type Settling = 'yes' | 'reason' | 'never'

interface MatchKindDefinition {
  group: MatchGroup
  settling: Settling
  /** Why, as it stands on a row. */
  words: string
  /** "Verify matched" takes it along; everything else waits for a person to look at it. */
  isTicked?: true
}

const ticked = (words: string): MatchKindDefinition => ({
  group: 'matched',
  settling: 'yes',
  words,
  isTicked: true,
})
const defineKind = (group: MatchGroup, settling: Settling, words: string): MatchKindDefinition => ({
  group,
  settling,
  words,
})

/** What is proposed, one kind a match, with its group and what a person must say before it is settled. */
export const matchKinds = {
  number: ticked('The UTR is the one that was typed'),
  reference: ticked('The note carries the payment code'),
  'picture-number': ticked('The UTR is the one on the payment picture'),
  'near-number-and-reference': ticked(
    'The note begins with the payment code, and the UTR has one typing mistake',
  ),
  'number-alone': defineKind(
    'matched',
    'yes',
    'Only the typed UTR matches: the payer is someone else, and no picture was read',
  ),
  'in-parts': defineKind('matched', 'yes', 'Paid in parts, together exactly what is due'),
  twice: defineKind('matched', 'yes', 'Paid more than once: refund the extra'),
  'for-several': defineKind(
    'matched',
    'yes',
    'One payment for several: each of them names it, and the sum is exactly right',
  ),
  'other-reference': defineKind(
    'maybe',
    'reason',
    'The UTR or a part of the note matches, but the note has another code',
  ),
  'other-number': defineKind(
    'maybe',
    'reason',
    'Note, typed UTR and picture point to different payments',
  ),
  'other-name': defineKind(
    'maybe',
    'reason',
    'The UTR or code is one person’s, the payer’s name another’s: it may be copied',
  ),
  'partly-reversed': defineKind('maybe', 'reason', 'The bank reversed part of this payment'),
  'near-number': defineKind('maybe', 'yes', 'The given UTR has one typing mistake'),
  name: defineKind('maybe', 'yes', 'The payer’s name or phone, the amount and the day match'),
  'wrong-amount': defineKind('wrong-amount', 'reason', 'It is theirs, but the amount is wrong'),
  contested: defineKind(
    'contested',
    'reason',
    'More than one entry fits this payment: check each, one may use another’s UTR',
  ),
  unknown: defineKind('unknown', 'never', 'No form names this payment'),
  'not-received': defineKind(
    'not-received',
    'never',
    'The files cover the day of the form, but nothing in them names it',
  ),
  newer: defineKind('not-received', 'never', 'Not yet in this file: sent on its last day or later'),
  older: defineKind('not-received', 'never', 'Not in this file: sent before its first day'),
  reversed: defineKind(
    'reversed',
    'never',
    'The bank reversed the payment, or it may have been returned: check the file',
  ),
  'part-reversed': defineKind('reversed', 'never', 'The bank reversed part of the payment'),
  'not-accepted': defineKind(
    'reversed',
    'never',
    'It belongs to a rejected or withdrawn entry: see Refunds',
  ),
}

export type MatchKind = keyof typeof matchKinds

/** All groups, in the order in which they are shown. */
export const matchGroups = Object.keys(matchGroupWords).filter(
  (key): key is MatchGroup => key in matchGroupWords,
)

export const findGroup = ({ kind }: Pick<Match, 'kind'>): MatchGroup => matchKinds[kind].group

/** Flags that say nothing of the money: they hold no payment back. */
const nonMoneyFlags: ReadonlySet<string> = new Set([
  'overlap',
  'team-rule',
  'many-from-one',
  'renamed',
])

/** Whether one of these flags keeps a payment from being settled unseen: one about money; that the picture shows another UTR, of a typed one. */
export const blocksSettling = (flags: readonly string[], kind: MatchKind): boolean =>
  flags.some((flag) => !nonMoneyFlags.has(flag) && (flag !== 'other-utr' || kind === 'number'))

interface ReviewedMatch {
  kind: MatchKind
  expected: readonly { state: string; flags: readonly string[]; isShared?: boolean }[]
}

/** Whether a person has to look at a match: somebody of it waits for a correction, is flagged about money, or shows what a later one shows. */
export const needsReview = ({ kind, expected }: ReviewedMatch): boolean =>
  expected.some(
    (one) =>
      one.isShared ||
      !['submitted', 'verified'].includes(one.state) ||
      blocksSettling(one.flags, kind),
  )

/** Whether "Verify matched" takes a match along. */
export const isTicked = (match: ReviewedMatch): boolean =>
  matchKinds[match.kind].isTicked === true && !needsReview(match)

import type { Day } from '../content/slot'
import { listKeys } from '../list-keys'
import type { Paise } from '../payment/money'
import type { Payment } from './statement'

export interface ExpectedPayment {
  id: string
  due: Paise
  /** The day in India on which the entry was submitted. */
  day: Day
  reference?: string | undefined
  number?: string | undefined
  /** The UTR on the payment screenshot. */
  pictureNumber?: string | undefined
  name: string
  /** Ten digits. */
  phone?: string | undefined
  /**
   * `settled` entries are verified by the bank or paid in cash, `closed` ones rejected or
   * withdrawn.
   */
  paymentStatus: 'open' | 'settled' | 'closed'
}

/** Reversals have a negative amount. */
export interface BankRow extends Payment {
  /** From `identifyRow`, so that a row has the same id in every file. */
  id: string
  /** The first file that contains the row. File ids sort by time. */
  file: string
  /** The id of an entry. */
  allocatedTo?: string
}

/**
 * A group of payments and entries that belong together. Each open payment and entry is in one
 * match.
 */
export interface Match {
  key: string
  kind: MatchKind
  expected: readonly string[]
  /** Ids of payments; `duplicates` gives their other rows. */
  rows: readonly string[]
  /** The id of the row that reverses the payment. */
  reversal?: string
  /** The received amount minus the amount due. */
  difference?: Paise
}

export interface MatchInput {
  rows: readonly BankRow[]
  expected: readonly ExpectedPayment[]
  /** Payments are reported as missing only for these days. */
  days: { first: Day; last: Day }
}

export interface MatchResult {
  matches: readonly Match[]
  /** Maps each row of a payment with several rows to the ids of all its rows. */
  duplicates: ReadonlyMap<string, readonly string[]>
}

export const matchGroupTexts = {
  matched: {
    title: 'Matched',
    meaning: 'The UTR or payment note matches, and so does the amount.',
  },
  maybe: {
    title: 'Maybe',
    meaning: 'These match only roughly. None is verified until you check and confirm.',
  },
  'wrong-amount': {
    title: 'Wrong amount',
    meaning:
      'The payment matches, but not the amount. Accept the difference and say why, or ask for the rest.',
  },
  contested: {
    title: 'Two people claim one payment',
    meaning:
      'The statement does not say whose payment this is. Open each entry and compare: one may be using another’s UTR.',
  },
  unknown: {
    title: 'Unidentified payments',
    meaning:
      'No entry mentions this payment. Say whose it is, or wait: the form may still come, or the payment is not for the festival.',
  },
  'not-received': {
    title: 'Not received',
    meaning:
      'Nothing in the files mentions these entries. Look at the picture, and ask the participant.',
  },
  reversed: {
    title: 'Reversed, or not accepted',
    meaning:
      'Payments that failed or were reversed (entries verified by them are flagged), and payments for rejected or withdrawn entries.',
  },
}

export type MatchGroup = keyof typeof matchGroupTexts

/** `never` means that there is nothing to settle. */
export type Settling = 'yes' | 'reason' | 'never'

interface MatchKindDefinition {
  group: MatchGroup
  settling: Settling
  words: string
  /** Set if "Verify matched" includes this kind. */
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

export const matchKinds = {
  number: ticked('The UTR is the one that was entered'),
  reference: ticked('The note has the payment code'),
  'picture-number': ticked('The UTR is the one on the payment picture'),
  'near-number-and-reference': ticked(
    'The note begins with the payment code, and the UTR has one typing mistake',
  ),
  'number-alone': defineKind(
    'matched',
    'yes',
    'Only the entered UTR matches: the payer is someone else, and no picture was scanned',
  ),
  'in-parts': defineKind('matched', 'yes', 'Paid in parts that add up to the fee'),
  twice: defineKind('matched', 'yes', 'Paid more than once: the extra is to be refunded'),
  'for-several': defineKind(
    'matched',
    'yes',
    'One payment for several entries: each mentions it, and the sum is right',
  ),
  'other-reference': defineKind(
    'maybe',
    'reason',
    'The UTR or a part of the note matches, but the note has another code',
  ),
  'other-number': defineKind(
    'maybe',
    'reason',
    'Note, entered UTR and picture point to different payments',
  ),
  'other-name': defineKind(
    'maybe',
    'reason',
    'The UTR or code is from one person, the payer’s name from another: it may be copied',
  ),
  'partly-reversed': defineKind('maybe', 'reason', 'The bank reversed part of this payment'),
  'near-number': defineKind('maybe', 'yes', 'The given UTR has one typing mistake'),
  name: defineKind('maybe', 'yes', 'The payer’s name or phone, the amount and the day match'),
  'wrong-amount': defineKind(
    'wrong-amount',
    'reason',
    'The payment matches, but the amount is wrong',
  ),
  contested: defineKind(
    'contested',
    'reason',
    'Several entries could be for this payment: check each, one may use another’s UTR',
  ),
  unknown: defineKind('unknown', 'never', 'No entry mentions this payment'),
  'not-received': defineKind(
    'not-received',
    'never',
    'The files cover the day of the form, but have no payment for it',
  ),
  newer: defineKind(
    'not-received',
    'never',
    'Not yet in this file: submitted on its last day or later',
  ),
  older: defineKind('not-received', 'never', 'Not in this file: submitted before its first day'),
  reversed: defineKind(
    'reversed',
    'never',
    'The bank reversed the payment, or it may have been returned: check the file',
  ),
  'reversed-in-part': defineKind('reversed', 'never', 'The bank reversed part of the payment'),
  'not-accepted': defineKind('reversed', 'never', 'For a rejected or withdrawn entry: see Refunds'),
}

export type MatchKind = keyof typeof matchKinds

export const matchGroups = listKeys(matchGroupTexts)

export const findGroup = ({ kind }: Pick<Match, 'kind'>): MatchGroup => matchKinds[kind].group

/** Flags that are not about money do not block a payment. */
const nonMoneyFlags: ReadonlySet<string> = new Set([
  'overlap',
  'team-rule',
  'many-from-one',
  'renamed',
])

/** A different UTR on the screenshot blocks only matches by the typed number. */
export const blocksSettling = (flags: readonly string[], kind: MatchKind): boolean =>
  flags.some((flag) => !nonMoneyFlags.has(flag) && (flag !== 'other-utr' || kind === 'number'))

interface ReviewedMatch {
  kind: MatchKind
  expected: readonly { state: string; flags: readonly string[]; isShared?: boolean }[]
}

export const needsReview = ({ kind, expected }: ReviewedMatch): boolean =>
  expected.some(
    ({ isShared, state, flags }) =>
      isShared || !['submitted', 'verified'].includes(state) || blocksSettling(flags, kind),
  )

export const isTicked = (match: ReviewedMatch): boolean =>
  matchKinds[match.kind].isTicked === true && !needsReview(match)

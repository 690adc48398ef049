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
    meaning: 'These payments match only in part. Check each one and confirm it.',
  },
  'wrong-amount': {
    title: 'Wrong amount',
    meaning:
      'The payment matches, but the amount does not. Accept the difference and say why, or ask for the rest.',
  },
  contested: {
    title: 'Two people claim one payment',
    meaning:
      'The statement does not show whose payment this is. Open the entries and compare them: one participant may have entered another’s UTR.',
  },
  unknown: {
    title: 'Unidentified payments',
    meaning:
      'No entry mentions this payment. Choose the entry it belongs to, or wait: the form may still arrive, or the payment may not be for the festival.',
  },
  'not-received': {
    title: 'Not received',
    meaning:
      'The imported files contain no payment for these entries. Check the pictures, then contact the participants.',
  },
  reversed: {
    title: 'Reversed, or not accepted',
    meaning:
      'Payments that failed or were reversed (the entries that they verified are flagged), and payments for rejected or withdrawn entries.',
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
  number: ticked('The UTR matches the form'),
  reference: ticked('The note contains the payment reference'),
  'picture-number': ticked('The UTR matches the payment picture'),
  'near-number-and-reference': ticked(
    'The note begins with the payment reference, and the UTR has one typing mistake',
  ),
  'number-alone': defineKind(
    'matched',
    'yes',
    'Only the UTR on the form matches: the payer has a different name, and no picture was scanned',
  ),
  'in-parts': defineKind('matched', 'yes', 'Paid in parts that add up to the fee'),
  twice: defineKind('matched', 'yes', 'Paid more than once: refund the extra payment'),
  'for-several': defineKind(
    'matched',
    'yes',
    'One payment for several entries: each entry mentions it, and their fees add up to the amount',
  ),
  'other-reference': defineKind(
    'maybe',
    'reason',
    'The UTR or a part of the note matches, but the note contains a different reference',
  ),
  'other-number': defineKind(
    'maybe',
    'reason',
    'The note, the UTR on the form and the picture point to different payments',
  ),
  'other-name': defineKind(
    'maybe',
    'reason',
    'The UTR or reference belongs to one participant and the payer’s name to another, so the number may have been copied',
  ),
  'partly-reversed': defineKind('maybe', 'reason', 'The bank reversed part of this payment'),
  'near-number': defineKind('maybe', 'yes', 'The UTR on the form has one typing mistake'),
  name: defineKind('maybe', 'yes', 'The payer’s name or phone, the amount and the day match'),
  'wrong-amount': defineKind(
    'wrong-amount',
    'reason',
    'The payment matches, but the amount is wrong',
  ),
  contested: defineKind(
    'contested',
    'reason',
    'This payment could belong to several entries: check each one, because one participant may have entered another’s UTR',
  ),
  unknown: defineKind('unknown', 'never', 'No entry mentions this payment'),
  'not-received': defineKind(
    'not-received',
    'never',
    'The files cover the day on which the form was sent, but contain no payment for it',
  ),
  newer: defineKind(
    'not-received',
    'never',
    'Not in this file yet: the form was sent on or after the file’s last day',
  ),
  older: defineKind(
    'not-received',
    'never',
    'Not in this file: the form was sent before the file’s first day',
  ),
  reversed: defineKind(
    'reversed',
    'never',
    'The bank reversed the payment or may have returned it: check the file',
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

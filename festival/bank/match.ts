import type { Day } from '../slot'
import type { Paise } from './cells'
import type { Payment } from './verdict'

/** What somebody says to have paid: a submission with an amount due. */
export interface ExpectedPayment {
  /** The submission's id at the desk. */
  id: string
  due: Paise
  /** The day in India on which it was sent; the payment was made before. */
  day: Day
  /** The payment reference (code); forms of an older version have none. */
  reference?: string
  /** The UTR that was typed, where one was. */
  number?: string
  /** The UTR that was read from its payment picture: a signal of its own, below the typed one. */
  pictureNumber?: string
  /** Of the person; a bank prints the payer's name in its own spelling, often shortened. */
  name: string
  /** Ten digits. */
  phone?: string
  /** `settled`: verified by the bank, or paid in cash. `closed`: rejected or withdrawn. Neither is ever called missing. */
  standing: 'open' | 'settled' | 'closed'
}

/** A bank's row as the desk keeps it. Below 0 it takes a payment back. */
export interface BankRow extends Payment {
  /** `identifyRow` of it: the same row of two downloads has one id. */
  id: string
  /** The first file that it stood in. Rows of one file are never one payment; rows of two files may be. */
  file: string
  /** The submission that it is allocated to, once somebody said yes. */
  allocatedTo?: string
}

/**
 * What is proposed, one kind a match, by what ties its rows to its submissions. The kind says the group and what a person
 * must do (`kinds`).
 */
export type MatchKind =
  | 'number'
  | 'reference'
  | 'picture-number'
  | 'near-number-and-reference'
  | 'in-parts'
  | 'twice'
  | 'for-several'
  | 'not-accepted'
  | 'other-reference'
  | 'other-number'
  | 'other-name'
  | 'partly-reversed'
  | 'near-number'
  | 'mobile-number'
  | 'shortened-number'
  | 'near-reference'
  | 'name'
  | 'phone'
  | 'same-day'
  | 'wrong-amount'
  | 'contested'
  | 'unknown'
  | 'not-received'
  | 'newer'
  | 'older'
  | 'reversed'
  | 'part-reversed'

/** The groups, in the order in which they are shown. */
export type MatchGroup =
  | 'matched'
  | 'maybe'
  | 'wrong-amount'
  | 'contested'
  | 'unknown'
  | 'not-received'
  | 'reversed'

/** One match from the engine to the screen. Each open payment and each open submission stands in exactly one. */
export interface Match {
  /** The same for the same rows and submissions. */
  key: string
  kind: MatchKind
  /** Ids of submissions. */
  expected: readonly string[]
  /** Ids of payments; of one that two files word differently the id of the first (`sameAs` of the result names the others). */
  rows: readonly string[]
  /** The id of the row that took the payment back, of `reversed` and `part-reversed`. */
  reversal?: string
  /** The sum of the rows less what is due, where there are both and they differ: below 0 where too little came. */
  difference?: Paise
}

/** What a person must say before a match is settled; `never`: there is nothing to settle. */
export type Settling = 'yes' | 'reason' | 'never'

/** All that is known: kept rows and those of a file that is looked at. */
export interface Known {
  rows: readonly BankRow[]
  expected: readonly ExpectedPayment[]
  /** Outside of these days nothing is called missing. */
  days: { first: Day; last: Day }
}

export interface Matched {
  matches: readonly Match[]
  /** For a payment that stands in several files in other words: the ids of its other rows, by the id that matches use. */
  sameAs: ReadonlyMap<string, readonly string[]>
}

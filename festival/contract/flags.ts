import { listKeys } from '../list-keys'

/** Flags are evidence, never a verdict. The keys are stored, so they cannot be renamed. */
export const flagWords = {
  'same-file': 'An earlier entry has the same file',
  'same-utr': 'An earlier entry has the same UTR',
  'same-reference': 'An earlier entry has the same payment reference',
  'odd-date': 'The date on the screenshot cannot be right',
  'odd-amount': 'The amount received differs from the fee',
  'payment-reversed': 'The bank reversed the payment',
  'payment-contested': 'Another entry claims the payment that verified this one',
  'other-utr': 'The UTR on the screenshot differs from the form',
  'unknown-pass': 'The Delegate Pass ID was never issued',
  'borrowed-pass': 'The Delegate Pass ID belongs to someone else',
  'pass-twice': 'The Delegate Pass was already used for this event',
  overlap: 'The same person is in two sessions at the same time',
  'team-rule': 'The team breaks a rule of its event',
  'many-from-one': 'Many entries from this e-mail address',
  'coupon-often': 'The coupon has been used unusually often',
  late: 'Submitted after registration closed',
  cancelled: 'Submitted for a cancelled event',
  'given-back': 'Refunded, but still verified',
  renamed: 'Renamed after verification',
} as const

export type FlagKind = keyof typeof flagWords

export const flagKinds = listKeys(flagWords)

export const isFlagKind = (text: unknown): text is FlagKind =>
  flagKinds.some((kind) => kind === text)

/** Keyed by the first part of a group's id. */
const groupWords = {
  'same-file': 'the same file',
  'same-utr': 'the same UTR',
  'same-reference': 'the same payment reference',
  'pass-twice': 'the same Delegate Pass and event',
  'many-from-one': 'the same e-mail address',
  'coupon-often': 'the same coupon',
} as const satisfies Partial<Record<FlagKind, string>>

export type GroupKind = keyof typeof groupWords

export const readGroupKind = (id: string): GroupKind | undefined =>
  listKeys(groupWords).find((kind) => id.startsWith(`${kind}.`))

export const describeGroup = (id: string, kind = readGroupKind(id)) =>
  kind ? groupWords[kind] : 'something in common'

/** On the earliest entry. It is no flag, because the copy could be either of them. */
export const sharedWords = 'A later entry has the same file, UTR or payment reference: compare them'

export const maxNamed = 5

/** One flag covers everything that an entry shares with other entries. */
export interface Flag {
  kind: FlagKind
  /** Contains no personal data of other participants. */
  detail: string
  /** The earliest entries, at most `maxNamed`. */
  others: { id: string; label: string }[]
  /** `count` includes this entry. The queue's `group` filter lists the entries. */
  group?: { id: string; count: number }
  since: string
  /** Of the decided entries with this kind of flag, how many were corrected or rejected. */
  confirmed: { times: number; of: number }
}

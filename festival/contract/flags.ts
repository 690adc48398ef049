/** What is odd about a submission: evidence, never a verdict. The keys are stored: none is renamed. */
export const flagWords = {
  'same-file': 'An earlier entry has the same file',
  'same-utr': 'An earlier entry has the same UTR',
  'same-reference': 'An earlier entry has the same payment code',
  'odd-date': 'The screenshot’s date cannot be right',
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
  'coupon-often': 'The coupon is used very often',
  late: 'Submitted after registration closed',
  cancelled: 'Submitted for a cancelled event',
  'given-back': 'Refunded, but still verified',
  renamed: 'Renamed after verification',
} as const

export type FlagKind = keyof typeof flagWords

export const flagKinds = Object.keys(flagWords).filter((key): key is FlagKind => key in flagWords)

export const isFlagKind = (text: unknown): text is FlagKind =>
  flagKinds.some((kind) => kind === text)

/** What the submissions of a group have the same, by the kind that its id begins with. */
export const groupWords = {
  'same-file': 'the same file',
  'same-utr': 'the same UTR',
  'same-reference': 'the same payment code',
  'pass-twice': 'the same Delegate Pass and event',
  'many-from-one': 'the same e-mail address',
  'coupon-often': 'the same coupon',
} as const satisfies Partial<Record<FlagKind, string>>

export type GroupKind = keyof typeof groupWords

/** The kind of a group, by its id; undefined for what is none. */
export const readGroupKind = (id: string): GroupKind | undefined =>
  (Object.keys(groupWords) as GroupKind[]).find((kind) => id.startsWith(`${kind}.`))

export const describeGroup = (id: string, kind = readGroupKind(id)) =>
  kind ? groupWords[kind] : 'something in common'

/** Of whoever came first: no flag, for nobody knows yet who copied. */
export const sharedWords = 'A later entry has the same file, UTR or payment code: compare them'

/** So many other submissions does one flag name. */
export const maxNamed = 5

/** A flag on a record: what is the same with several other submissions is one. */
export interface Flag {
  kind: FlagKind
  /** What was seen, in a sentence, without personal data of others. */
  detail: string
  /**
   * The other submissions, the earliest first, at most `mostNamed`: the `id` of each, and the id that its registrant holds.
   */
  others: { id: string; label: string }[]
  /** Those that have the same, this one included; the queue's `group` lists them. */
  group?: { id: string; count: number }
  since: string
  /** Of the decided submissions with this kind of flag: in how many it was right (corrected or rejected), and how many. */
  confirmed: { times: number; of: number }
}

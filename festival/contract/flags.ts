/** Flags are evidence, never a verdict. The keys are stored, so they cannot be renamed. */
export const flagWords = {
  'same-file': 'The same file came with an earlier submission',
  'same-utr': 'An earlier submission names the same UTR',
  'same-reference': 'An earlier submission has the same payment code',
  'odd-date': 'The screenshot’s date cannot be right',
  'odd-amount': 'Another amount arrived than is due',
  'payment-reversed': 'The bank took the payment back',
  'payment-contested': 'Another submission names the payment that verified this one',
  'other-utr': 'The screenshot shows another UTR than the form',
  'unknown-pass': 'The Delegate Pass ID was never given out',
  'borrowed-pass': 'The Delegate Pass ID belongs to somebody else',
  'pass-twice': 'The Delegate Pass was used for this event before',
  overlap: 'The same person is in two sessions at the same time',
  'team-rule': 'The team breaks a rule of its event',
  'many-from-one': 'Many submissions came from this e-mail address',
  'coupon-often': 'The coupon is used very often',
  late: 'It came after registration closed',
  cancelled: 'It came for an event that is cancelled',
  'given-back': 'Its money was given back, and it is verified',
  renamed: 'Renamed after verification',
} as const

export type FlagKind = keyof typeof flagWords

export const flagKinds = Object.keys(flagWords).filter((key): key is FlagKind => key in flagWords)

export const isFlagKind = (text: unknown): text is FlagKind =>
  flagKinds.some((kind) => kind === text)

/** Keyed by the first part of a group's id. */
export const groupWords = {
  'same-file': 'the same file',
  'same-utr': 'the same UTR',
  'same-reference': 'the same payment code',
  'pass-twice': 'the same Delegate Pass and event',
  'many-from-one': 'the same e-mail address',
  'coupon-often': 'the same coupon',
} as const satisfies Partial<Record<FlagKind, string>>

export type GroupKind = keyof typeof groupWords

export const readGroupKind = (id: string): GroupKind | undefined =>
  (Object.keys(groupWords) as GroupKind[]).find((kind) => id.startsWith(`${kind}.`))

export const describeGroup = (id: string, kind = readGroupKind(id)) =>
  kind ? groupWords[kind] : 'something the same'

/** Shown on the earliest entry. It gets no flag, because either entry could be the copy. */
export const sharedWords =
  'Another came later with the same file, UTR or payment code: compare them'

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

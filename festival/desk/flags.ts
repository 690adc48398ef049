/** What is odd about a submission: evidence, never a verdict. The keys are stored: none is renamed. */
export const flagWords = {
  'same-file': 'The same file came with another submission',
  'near-identical': 'A picture that looks the same came with another submission',
  'same-utr': 'Another submission names the same UTR',
  'same-reference': 'Another submission has the same payment code',
  'odd-date': 'The screenshot’s date cannot be right',
  'odd-amount': 'Another amount arrived than is due',
  'payment-reversed': 'The bank took the payment back',
  'other-utr': 'The screenshot shows another UTR than the form',
  'unknown-pass': 'The Delegate Pass ID was never given out',
  'borrowed-pass': 'The Delegate Pass ID belongs to somebody else',
  overlap: 'The same person is in two sessions at the same time',
  'team-rule': 'The team breaks a rule of its event',
  'many-from-one': 'Many submissions came from this e-mail address',
} as const

export type FlagKind = keyof typeof flagWords

export const flagKinds = Object.keys(flagWords).filter((key): key is FlagKind => key in flagWords)

export const isFlagKind = (text: unknown): text is FlagKind => flagKinds.some((kind) => kind === text)

/** So many other submissions does one flag name. */
export const mostNamed = 5

/** A flag on a record: what is the same with several other submissions is one. */
export interface Flag {
  kind: FlagKind
  /** What was seen, in a sentence, without personal data of others. */
  detail: string
  /** The other submissions, at most `mostNamed`: the `id` of each, and the id that its registrant holds. */
  others: { id: string; label: string }[]
  /** How many more others there are than are named. */
  othersMore: number
  since: string
  /** Of the decided submissions with this kind of flag: in how many it was right (corrected or rejected), and how many. */
  confirmed: { times: number; of: number }
}

import type { FormKind } from '../api'

/** What a registrant can do about a reason, on the page that the private link opens. */
export type Remedy = 'new-proof' | 'change-field' | 'pay-difference'

interface Reason {
  /** As the organiser picks it. */
  label: string
  /** As the registrant reads it, a sentence. */
  words: string
  remedy: Remedy
  /** The kinds that it can be said of. */
  kinds: readonly FormKind[]
  /** The field that must change, by its name in the form's body. */
  field?: string
}

const all: readonly FormKind[] = ['registration', 'delegate-pass', 'accommodation']

/** Why a correction is asked for. The keys are stored: none is renamed. */
export const correctionReasons = {
  'proof-unreadable': {
    label: 'Screenshot cannot be read',
    words: 'We cannot read the screenshot of your payment. Please send a clear one.',
    remedy: 'new-proof',
    kinds: all,
  },
  'proof-wrong': {
    label: 'Not a screenshot of this payment',
    words:
      'The picture that you sent does not show a payment to the festival. Please send the screenshot of your payment.',
    remedy: 'new-proof',
    kinds: all,
  },
  'proof-no-number': {
    label: 'No UTR on the screenshot',
    words:
      'The screenshot does not show the 12 digits of the UTR. Please open the payment in your UPI app and send a screenshot that shows them.',
    remedy: 'new-proof',
    kinds: all,
  },
  'proof-used': {
    label: 'Screenshot belongs to another submission',
    words: 'The same screenshot came with another registration. Please send the one that belongs to this one.',
    remedy: 'new-proof',
    kinds: all,
  },
  'payment-not-found': {
    label: 'Payment has not arrived',
    words:
      'We cannot find your payment. Please look in your UPI app whether it went through, and send the screenshot that shows its UTR.',
    remedy: 'new-proof',
    kinds: all,
  },
  'amount-short': {
    label: 'Too little was paid',
    words: 'What you paid is less than the fee. Please pay the difference and send the screenshot of that payment.',
    remedy: 'pay-difference',
    kinds: all,
  },
  'utr-wrong': {
    label: 'UTR is wrong',
    words: 'The UTR that you wrote does not belong to your payment. Please copy the 12 digits from your UPI app.',
    remedy: 'change-field',
    kinds: ['registration', 'delegate-pass'],
    field: 'utr',
  },
  'utr-missing': {
    label: 'You gave no UTR',
    words: 'You gave no UTR, and without it we cannot find your payment. Please copy the 12 digits from your UPI app.',
    remedy: 'change-field',
    kinds: ['registration', 'delegate-pass'],
    field: 'utr',
  },
  'transaction-wrong': {
    label: 'Transaction ID is wrong',
    words: 'The transaction ID that you wrote does not belong to your payment. Please copy the UTR from your UPI app.',
    remedy: 'change-field',
    kinds: ['accommodation'],
    field: 'transaction_id',
  },
  'pass-unknown': {
    label: 'Delegate Pass ID is not one of ours',
    words:
      'The Delegate Pass ID that you wrote was never given out, or belongs to somebody else. Please write the one from your pass.',
    remedy: 'change-field',
    kinds: ['registration'],
    field: 'delegate_id',
  },
  'name-wrong': {
    label: 'Name does not match',
    words: 'The name does not match the other papers. Please write it as it should appear on your certificate.',
    remedy: 'change-field',
    kinds: all,
    field: 'name',
  },
  'phone-wrong': {
    label: 'Phone does not answer',
    words: 'We could not reach you by phone. Please write the number on which we can.',
    remedy: 'change-field',
    kinds: all,
    field: 'phone',
  },
  'team-rules': {
    label: 'Team breaks the rules',
    words: 'Your team does not fit the rules of this event. Please read them on its page and change the team.',
    remedy: 'change-field',
    kinds: ['registration'],
    field: 'members',
  },
  'identity-unclear': {
    label: 'ID proof cannot be read',
    words: 'We cannot read your ID proof. Please send a clear one.',
    remedy: 'new-proof',
    kinds: ['accommodation'],
    field: 'id_proof_url',
  },
  'participation-unclear': {
    label: 'Proof of participation cannot be read',
    words: 'We cannot read your proof of participation. Please send a clear one.',
    remedy: 'new-proof',
    kinds: ['accommodation'],
    field: 'participation_proof_url',
  },
} as const satisfies Record<string, Reason>

export type ReasonKey = keyof typeof correctionReasons

export const reasonKeys = Object.keys(correctionReasons).filter((key): key is ReasonKey => key in correctionReasons)

export const reasonOf = (key: ReasonKey): Reason => correctionReasons[key]

/** What is wrong, without what would mend it: "We cannot read your ID proof." */
export const whyOf = (key: ReasonKey): string => reasonOf(key).words.replace(/ Please .*/, '')

/** The reasons that can be said of a kind, in the order in which they are offered. */
export const reasonsFor = (kind: FormKind): ReasonKey[] =>
  reasonKeys.filter((key) => reasonOf(key).kinds.includes(kind))

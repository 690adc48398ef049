import { tiers } from '#edition/delegate-pass'
import type { FormKind } from '../forms/api'
import { listKeys } from '../list-keys'

export type Remedy = 'new-proof' | 'change-field' | 'pay-difference'

interface Reason {
  label: string
  words: string
  /** Defaults to all kinds. */
  kinds?: readonly FormKind[]
  /** Set if the reason is not about a payment. */
  isForFree?: true
  /** The field to correct. Defaults to the payment screenshot. */
  field?: string
}

/** The keys are stored in the database, so they cannot be renamed. */
export const correctionReasons = {
  'proof-unreadable': {
    label: 'Screenshot cannot be read',
    words: 'We cannot read the screenshot of your payment. Please send a clearer screenshot.',
  },
  'proof-wrong': {
    label: 'Not a screenshot of this payment',
    words:
      'The picture that you sent does not show a payment to the festival. Please send the screenshot of your payment.',
  },
  'proof-no-number': {
    label: 'No UTR on the screenshot',
    words:
      'The screenshot does not show the 12 digits of the UTR. Please open the payment in your UPI app and send a screenshot that shows them.',
  },
  'proof-used': {
    label: 'Screenshot belongs to another entry',
    words:
      'The same screenshot was sent with another form. Please send the screenshot of the payment for this form.',
  },
  'payment-not-found': {
    label: 'Payment has not arrived',
    words:
      'We cannot find your payment. Please check in your UPI app that it went through, and send the screenshot that shows its UTR.',
  },
  'amount-short': {
    label: 'Too little was paid',
    words:
      'You paid less than the fee. Please pay the difference and send the screenshot of that payment.',
  },
  'utr-wrong': {
    label: 'UTR is wrong',
    words:
      'The UTR that you entered does not belong to your payment. Please copy the 12 digits from your UPI app.',
    kinds: ['registration', 'delegate-pass'],
    field: 'utr',
  },
  'utr-missing': {
    label: 'No UTR given',
    words:
      'You did not enter a UTR, and without it we cannot find your payment. Please copy the 12 digits from your UPI app.',
    kinds: ['registration', 'delegate-pass'],
    field: 'utr',
  },
  'transaction-wrong': {
    label: 'Transaction ID is wrong',
    words:
      'The transaction ID that you entered does not belong to your payment. Please copy the UTR from your UPI app.',
    kinds: ['accommodation'],
    field: 'transaction_id',
  },
  'pass-unknown': {
    label: 'Delegate Pass ID is wrong',
    words:
      'The Delegate Pass ID that you entered was never issued, or belongs to someone else. Please enter the one on your pass.',
    kinds: tiers.length > 0 ? ['registration'] : [],
    field: 'delegate_id',
  },
  'name-wrong': {
    label: 'Name does not match',
    words:
      'The name differs from the name on your other documents. Please enter it as it should appear on your certificate.',
    isForFree: true,
    field: 'name',
  },
  'phone-wrong': {
    label: 'Phone number does not work',
    words: 'We could not reach you by phone. Please enter a number that works.',
    isForFree: true,
    field: 'phone',
  },
  'team-rules': {
    label: 'Team breaks the rules',
    words:
      'Your team does not meet the rules of this event. Please read the rules on the event’s page and change the team.',
    kinds: ['registration'],
    isForFree: true,
    field: 'members',
  },
  'identity-unclear': {
    label: 'ID proof cannot be read',
    words: 'We cannot read your ID proof. Please send a clearer picture or PDF of it.',
    kinds: ['accommodation'],
    field: 'id_proof_url',
  },
  'participation-unclear': {
    label: 'Proof of participation cannot be read',
    words:
      'We cannot read your proof of participation. Please send a clearer picture or PDF of it.',
    kinds: ['accommodation'],
    field: 'participation_proof_url',
  },
} as const satisfies Record<string, Reason>

export type ReasonKey = keyof typeof correctionReasons

export const reasonKeys = listKeys(correctionReasons)

export const findReason = (key: ReasonKey): Reason => correctionReasons[key]

/** Returns only the problem, not the remedy: "We cannot read your ID proof." */
export const explainReason = (key: ReasonKey): string =>
  findReason(key).words.replace(/ Please .*/, '')

export const findRemedy = (key: ReasonKey): Remedy => {
  if (key === 'amount-short') {
    return 'pay-difference'
  }
  const { field = '_url' } = findReason(key)
  return field.endsWith('_url') ? 'new-proof' : 'change-field'
}

/** Entries of free events have no payment to correct. */
export const fitsEntry = (key: ReasonKey, kind: FormKind, isFree: boolean): boolean => {
  const { kinds, isForFree } = findReason(key)
  return (kinds?.includes(kind) ?? true) && (isForFree === true || !isFree)
}

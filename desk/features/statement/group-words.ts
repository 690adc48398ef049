import type { ProposalState } from '../../../festival/matching/proposal'

/** What each group means, in words that need no explaining. */
export const groupMeanings: Readonly<Record<ProposalState, string>> = {
  'matched-by-number': 'The payment number is the one that was given, and the amount is what is due.',
  'matched-by-reference':
    'The payment’s note carries the payment code of this submission, and the amount is what is due.',
  'wrong-amount':
    'The payment is theirs by its number or its note, and the amount is not what is due. Accept the difference and say why, or ask for the rest.',
  'paid-in-parts': 'Several payments for one submission, together exactly what is due.',
  'paid-twice': 'More than one payment came for one submission. What is too much is to be given back.',
  'one-payment-for-two-claims':
    'It cannot be told whose payment this is: several submissions name it, or its note names another’s code. Open each and look; one of them may use another’s number.',
  'one-payment-for-several':
    'One payment for several submissions: each of them names it, and the sum is exactly right.',
  perhaps: 'These fit loosely. None of them is verified unless you have looked and say so.',
  'not-accepted':
    'Money that came for somebody who was rejected or has withdrawn. It stands on the list of refunds: give it back there, or keep it.',
  'unknown-payment': 'No form names this money. The form may still come, or it is not for the festival.',
  'same-payment': 'This payment stands here already, in other words. It counts once.',
  'claimed-not-received':
    'The file covers the day on which they say they paid, and the payment is not in it. Look at the picture, and ask them.',
  'not-yet-in-this-file': 'Sent too late or too early for this file: not missing. The next file may show the payment.',
  'partly-reversed':
    'The bank took a part of the payment back. Who was verified by it stays so, with a flag: look, and ask for the rest. Nobody else is verified by it without a reason.',
  reversed:
    'The bank took the payment back. Whoever was verified by it carries a flag now. One without a payment beside it fits none by number, amount and day: look yourself.',
}

import type { GivenReason } from '../../../festival/desk/decision'
import { reasonOf } from '../../../festival/desk/reasons'
import type { Decision } from '../../../festival/desk/states'

/** What a decision's mail tells its registrant, sentence by sentence, in the words that it will have. */
export const mailSentences = (decision: Decision, reasons: readonly GivenReason[], note: string): string[] => {
  const given = reasons.map(({ key, difference }) => {
    const { words } = reasonOf(key)
    return key === 'amount-short' && difference
      ? `${words} The difference is ₹${difference.toLocaleString('en-IN')}.`
      : words
  })
  return [...(decision === 'ask-correction' ? given : []), ...(note.trim() === '' ? [] : [note.trim()])]
}

import type { GivenReason } from '../../../festival/desk/decision'
import { reasonOf } from '../../../festival/desk/reasons'
import { type Decision, moneySentences } from '../../../festival/desk/states'
import type { Draft } from './verdict'

/** What a decision's mail tells its registrant, sentence by sentence, in the words that it will have. */
export const mailSentences = (
  decision: Decision,
  reasons: readonly GivenReason[],
  { note, money }: Pick<Draft, 'note' | 'money'>,
): string[] => {
  const given = reasons.map(({ key, difference }) => {
    const { words } = reasonOf(key)
    return key === 'amount-short' && difference
      ? `${words} The difference is ₹${difference.toLocaleString('en-IN')}.`
      : words
  })
  return [
    ...(decision === 'ask-correction' ? given : []),
    ...(note.trim() === '' ? [] : [note.trim()]),
    ...(decision === 'reject' && money ? [moneySentences[money]] : []),
  ]
}

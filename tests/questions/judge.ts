import type { Question } from './question'

/** How a question was answered. What is not known and said to be so is as right as a right answer. */
export type Verdict = 'right' | 'half' | 'rightly unknown' | 'wrongly unknown' | 'wrong'

const holds = (text: string, words: string | RegExp) =>
  typeof words === 'string' ? text.includes(words) : words.test(text)

/** An answer that knows no fact of the matter, but who does. */
const leadsOn = /^(?:Nothing is announced about that|Call the help desk)/

/**
 * Judges an answer by what it shows: half right where it holds some of what it should, and wrong where it holds none of it
 * or what it must not.
 */
export const judge = ([, says, never = []]: Question, answer: string): Verdict => {
  const isUnknown = answer.includes('I don’t know that; call')
  if (says === 'not known') return isUnknown || leadsOn.test(answer) ? 'rightly unknown' : 'wrong'
  if (isUnknown) return 'wrongly unknown'
  const held = says.filter((words) => holds(answer, words)).length
  if (held === 0 || never.some((words) => holds(answer, words))) return 'wrong'
  return held === says.length ? 'right' : 'half'
}

/** How many of some questions were answered in each way. */
export const countVerdicts = (verdicts: readonly Verdict[]): Record<Verdict, number> => {
  const count = { right: 0, half: 0, 'rightly unknown': 0, 'wrongly unknown': 0, wrong: 0 }
  for (const verdict of verdicts) count[verdict] += 1
  return count
}

import { expect, it } from 'vitest'
import { wholeEdition } from '../../../../festival/whole-edition'
import { readAnswer } from '../../../../tests/support/read-answer'
import { createChatbot } from './answer-question'
import { type Outcome, type VisitorQuestion, visitorQuestions } from './visitor-questions'

const { answerQuestion } = createChatbot(wholeEdition)

const holds = (text: string, words: string | RegExp) =>
  typeof words === 'string' ? text.includes(words) : words.test(text)

const judge = ({ question, says, never = [], at = '2025-10-01T09:00' }: VisitorQuestion): Outcome => {
  const text = readAnswer(answerQuestion(question, Date.parse(`${at}+05:30`), [], true))
  const isUnknown = text.includes('I don’t know that; call')
  if (says === 'not known') return isUnknown ? 'right' : 'wrong'
  if (isUnknown) return 'unknown'
  return says.every((words) => holds(text, words)) && !never.some((words) => holds(text, words)) ? 'right' : 'wrong'
}

const ranks: Record<Outcome, number> = { wrong: 0, unknown: 1, right: 2 }

it.each(visitorQuestions)('answers no worse than so far: $question', (asked) => {
  expect(ranks[judge(asked)]).toBeGreaterThanOrEqual(ranks[asked.soFar ?? 'right'])
})

it('answers at least 41 of the 60 questions right, and at most 15 wrong', () => {
  const outcomes = visitorQuestions.map(judge)
  expect(outcomes).toHaveLength(60)
  expect(outcomes.filter((outcome) => outcome === 'right').length).toBeGreaterThanOrEqual(41)
  expect(outcomes.filter((outcome) => outcome === 'wrong').length).toBeLessThanOrEqual(15)
})

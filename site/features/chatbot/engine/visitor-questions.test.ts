import { expect, it } from 'vitest'
import { wholeEdition } from '../../../../festival/whole-edition'
import { aboutMoneyAndDays } from '../../../../tests/questions/about-money-and-days'
import { aboutPeopleAndEvents } from '../../../../tests/questions/about-people-and-events'
import { findInvented } from '../../../../tests/questions/find-invented'
import { firstSixty } from '../../../../tests/questions/first-sixty'
import { countVerdicts, judge } from '../../../../tests/questions/judge'
import type { Question } from '../../../../tests/questions/question'
import { readAnswer } from '../../../../tests/support/read-answer'
import { createChatbot } from './answer-question'

const { answerQuestion } = createChatbot(wholeEdition)

const answer = ([question, , , at = '2025-10-01T09:00']: Question) =>
  readAnswer(answerQuestion(question, Date.parse(`${at}+05:30`), [], true))

// Every second question is held back: nobody looks at how it is answered while the chatbot is changed.
const all = [...aboutMoneyAndDays, ...aboutPeopleAndEvents]
const asked = {
  'the first sixty': firstSixty,
  'seventy-five to work on': all.filter((_, place) => place % 2 === 0),
  'seventy-five held back': all.filter((_, place) => place % 2 === 1),
}

const counted = Object.entries(asked).map(([name, questions]) => {
  const verdicts = questions.map((question) => judge(question, answer(question)))
  const invented = questions.flatMap((question) => findInvented(answer(question), wholeEdition)).length
  return { name, of: questions.length, ...countVerdicts(verdicts), invented }
})
console.table(counted)

it.each(counted)('answers nearly all of $name, and next to none wrong', (count) => {
  const right = count.right + count['rightly unknown']
  expect(right / count.of).toBeGreaterThanOrEqual(0.85)
  expect(count.wrong / count.of).toBeLessThan(0.05)
  expect(count.invented).toBe(0)
})

it('notices an amount, a date and a number that the edition does not hold', () => {
  const said = 'Vistura. ₹650 per team, on 13 October 2025, 9:15 AM; +91 98765 43210. ₹600, 12 October 2025.'
  expect(findInvented(said, wholeEdition)).toEqual(['₹650', '13 October 2025', '9:15 AM', '+91 98765 43210'])
})

it('asks sixty questions, and twice seventy-five', () => {
  expect(counted.map(({ of }) => of)).toEqual([60, 75, 75])
})

import { expect, it } from 'vitest'
import { wholeEdition } from '../../../../festival/whole-edition'
import { aboutMoneyAndDays } from '../../../../tests/questions/about-money-and-days'
import { aboutPeopleAndEvents } from '../../../../tests/questions/about-people-and-events'
import { askedEighth } from '../../../../tests/questions/asked-eighth'
import { askedFifth } from '../../../../tests/questions/asked-fifth'
import { askedFourth } from '../../../../tests/questions/asked-fourth'
import { askedFresh } from '../../../../tests/questions/asked-fresh'
import { askedLast } from '../../../../tests/questions/asked-last'
import { askedNinth } from '../../../../tests/questions/asked-ninth'
import { askedSeventh } from '../../../../tests/questions/asked-seventh'
import { askedSixth } from '../../../../tests/questions/asked-sixth'
import { askedThird } from '../../../../tests/questions/asked-third'
import { findInvented } from '../../../../tests/questions/find-invented'
import { firstSixty } from '../../../../tests/questions/first-sixty'
import { countVerdicts, judge } from '../../../../tests/questions/judge'
import type { Question } from '../../../../tests/questions/question'
import { worded } from '../../../../tests/questions/worded'
import { readAnswer } from '../../../../tests/support/read-answer'
import { createChatbot } from './answer-question'

const { answerQuestion } = createChatbot(wholeEdition)

const answer = ([question, , , at = '2025-10-01T09:00']: Question) =>
  readAnswer(answerQuestion(question, Date.parse(`${at}+05:30`), [], true))

// Every second question was held back, and read by nobody who changed the chatbot, until its answers had been counted.
const all = [...aboutMoneyAndDays, ...aboutPeopleAndEvents]
const lists = [
  { name: 'the first sixty', questions: firstSixty, right: 60, wrong: 0 },
  { name: 'the seventy-five to work on', questions: all.filter((_, place) => place % 2 === 0), right: 75, wrong: 0 },
  { name: 'the seventy-five held back', questions: all.filter((_, place) => place % 2 === 1), right: 75, wrong: 0 },
  { name: 'those of other wordings', questions: worded, right: 258, wrong: 0 },
  { name: 'the eighty asked last', questions: askedLast, right: 80, wrong: 0 },
  { name: 'the seventy-five asked fresh', questions: askedFresh, right: 74, wrong: 1 },
  { name: 'the seventy-five of a third asker', questions: askedThird, right: 68, wrong: 1 },
  { name: 'the seventy-five of a fourth asker', questions: askedFourth, right: 65, wrong: 2 },
  { name: 'the seventy-five of a fifth asker', questions: askedFifth, right: 72, wrong: 2 },
  { name: 'the seventy-five of a sixth asker', questions: askedSixth, right: 72, wrong: 1 },
  { name: 'the seventy-five of a seventh asker', questions: askedSeventh, right: 74, wrong: 0 },
  { name: 'the seventy-five of an eighth asker', questions: askedEighth, right: 69, wrong: 1 },
  { name: 'the seventy-five of a ninth asker', questions: askedNinth, right: 69, wrong: 1 },
]

const counted = lists.map(({ name, questions }) => {
  const verdicts = questions.map((question) => judge(question, answer(question)))
  const invented = questions.flatMap((question) => findInvented(answer(question), wholeEdition)).length
  return { name, of: questions.length, ...countVerdicts(verdicts), invented }
})
console.table(counted)

it.each(lists)('answers at least $right of $name right, at most $wrong wrong, and invents nothing', (list) => {
  const count = counted.find(({ name }) => name === list.name)
  expect((count?.right ?? 0) + (count?.['rightly unknown'] ?? 0)).toBeGreaterThanOrEqual(list.right)
  expect(count?.wrong).toBeLessThanOrEqual(list.wrong)
  expect(count?.invented).toBe(0)
})

it('notices an amount, a date and a number that the edition does not hold', () => {
  const said = 'Vistura. ₹650 per team, on 13 October 2025, 9:15 AM; +91 98765 43210. ₹600, 12 October 2025.'
  expect(findInvented(said, wholeEdition)).toEqual(['₹650', '13 October 2025', '9:15 AM', '+91 98765 43210'])
})

it('asks sixty questions, twice seventy-five, 260 in other wordings, eighty, and eight times seventy-five', () => {
  expect(counted.map(({ of }) => of)).toEqual([60, 75, 75, 260, 80, 75, 75, 75, 75, 75, 75, 75, 75])
})

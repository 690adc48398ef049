import { expect, test } from 'vitest'
import { amountDue } from '../../../festival/amount-due'
import { subjectForForm } from '../../../festival/catalogue'
import { makePracticeId, practiceCode, withoutFee } from './practice'

test('the id of a practice form says that it is practice (9.10)', () => {
  expect(makePracticeId(1_759_000_042_917)).toBe('PRACTICE-042917')
})

test('the code of a practice form is no address that an app could pay by (9.10)', () => {
  expect(practiceCode).toBe('Practice form: this code pays nobody.')
  expect(URL.canParse(practiceCode)).toBe(false)
})

test('whoever practises pays nothing, however many they are, and what the pass pays for stays so (9.10)', () => {
  const quiz = withoutFee(subjectForForm('SeniorQuiz'))
  expect([amountDue(quiz.fee, 1), amountDue(quiz.fee, 3), amountDue(quiz.fee, 3, true)]).toEqual([0, 0, 0])
  expect(withoutFee(subjectForForm('Vivantia'))).toEqual(subjectForForm('Vivantia'))
})

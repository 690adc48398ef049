import * as v from 'valibot'
import { expect, test } from 'vitest'
import { amountDue } from '../../../festival/amount-due'
import { subjectForForm } from '../../../festival/catalogue'
import { draftSchema } from './draft'
import { checkPractice, makePracticeId, practiceCode, withoutFee } from './practice'

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

test('in practice a name, a phone, an e-mail address, an institution and a category are required, and no more (9.10)', () => {
  for (const key of ['SeniorQuiz', 'Vivantia']) {
    const subject = withoutFee(subjectForForm(key))
    const draft = v.parse(draftSchema(subject), {})
    expect(checkPractice(subject, draft, '').map(({ path }) => path)).toEqual([
      ...['members.0.name', 'members.0.phone', 'email', 'institution', 'category'],
    ])
    const [leader] = draft.values.members
    const values = {
      ...draft.values,
      members: [{ id: 0, year: '', ...leader, name: 'Asha Test', phone: '0123456789' }],
      ...{ email: 'asha@college.test', institution: 'Test Medical College', category: 'student' },
    }
    expect(checkPractice(subject, { ...draft, values }, '')).toEqual([])
    const wrong = { ...draft, values: { ...values, delegate_id: 'abc' } }
    expect(checkPractice(subject, wrong, '').map(({ path }) => path)).toEqual(
      subject.passRequired ? ['delegate_id'] : [],
    )
  }
})

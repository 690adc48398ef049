import { expect, test } from 'vitest'
import { checkRehearsal, emptyRehearsal, makePracticeId } from './rehearsal'

const filled = {
  ...emptyRehearsal,
  name: 'Asha',
  email: 'asha@college.example',
  phone: '9000000000',
  institution: 'A college',
  category: 'student',
}

test('a rehearsal asks for five answers and leaves the other seven free', () => {
  expect(checkRehearsal(emptyRehearsal).map(({ path }) => path)).toEqual([
    'name',
    'email',
    'phone',
    'institution',
    'category',
  ])
  expect(checkRehearsal(filled)).toEqual([])
})

test('a rehearsal checks phone and e-mail as the real form does', () => {
  expect(checkRehearsal({ ...filled, phone: '12345', email: 'asha' })).toEqual([
    { path: 'email', message: 'Enter a complete e-mail address, such as name@example.com.' },
    { path: 'phone', message: 'Enter a valid 10-digit number or +91 followed by 10 digits' },
  ])
})

test('the id of a rehearsal says that it is practice', () => {
  expect(makePracticeId(1_759_000_042_917)).toBe('PRACTICE-042917')
})

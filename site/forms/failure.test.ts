import { expect, it } from 'vitest'
import { type Problem, type ProblemCode, problemStatus } from '../../festival/contract/problem'
import { formMessages } from '../../festival/text/messages'
import { readFailure } from './failure'

const problem = (code: ProblemCode, more: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: '',
  status: problemStatus[code],
  code,
  detail: 'The server’s words.',
  ...more,
})
const read = (code: ProblemCode, more?: Partial<Problem>, retryAfterSeconds?: number) =>
  readFailure(
    {
      kind: 'problem',
      problem: problem(code, more),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
    formMessages.registration,
  )

it('a server that cannot be reached or cannot save gives the words of a failed save', () => {
  const failed = { kind: 'save', words: 'Failed to save registration. Please try again.' }
  expect(readFailure({ kind: 'unreachable' }, formMessages.registration)).toEqual(failed)
  expect(read('unavailable')).toEqual(failed)
  expect(read('unexpected')).toEqual(failed)
})

it('a failed e-mail gives its own words and the id of the saved record', () => {
  expect(read('email-failed', { registration_id: 'EVT-004217' })).toEqual({
    kind: 'email',
    words: 'Failed to send registration email. Please try again.',
    registrationId: 'EVT-004217',
  })
})

it('wrong fields are named by their paths', () => {
  const errors = [
    {
      path: 'members.0.phone',
      message: 'Enter a valid 10-digit number or +91 followed by 10 digits',
    },
  ]
  expect(read('invalid', { errors })).toEqual({ kind: 'fields', errors })
})

it('a closed registration is told in the catalogue’s words', () => {
  expect(read('registration-closed', { detail: 'Registration Closed' })).toMatchObject({
    kind: 'refused',
    words: 'Registration Closed',
  })
})

it('too many requests say when to come back', () => {
  expect(read('too-many-requests', {}, 45)).toMatchObject({
    advice: expect.stringContaining('in 45 seconds'),
  })
  expect(read('too-many-requests', {}, 600)).toMatchObject({
    advice: expect.stringContaining('in 10 minutes'),
  })
  expect(read('too-many-requests')).toMatchObject({
    advice: expect.stringContaining('in a few minutes'),
  })
})

it('too many forms of one address are told in the server’s words, and nothing is lost (7.51)', () => {
  const advice = 'Everything you entered is still here.'
  const expected = { kind: 'refused', words: 'The server’s words.', advice }
  expect(read('too-many-forms', {}, 80_000)).toEqual(expected)
})

it('the headline for too many changes does not ask to try again (14.272)', () => {
  expect(read('too-many-changes')).toEqual({
    kind: 'refused',
    words: 'Your change was not saved.',
    advice: 'The server’s words. Everything you entered is still here.',
  })
})

it('a line that was too slow is said in the server’s words, and that the form is kept', () => {
  const advice = 'The server’s words. Everything you entered is still here.'
  expect(read('request-timeout')).toMatchObject({ kind: 'refused', advice })
})

it('no refusal of the table is without words', () => {
  const isCode = (code: string): code is ProblemCode => code in problemStatus
  for (const code of Object.keys(problemStatus).filter(isCode)) {
    const failure = read(code)
    expect(failure.kind).toBeTypeOf('string')
    if ('words' in failure) {
      expect(failure.words).not.toBe('')
    }
  }
})

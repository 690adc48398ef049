import { expect, it } from 'vitest'
import { type Problem, type ProblemCode, problemStatus } from '../../festival/contract/problem'
import { formMessages, phoneHint } from '../../festival/text/messages'
import type { ApiFailure } from '../api'
import { nameField, readFailure } from './failure'

const problem = (code: ProblemCode, more: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: '',
  status: problemStatus[code],
  code,
  detail: 'The server’s words.',
  ...more,
})
const read = (code: ProblemCode, more?: Partial<Problem>, retryAfterSeconds?: number) => {
  const failure: ApiFailure = { kind: 'problem', problem: problem(code, more) }
  if (retryAfterSeconds !== undefined) {
    failure.retryAfterSeconds = retryAfterSeconds
  }
  return readFailure(failure, formMessages.registration)
}

it('reports a failed save if the server is unreachable or unavailable', () => {
  const failed = { kind: 'save', words: 'Failed to save registration. Please try again.' }
  expect(readFailure({ kind: 'unreachable' }, formMessages.registration)).toEqual(failed)
  expect(read('unavailable')).toEqual(failed)
  expect(read('unexpected')).toEqual(failed)
})

it('reports a failed e-mail together with the ID of the saved entry', () => {
  expect(read('email-failed', { registration_id: 'EVT-004217' })).toEqual({
    kind: 'email',
    words: 'Failed to send registration email. Please try again.',
    registrationId: 'EVT-004217',
  })
})

it('reports the paths of invalid fields', () => {
  const errors = [
    {
      path: 'members.0.phone',
      message: 'Enter a valid 10-digit number or +91 followed by 10 digits',
    },
  ]
  expect(read('invalid', { errors })).toEqual({ kind: 'fields', errors })
})

it('shows the server’s message when registration is closed', () => {
  expect(read('registration-closed', { detail: 'Registration Closed' })).toMatchObject({
    kind: 'refused',
    words: 'Registration Closed',
  })
})

it('says when to retry after too many requests', () => {
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

it('shows the server’s message for too many forms from one address (7.51)', () => {
  const advice = 'Everything you entered is still here.'
  const expected = { kind: 'refused', words: 'The server’s words.', advice }
  expect(read('too-many-forms', {}, 80_000)).toEqual(expected)
})

it('does not suggest a retry after too many changes (14.272)', () => {
  expect(read('too-many-changes')).toEqual({
    kind: 'refused',
    words: 'Your change was not saved.',
    advice: 'The server’s words. Everything you entered is still here.',
  })
})

it('shows the server’s message for a timeout, and says that the form is kept', () => {
  const advice = 'The server’s words. Everything you entered is still here.'
  expect(read('request-timeout')).toMatchObject({ kind: 'refused', advice })
})

it('has a kind for every problem code, and no empty message', () => {
  const isCode = (code: string): code is ProblemCode => code in problemStatus
  for (const code of Object.keys(problemStatus).filter(isCode)) {
    const failure = read(code)
    expect(failure.kind).toBeTypeOf('string')
    if ('words' in failure) {
      expect(failure.words).not.toBe('')
    }
  }
})

it.each([
  ['members.2.name', 'Enter this member’s name.', 'Member 3: Enter this member’s name.'],
  ['members.0.name', 'Enter your full name.', 'Enter your full name.'],
  ['members.1.phone', phoneHint, `Phone of member 2: ${phoneHint}`],
  ['phone', phoneHint, `Phone: ${phoneHint}`],
  ['members', 'A team has 8 to 12 members.', 'A team has 8 to 12 members.'],
])('names the member in the summary of errors: %s (19.45)', (path, message, words) => {
  expect(nameField({ path, message }).message).toBe(words)
})

import { expect, test } from 'vitest'
import { problemStatus } from './problem'

test('each refusal of the contract has its status', () => {
  expect(problemStatus).toMatchObject({
    'bad-upload': 400,
    'file-too-large': 413,
    'unsupported-file': 415,
    invalid: 422,
    'key-reused': 422,
    'registration-closed': 409,
    'email-failed': 502,
    'too-many-requests': 429,
    'no-room': 503,
  })
})

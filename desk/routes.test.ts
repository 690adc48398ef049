import { expect, test } from 'vitest'
import { matchRoute } from './routes'

test.each([
  ['/desk', 'queue', undefined],
  ['/desk/', 'queue', undefined],
  ['/desk/submissions/4f', 'record', '4f'],
  ['/desk/sign-in', 'sign-in', undefined],
  ['/desk/audit', 'audit', undefined],
  ['/desk/statement', 'statement', undefined],
  ['/desk/rehearsal', 'rehearsal', undefined],
  ['/desk/submissions', 'not-found', undefined],
  ['/desk/submissions/4f/more', 'not-found', undefined],
  ['/', 'not-found', undefined],
])('%s shows %s', (path, page, id) => {
  expect(matchRoute(path)).toEqual({ page, id })
})

import { expect, test } from 'vitest'
import { describeApproval } from './subject-page'

test('the page of an event with approval says that the organisers choose who takes part (19.36)', () => {
  expect(describeApproval({ places: 30 })).toBe('30 places. The organisers choose who takes part.')
  expect(describeApproval({})).toBe('The organisers choose who takes part.')
})

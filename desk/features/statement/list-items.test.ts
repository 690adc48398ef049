import { expect, test } from 'vitest'
import type { ShownProposal } from '../../../festival/desk/statement'
import { cutItems } from '../decisions/settle'
import { chooseOne, itemOf, listTicked } from './list-items'

const claim = {
  id: 'asha',
  version: 3,
  kind: 'registration' as const,
  label: 'EVT-000001',
  name: 'Asha Rao',
  eventName: 'Senior Quiz',
  due: 60_000,
  day: '2025-10-01' as const,
  state: 'submitted' as const,
  ground: null,
  flags: [],
}
const row = {
  id: 'r1',
  line: 7,
  day: '2025-10-01' as const,
  amount: 50_000,
  narration: 'UPI/409212341000',
  reference: '',
  isNew: true,
  spentOn: [],
}
const proposal: ShownProposal = {
  key: 'k',
  state: 'matched-by-number',
  claims: [claim],
  rows: [row],
  settling: 'yes',
  isTicked: true,
}

test('“Verify matched” takes what is ticked, each claim in the version that was seen, and nothing else (behaviour 15.41)', () => {
  const flagged = { ...proposal, isTicked: false }
  const group = { state: proposal.state, count: 2, sum: 100_000, proposals: [proposal, flagged], more: 0 }
  expect(listTicked({ groups: [group] })).toEqual([{ claims: [{ id: 'asha', version: 3 }], rows: ['r1'] }])
})

test('a reason accepts the difference that was seen', () => {
  expect(itemOf({ ...proposal, difference: -10_000 }, ' paid the rest in cash ').accepted).toEqual({
    difference: -10_000,
    reason: 'paid the rest in cash',
  })
  expect(itemOf(proposal, 'looked at it').accepted?.difference).toBe(0)
})

test('a payment that two claim goes to the one that a person names, with what it is short of', () => {
  const other = { ...claim, id: 'ravi', due: 50_000 }
  const disputed = { ...proposal, state: 'one-payment-for-two-claims' as const, claims: [claim, other] }
  expect(chooseOne(disputed, undefined, 'r1')).toBeUndefined()
  expect(chooseOne(disputed, 'asha', 'r1')).toMatchObject({ claims: [claim], rows: [row], difference: -10_000 })
  expect(chooseOne(disputed, 'ravi', 'r1')).not.toHaveProperty('difference')
})

test('more than the server takes at once goes in several calls, each item once', () => {
  const items = Array.from({ length: 450 }, (_none, index) => ({ claims: [], rows: [String(index)] }))
  const calls = cutItems(items)
  expect(calls.map(({ length }) => length)).toEqual([200, 200, 50])
  expect(calls.flat()).toEqual(items)
})

import { expect, test } from 'vitest'
import { rowBeside, rowToDecideNext } from './queue-page'

const rows = [
  { id: '1', state: 'submitted' },
  { id: '2', state: 'verified' },
  { id: '3', state: 'submitted' },
  { id: '4', state: 'rejected' },
] as const

test.each([
  ['1', 1, '2'],
  ['2', -1, '1'],
  [undefined, 1, '1'],
  ['4', 1, undefined],
  ['1', -1, undefined],
] as const)('the keys j and k move through the list: from %s by %s to %s', (from, step, to) => {
  expect(rowBeside(rows, from, step)?.id).toBe(to)
})

test('opens the next entry in the same state after a decision', () => {
  expect(rowToDecideNext(rows, { id: '1', state: 'submitted' })?.id).toBe('3')
  expect(rowToDecideNext(rows, { id: '3', state: 'submitted' })).toBeUndefined()
})

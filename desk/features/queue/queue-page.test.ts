import { expect, test } from 'vitest'
import type { QueueRow } from '../../../festival/desk/queue'
import { rowBeside, rowToDecideNext } from './queue-page'

const row = (id: string, state: QueueRow['state']): QueueRow => ({
  id,
  kind: 'registration',
  label: `EVT-${id}`,
  name: 'Asha Rao',
  email: 'asha@students.test',
  event: 'SeniorQuiz',
  eventName: 'Senior Quiz',
  amount: 300,
  sentAt: '2025-10-01T04:30:00.000Z',
  state,
  ground: null,
  version: 1,
  flags: [],
})

const rows = [row('1', 'submitted'), row('2', 'verified'), row('3', 'submitted'), row('4', 'rejected')]

test('j and k go down and up the list, and start at its top', () => {
  expect(rowBeside(rows, '1', 1)?.id).toBe('2')
  expect(rowBeside(rows, '2', -1)?.id).toBe('1')
  expect(rowBeside(rows, undefined, 1)?.id).toBe('1')
  expect(rowBeside(rows, '4', 1)).toBeUndefined()
  expect(rowBeside(rows, '1', -1)).toBeUndefined()
})

test('after a decision the next one that stands as that one did comes up', () => {
  expect(rowToDecideNext(rows, { id: '1', state: 'submitted' })?.id).toBe('3')
  expect(rowToDecideNext(rows, { id: '3', state: 'submitted' })).toBeUndefined()
})

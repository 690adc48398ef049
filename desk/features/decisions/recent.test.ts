import { MutationCache, type MutationState, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Undone } from '../../../festival/desk/decision'
import type { CallFailed } from '../../api'
import type { UndoPress } from './decide'
import { findLatest, takenBefore } from './recent'

type UndoState = MutationState<Undone, CallFailed, UndoPress>

const now = Date.parse('2025-10-01T04:30:30.000Z')
const until = '2025-10-01T04:30:55.000Z'
const taken = (id: string, at: number) => ({ press: { id, name: id, count: 1 }, what: 'Verified', at, until })
const undoOf = (id: string, more: Partial<UndoState>): UndoState =>
  ({
    ...new MutationCache().build(new QueryClient(), {}).state,
    variables: { id, name: id, count: 1 },
    submittedAt: now,
    ...more,
  }) as UndoState
const stageOf = (...given: Parameters<typeof findLatest>) => {
  const latest = findLatest(...given)
  return latest && [latest.press.id, latest.stage]
}

test('the latest press is taken back, and a second press of u takes back no earlier one (behaviour 14.74)', () => {
  const both = [taken('Asha', 1), taken('Bela', 2)]
  expect(stageOf(both, [], now, 0)).toEqual(['Bela', 'taken'])
  expect(stageOf(both, [undoOf('Bela', { status: 'pending' })], now, 0)).toEqual(['Bela', 'taking-back'])
  const done = undoOf('Bela', { status: 'success', data: { id: 'Bela', submissions: [], tooLate: [] } })
  expect(stageOf(both, [done], now, 0)).toEqual(['Bela', 'taken-back'])
  expect(stageOf(both, [done], now + 60_000, 0)).toBeUndefined()
})

test('the seconds are the server’s, whatever the device’s clock says (behaviour 14.74)', () => {
  expect(stageOf([taken('Asha', 1)], [], now, 25_000)).toBeUndefined()
  expect(stageOf([taken('Asha', 1)], [], now + 3_600_000, -3_600_000)).toEqual(['Asha', 'taken'])
})

test('a page that was loaded anew takes back what the server remembers, until something else is pressed (behaviour 14.74)', () => {
  const before = takenBefore({ id: 'm1', decision: 'verify', count: 1_724, undoUntil: until })
  expect(before).toMatchObject({ what: 'Verified', press: { id: 'm1', name: '1,724 submissions', count: 1_724 } })
  expect(stageOf([before], [], now, 0)).toEqual(['m1', 'taken'])
  expect(stageOf([before, taken('Asha', 1)], [], now, 0)).toEqual(['Asha', 'taken'])
})

import { expect, test } from 'vitest'
import { slot } from '../../../festival/content/slot'
import { groupParallel } from './parallel-sessions'

const session = (id: string, from: `${string}:${string}`, to: `${string}:${string}`) => ({
  id,
  title: id,
  slot: slot('2025-10-09', from, to),
})

test('groups sessions that overlap, and puts consecutive ones into one track (9.106)', () => {
  const groups = groupParallel([
    session('all day', '08:00', '16:00'),
    session('morning', '09:00', '12:30'),
    session('afternoon', '14:00', '17:30'),
    session('evening', '18:00', '20:00'),
  ])
  const summary = groups.map(({ entries }) =>
    entries.map(({ entry, track }) => `${entry.id} ${track}`),
  )
  expect(summary).toEqual([['all day 0', 'morning 1', 'afternoon 1'], ['evening 0']])
})

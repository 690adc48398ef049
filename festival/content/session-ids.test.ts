import { expect, test } from 'vitest'
import { assignSessionIds } from './session-ids'
import { at, slot } from './slot'

const one = slot('2025-10-10', '09:00', '11:00', 'Round one')
const two = slot('2025-10-10', '14:00', '16:00', 'Round two')
const planned = { slots: [one, two] }
const ids = (sessions: ReturnType<typeof assignSessionIds>) =>
  sessions?.map(({ id, dropped }) => (dropped ? -(id ?? 0) - 1 : id))

test('keeps the ID of a session that moves (16.55)', () => {
  const moved = { ...two, start: at('2025-10-10', '15:00') }
  expect(assignSessionIds(planned, undefined, [one, moved])).toEqual([
    { ...one, id: 0 },
    { ...moved, id: 1 },
  ])
})

test('keeps the second session’s ID when the first one is dropped (16.55)', () => {
  expect(assignSessionIds(planned, undefined, [two])).toEqual([
    { ...two, id: 1 },
    { ...one, id: 0, dropped: true },
  ])
})

test('never reuses the ID of an earlier or dropped session (16.55)', () => {
  const third = slot('2025-10-11', '09:00', '10:00', 'Round three')
  const fourth = slot('2025-10-11', '11:00', '12:00', 'Round four')
  const withThird = assignSessionIds(planned, undefined, [one, two, third]) ?? []
  expect(ids(withThird)).toEqual([0, 1, 2])
  const without = assignSessionIds(planned, withThird, [one, two]) ?? []
  expect(ids(without)).toEqual([0, 1, -3])
  expect(ids(assignSessionIds(planned, without, [one, two, fourth]))).toEqual([0, 1, 3, -3])
})

test('stores no sessions once a dropped session is restored by its ID (16.55)', () => {
  const without = assignSessionIds(planned, undefined, [two]) ?? []
  expect(assignSessionIds(planned, without, [{ ...one, id: 0 }, two])).toBeNull()
})

test('ignores an ID that is unknown or already taken (16.55)', () => {
  const copy = { ...one, id: 1 }
  expect(
    ids(assignSessionIds(planned, undefined, [{ ...two, id: 1 }, copy, { ...one, id: 77 }])),
  ).toEqual([1, 0, 2])
})

test('stores no sessions that equal the edition’s, unless a session was added (16.55)', () => {
  const without = assignSessionIds(planned, undefined, [two]) ?? []
  expect(assignSessionIds(planned, without, null)).toBeNull()
  const third = slot('2025-10-11', '09:00', '10:00', 'Round three')
  const withThird = assignSessionIds(planned, undefined, [one, two, third]) ?? []
  expect(ids(assignSessionIds(planned, withThird, null))).toEqual([0, 1, -3])
})

test('stores sessions that differ from the edition’s only in the part of the day', () => {
  const vague = { start: at('2025-10-11', '14:00'), part: 'afternoon' } as const
  const { start } = vague
  expect(assignSessionIds({ slots: [vague] }, undefined, [{ start }])).toEqual([{ start, id: 0 }])
})

test('assigns the same IDs when a save is repeated (16.55)', () => {
  const third = slot('2025-10-11', '09:00', '10:00', 'Round three')
  const saved = assignSessionIds(planned, undefined, [two, third]) ?? []
  expect(assignSessionIds(planned, saved, [two, third])).toEqual(saved)
})

test('uses positions as session IDs if a state has none (16.55)', () => {
  expect(ids(assignSessionIds(planned, [two, one], [one]))).toEqual([1, -1])
})

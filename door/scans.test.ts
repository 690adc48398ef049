import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type DoorScan, sendScansSchema } from '../festival/contract/door'
import { makeBatch, makeMarkTime, type StoredScan, sortScans } from './scans'

const makeId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const make = (number: number, kind: StoredScan['kind']): StoredScan => {
  const scan = {
    id: makeId(number),
    at: new Date(1_760_000_000_000 + number).toISOString(),
    volunteer: 'Asha',
  }
  const door = { doorId: 'door', doorEndsAt: '2025-10-11T21:30:00.000Z' }
  return kind === 'unlisted'
    ? { ...door, kind, scan: { ...scan, name: 'Mira' } }
    : {
        ...door,
        kind,
        scan: { ...scan, entryId: '1', member: 1, isPresent: true, hasClockJumped: false },
      }
}

test('sends the oldest scans first, at most 100 at once, and says how many are left (21.55)', () => {
  const stored = Array.from({ length: 130 }, (_, index) => make(130 - index, 'listed'))
  const batch = makeBatch(stored, 'Asha')
  expect(v.is(sendScansSchema, batch)).toBe(true)
  expect(batch.scans.map(({ id }) => id)).toEqual(
    Array.from({ length: 100 }, (_, index) => makeId(index + 1)),
  )
  expect(batch.unsent).toBe(30)
})

test('sends people who are not on the list in the same batch (21.55)', () => {
  const batch = makeBatch([make(1, 'unlisted'), make(2, 'listed')], 'Asha')
  expect(v.is(sendScansSchema, batch)).toBe(true)
  expect(batch.unlisted).toMatchObject([{ id: makeId(1), name: 'Mira' }])
  expect(batch.scans).toHaveLength(1)
})

test('orders scans from the storage by their times, not by their ids (21.55)', () => {
  const tick = make(2, 'listed')
  const untick = make(1, 'listed')
  untick.scan = { ...untick.scan, at: new Date(1_760_000_000_003).toISOString() } as DoorScan
  expect(sortScans([untick, tick])).toEqual([tick, untick])
})

test('gives a mark a later time than the earlier marks of the person (21.57)', () => {
  const at = '2025-10-11T03:32:00.000Z'
  const mark = { entryId: '1', member: 1, at }
  const isoAfter = (time: string) => new Date(Date.parse(time) + 1).toISOString()
  const later = make(1, 'listed')
  later.scan = { ...later.scan, at: '2025-10-11T03:33:00.000Z' } as DoorScan
  expect(makeMarkTime([], mark, null)).toBe(at)
  expect(makeMarkTime([], mark, at)).toBe(isoAfter(at))
  expect(makeMarkTime([later], mark, null)).toBe(isoAfter(later.scan.at))
  expect(makeMarkTime([later], { ...mark, member: 2 }, null)).toBe(at)
})

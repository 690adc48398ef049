import * as v from 'valibot'
import { expect, test } from 'vitest'
import { sendScansSchema } from '../festival/contract/door'
import { makeDoor } from '../tests/support/fake-door'
import { makeBatch, makeMarkTime, type StoredScan } from './scans'

const makeId = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const door = makeDoor('2025-10-11T21:30:00.000Z')

const makeCommon = (number: number) => ({
  id: makeId(number),
  at: new Date(1_760_000_000_000 + number).toISOString(),
  volunteer: 'Asha',
})

const makeListed = (number: number, at = makeCommon(number).at): StoredScan => ({
  door,
  scan: {
    ...makeCommon(number),
    entryId: '1',
    member: 1,
    isPresent: true,
    hasClockJumped: false,
    at,
  },
})

test('sends the oldest scans first, at most 100 at a time, and says how many are left (21.55)', () => {
  const stored = Array.from({ length: 130 }, (_, index) => makeListed(index + 1))
  const batch = makeBatch(stored, 'Asha')
  expect(v.is(sendScansSchema, batch)).toBe(true)
  expect(batch.scans.map(({ id }) => id)).toEqual(
    Array.from({ length: 100 }, (_, index) => makeId(index + 1)),
  )
  expect(batch.unsent).toBe(30)
})

test('sends people who are not on the list in the same batch (21.55)', () => {
  const unlisted = { door, scan: { ...makeCommon(1), name: 'Mira' } }
  const batch = makeBatch([unlisted, makeListed(2)], 'Asha')
  expect(v.is(sendScansSchema, batch)).toBe(true)
  expect(batch.unlisted).toMatchObject([{ id: makeId(1), name: 'Mira' }])
  expect(batch.scans).toHaveLength(1)
})

test('gives a mark a later time than the person’s arrival (21.57)', () => {
  const at = '2025-10-11T03:32:00.000Z'
  expect(makeMarkTime(at, null)).toBe(at)
  expect(makeMarkTime(at, '2025-10-11T03:31:00.000Z')).toBe(at)
  expect(makeMarkTime(at, at)).toBe('2025-10-11T03:32:00.001Z')
})

import * as v from 'valibot'
import { expect, test } from 'vitest'
import { sendScansSchema } from '../festival/contract/door'
import { makeBatch, type StoredScan } from './scans'

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

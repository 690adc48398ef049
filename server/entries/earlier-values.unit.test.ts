import { expect, test } from 'vitest'
import type { EarlierValue } from '../../festival/contract/entry'
import { addEarlierValues, findLatestChangeByOthers } from './earlier-values'

const own = { version: 2, changedBefore: '2025-10-01T04:30:00.000Z', wasVerified: false }
const makeValue = (number: number, value = 'Asha'): EarlierValue => ({
  at: new Date(Date.UTC(2025, 9, 1, 5, 0, number)).toISOString(),
  field: 'name',
  value: `${value} ${number}`,
})
const read = (json: string): EarlierValue[] => JSON.parse(json)

test('keeps the newest 100 earlier values and all of the participant’s own changes (14.185)', () => {
  const stored = [
    { ...makeValue(0), own },
    ...Array.from({ length: 20_000 }, (_, number) => makeValue(number + 1)),
  ]
  const kept = read(
    addEarlierValues({ earlier_values: JSON.stringify(stored) }, [makeValue(20_001)]),
  )
  expect(kept).toHaveLength(101)
  expect(kept.at(0)?.value).toBe('Asha 0')
  expect(kept.at(1)?.value).toBe('Asha 19902')
  expect(kept.at(-1)?.value).toBe('Asha 20001')
})

test('drops the oldest earlier values beyond 64 KiB (14.185)', () => {
  const stored = Array.from({ length: 50 }, (_, number) => makeValue(number, 'x'.repeat(4_000)))
  const json = addEarlierValues({ earlier_values: JSON.stringify(stored) }, [])
  expect(json.length).toBeLessThan(65_536)
  expect(read(json)).toHaveLength(16)
  expect(read(json).at(-1)?.value).toMatch(/ 49$/)
})

test('finds the latest change that the participant did not make (14.183)', () => {
  const before = '2025-10-01T05:00:00.000Z'
  const second = '2025-10-01T05:01:00.000Z'
  const third = '2025-10-01T05:02:00.000Z'
  const earlier_values = JSON.stringify([
    { ...makeValue(1), own: { ...own, version: 2, changedBefore: '2025-10-01T04:00:00.000Z' } },
    { ...makeValue(2), own: { ...own, version: 4, changedBefore: before } },
    { ...makeValue(3), own: { ...own, version: 5, changedBefore: second } },
  ])
  expect(findLatestChangeByOthers({ version: 5, changed_at: third, earlier_values })).toEqual({
    version: 3,
    changed_at: before,
  })
  expect(findLatestChangeByOthers({ version: 6, changed_at: third, earlier_values })).toEqual({
    version: 6,
    changed_at: third,
  })
})

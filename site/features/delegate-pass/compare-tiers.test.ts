import { expect, test } from 'vitest'
import { tiers } from '#edition/delegate-pass'
import { compareTiers } from './compare-tiers'

test('lists the same items for each tier and says which of them it includes (5.65)', () => {
  const academic = 'Basic access to all academic events and workshops'
  const { novus = [], magnus = [] } = compareTiers(tiers)
  expect(novus).toEqual([
    { item: academic, isIncluded: true },
    { item: 'Panel discussions', isIncluded: false },
    { item: 'The gala night', isIncluded: false },
  ])
  expect(magnus.map(({ item }) => item)).toEqual(novus.map(({ item }) => item))
  expect(magnus.every(({ isIncluded }) => isIncluded)).toBe(true)
})

test('compares a single tier with nothing', () => {
  const [tier] = tiers
  expect(compareTiers(tier ? [tier] : [])).toEqual({
    novus: [{ item: expect.any(String), isIncluded: true }],
  })
})

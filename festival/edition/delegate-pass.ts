import type { Tier } from '../content'

export const tiers: readonly Tier[] = [
  {
    value: 'novus',
    label: 'Tier 1',
    name: 'NOVUS CEREBRI',
    price: 500,
    includes: ['Basic access to all academic events and workshops'],
  },
  {
    value: 'magnus',
    label: 'Tier 2',
    name: 'MAGNUS CEREBRI',
    price: 700,
    includes: ['Everything in Tier 1', 'Panel discussions', 'The gala night'],
  },
]

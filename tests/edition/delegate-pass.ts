import type { Tier } from '../../festival/content'

export const tiers: readonly Tier[] = [
  { value: 'silver', label: 'Silver', name: 'SILVER SPINE', price: 120, includes: ['Workshops'] },
  { value: 'gold', label: 'Gold', name: 'GOLDEN SPINE', price: 260, includes: ['Workshops', 'Talks'] },
]

/** What stands over the choice of a tier. */
export const tiersCaption = 'Silver or gold, as with fillings'

export const delegatePassNotes: readonly string[] = ['A pass may be handed on to a friend.']

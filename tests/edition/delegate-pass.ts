import type { Tier } from '../../festival/content/content'

export const tiers: readonly Tier[] = [
  {
    value: 'novus',
    label: 'Tier 1',
    name: 'SILVER SPINE',
    price: 500,
    includes: ['Basic access to all academic events and workshops'],
  },
  {
    value: 'magnus',
    label: 'Tier 2',
    name: 'GOLDEN SPINE',
    price: 700,
    includes: ['Everything in Tier 1', 'Panel discussions', 'The gala night'],
  },
]

export const tiersCaption = 'Silver or gold, as with fillings'

export const delegatePassNotes: readonly string[] = [
  'Every workshop needs a delegate pass of either tier. The panel discussion and the gala night need Tier 2.',
  'Presentations need no delegate pass. The quizzes, body painting and the short film do not ask for one either.',
  'A pass does not reserve a place: register for each workshop as well. Some have a fee of their own.',
  'You receive a Delegate Pass ID of 12 digits. Keep it: every workshop form asks for it.',
  'The delegate registration is not refundable.',
]

import type { Tier } from '#festival/content/content'

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

export const tiersCaption: string | undefined = 'Two tiers, one festival'

/** Shown to buyers before they pay. */
export const delegatePassNotes: readonly string[] = [
  'You need a pass (Tier 1 or 2) for every workshop. The panel discussion and the gala night need Tier 2.',
  'Presentations need no delegate pass. You don’t need one for the quizzes, body painting or the short film either.',
  'A pass does not reserve a place: register for each workshop as well. Some have a fee of their own.',
  'You receive a Delegate Pass ID of 12 digits. Keep it: every workshop form asks for it.',
  'The delegate registration is not refundable.',
]

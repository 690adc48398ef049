import type { Audience } from '#festival/content/content'
import { at } from '#festival/content/slot'
import type { ProgrammeItem } from '#festival/content/subject'

export const programme: readonly ProgrammeItem[] = [
  {
    id: 'inauguration',
    title: 'Inauguration',
    description: 'The festival opens. Come and meet the people you will spend five days with.',
    slots: [{ start: at('2025-10-08', '09:00'), part: 'morning' }],
  },
  {
    id: 'medical-expo',
    title: 'Medical expo',
    description: 'An afternoon of medicine to look at and to ask about.',
    slots: [{ start: at('2025-10-08', '14:00'), part: 'afternoon' }],
  },
  {
    id: 'gala-night',
    title: 'Gala night',
    description: 'One evening without a single question to answer.',
    slots: [{ start: at('2025-10-11', '18:00'), part: 'evening' }],
    tier: 'Tier 2',
  },
  {
    id: 'valedictory',
    title: 'Valedictory ceremony',
    description: 'The winners are declared, the prizes find their owners, and we say goodbye.',
    slots: [{ start: at('2025-10-12', '18:00'), part: 'evening' }],
  },
]

export const audiences: readonly Omit<Audience, 'askedBy'>[] = [
  { value: 'medical', label: 'Medical' },
  { value: 'dental', label: 'Dental' },
  { value: 'paramedical', label: 'Paramedical' },
]

import type { Audience } from '../../festival/content'
import { at, slot } from '../../festival/slot'
import type { ProgrammeItem } from '../../festival/subject'

export const programme: readonly ProgrammeItem[] = [
  {
    id: 'opening',
    title: 'Opening',
    description: 'Everyone stands up straight.',
    slots: [slot('2027-03-05', '09:30', '10:30')],
  },
  {
    id: 'dance',
    title: 'Dance',
    description: 'Gentle on the knees.',
    slots: [{ start: at('2027-03-06', '19:00'), part: 'evening' }],
    tier: 'Gold',
  },
]

export const audiences: readonly Omit<Audience, 'askedBy'>[] = [
  { value: 'dental', label: 'Dentistry' },
  { value: 'hygiene', label: 'Hygiene' },
]

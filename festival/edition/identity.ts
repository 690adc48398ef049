import type { Identity, LunchContent, SisterEvent } from '#festival/content/content'
import { at } from '#festival/content/slot'

/** Placeholders, to be replaced by the real names and numbers. */
export const identity: Identity = {
  title: 'Cerebra 3.0',
  shortTitle: 'Cerebra',
  line: 'Connecting knowledge, sparking innovation',
  headline: 'The medical students’ festival',
  audienceNote: 'Paramedic and dental events are included.',
  workshopsTitle: 'CORTEX CRAFTS',
  description:
    'Five days of quizzes, presentations, workshops and good company for medical, dental and paramedical students.',
  college: 'Medical College (to be announced)',
  association: 'Students’ Association (to be announced)',
  city: 'City (to be announced)',
  address: ['Medical College (to be announced)', 'City (to be announced)', 'India'],
  email: 'festival@cerebra.example',
  phones: [{ label: 'Help desk', number: '+91 00000 00000' }],
  payee: { id: 'cerebra@placeholder', name: 'Payee (to be announced)', kind: 'person' },
  checkTime: 'within 24 hours',
  firstDay: '2025-10-08',
  lastDay: '2025-10-12',
  countdownTarget: at('2025-10-08', '00:00'),
}

export const lunch: LunchContent = {
  included: 'Inclusive of lunch',
  excluded: 'Lunch is not included. You can order it at the help desk for an extra charge.',
}

/** A popup announces this event. */
export const sisterEvent: SisterEvent | undefined = {
  title: 'Stratum Nights',
  line: 'Coming soon',
  text: 'Our sister event is almost ready. The date and the programme will be announced here.',
}

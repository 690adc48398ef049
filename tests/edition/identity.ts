import type { Identity, LunchContent, SisterEvent } from '../../festival/content/content'
import { at } from '../../festival/content/slot'

/** An invented festival, which proves that no code depends on the first festival. */
export const identity: Identity = {
  title: 'Lumbar Days 7',
  shortTitle: 'Lumbar Days',
  line: 'Five days with a straight back',
  headline: 'The festival of aching backs',
  audienceNote: 'Students of massage are welcome too.',
  workshopsTitle: 'HANDS ON BACKS',
  description: 'Five days of questions and bandages for students whose backs ache.',
  college: 'Medical College (to be announced)',
  association: 'Students’ Association (to be announced)',
  city: 'City (to be announced)',
  address: ['Medical College (to be announced)', 'City (to be announced)', 'India'],
  email: 'desk@lumbar-days.example',
  phones: [{ label: 'Help desk', number: '+91 00000 00000' }],
  payee: { id: 'lumbar@placeholder', name: 'Lumbar Days', kind: 'merchant', merchantCode: '8220' },
  checkTime: 'within 24 hours',
  firstDay: '2025-10-08',
  lastDay: '2025-10-12',
  countdownTarget: at('2025-10-08', '00:00'),
}

export const lunch: LunchContent = {
  included: 'Inclusive of lunch',
  excluded: 'Lunch is not included. You can order it at the help desk for an extra charge.',
}

export const sisterEvent: SisterEvent = {
  title: 'Cervical Evenings',
  line: 'Coming soon',
  text: 'A smaller festival, a little higher up.',
}

import type { Identity, LunchContent, SisterEvent } from '../../festival/content'
import { at } from '../../festival/slot'

/** An invented festival by which the tests prove that nothing outside this folder knows the first one. */
export const identity: Identity = {
  title: 'Lumbar Days 7',
  shortTitle: 'Lumbar Days',
  line: 'Three days with a straight back',
  audienceNote: 'Students of massage are welcome too.',
  workshopsTitle: 'HANDS ON BACKS',
  description: 'Three days of questions and bandages for dental students whose backs ache.',
  college: 'School of Testing',
  association: 'Testing Students’ Union',
  city: 'Testville',
  address: ['School of Testing', '1 Trial Road', 'Testville'],
  email: 'desk@lumbar-days.test',
  phones: [{ label: 'Front desk', number: '+91 00000 00000' }],
  payee: { id: 'lumbar@testbank', name: 'Lumbar Days' },
  isUtrRequired: true,
  firstDay: '2027-03-05',
  lastDay: '2027-03-07',
  countdownTarget: at('2027-03-05', '09:30'),
}

export const lunch: LunchContent = { included: 'Soup is included', excluded: 'Bring a sandwich.' }

export const sisterEvent: SisterEvent = {
  title: 'Cervical Evenings',
  line: 'Coming soon',
  text: 'A smaller festival, a little higher up.',
}

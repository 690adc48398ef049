import { expect, it } from 'vitest'
import { secondEdition } from '../../../../tests/edition/whole-edition'
import { createChatbot } from './answer-question'

const { answerQuestion } = createChatbot(secondEdition)
const now = Date.parse('2027-03-01T09:00:00+05:30')

const ask = (question: string) => {
  const { text, items } = answerQuestion(question, now, [], true)
  return [...text, ...items.map(({ name, note = '' }) => `${name}: ${note}`)].join('\n')
}

it.each([
  ['How do I register?', 'Open now: Spine Riddle and Tape Lab.'],
  ['List all workshops', 'Wrap Up: Saturday, 6 March 2027, 2:00 PM to 3:00 PM. Registration opens soon'],
  ['Where is the event?', 'School of Testing, 1 Trial Road, Testville'],
  ['Can hygienists participate?', 'Spine Riddle (Riddle Contest)'],
  ['who can take part', 'You register as one of these: Dental Student, Dental Hygienist, Guest'],
  ['events for bds', 'Panel'],
  ['spinal riddle fee', '₹110 (Single) / ₹190 (Team of 4)'],
  ['wrapup price', '₹220'],
  ['when will registration open', 'Wrap Up'],
  ['what is opening soon', 'Registration opens soon'],
  ['is tape lab open', 'Registration is open'],
  ['gold pass', 'GOLDEN SPINE: ₹260'],
  ['canvas bag', '₹85'],
  ['room', '₹35'],
  ['when is the fest', 'Friday, 5 March 2027 to Sunday, 7 March 2027'],
  ['dance', 'Saturday, 6 March 2027, evening'],
  ['sketch deadline', 'Sketch due on 1 March 2027'],
  ['is lunch included in spine riddle', 'Soup is included'],
  ['senior quiz', 'call the front desk'],
  ['peristalympics', 'call the front desk'],
])('answers out of another edition: %s', (question, words) => {
  expect(ask(question)).toContain(words)
})

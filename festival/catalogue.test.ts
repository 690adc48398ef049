import { expect, test } from 'vitest'
import {
  colourOf,
  defaultSubject,
  events,
  findSubject,
  plateNumber,
  subjectForForm,
  subjectsOf,
  workshops,
} from './catalogue'

test('a form without a key, or with one that nobody knows, is that of the Senior Quiz', () => {
  expect(defaultSubject.key).toBe('SeniorQuiz')
  for (const key of [undefined, null, '', 'BrainQuiz', 'seniorquiz', '__proto__', 'constructor', 'SmartAI '])
    expect(subjectForForm(key).key).toBe('SeniorQuiz')
  expect(subjectForForm('SmartAI').key).toBe('SmartAI')
})

test('a key that the edition does not have finds nothing', () => {
  expect(findSubject('BrainQuiz')).toBeUndefined()
  expect(findSubject('toString')).toBeUndefined()
})

test('nine events and eleven workshops are numbered as plates from 1 to 20', () => {
  expect([events.length, workshops.length]).toEqual([9, 11])
  expect([...events, ...workshops].map(plateNumber)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
})

test('a group lists its subjects in the edition’s order, and lends them its colour', () => {
  const presentations = subjectsOf('presentations')
  expect(presentations.map((subject) => subject.key)).toEqual(['CasePulse', 'AxonAlley', 'Nexus'])
  expect(presentations.map(colourOf)).toEqual(['vein', 'vein', 'vein'])
})

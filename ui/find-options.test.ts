import { expect, test } from 'vitest'
import { findOptions } from './multi-select'

const options = [
  { value: 'senior', label: 'Senior Quiz ‘Peristalympics’', note: 'Gastroenterology' },
  { value: 'dental', label: 'Exodontia’X', note: 'Emergencies in dental care' },
  { value: 'wild', label: 'Code Wild', note: 'Wilderness medicine', words: 'CodeWild' },
  { value: 'quiz', label: 'Quiz of the day' },
]

const valuesFor = (text: string) => findOptions(options, text).map((option) => option.value)

test('lists all options in their original order if the text is empty', () => {
  expect(valuesFor('')).toEqual(['senior', 'dental', 'wild', 'quiz'])
  expect(valuesFor('   ')).toEqual(['senior', 'dental', 'wild', 'quiz'])
})

test('searches the label, the note and further words, ignoring case', () => {
  expect(valuesFor('PERI')).toEqual(['senior'])
  expect(valuesFor('gastro')).toEqual(['senior'])
  expect(valuesFor('codewild')).toEqual(['wild'])
})

test('ignores apostrophes and accents', () => {
  expect(valuesFor('exodontiax')).toEqual(['dental'])
  expect(valuesFor("exodontia'x")).toEqual(['dental'])
  expect(valuesFor('éxodontia')).toEqual(['dental'])
})

test('requires every typed word', () => {
  expect(valuesFor('quiz senior')).toEqual(['senior'])
  expect(valuesFor('quiz dental')).toEqual([])
})

test('lists options that begin with the text first', () => {
  expect(valuesFor('quiz')).toEqual(['quiz', 'senior'])
})

const events = [
  {
    value: 'icu',
    label: 'Panel Discussion ‘Inside the ICU’',
    name: 'Inside the ICU',
    words: 'medicine',
  },
  { value: 'case', label: 'Case Presentation ‘Case Pulse’', name: 'Case Pulse' },
  { value: 'paint', label: 'Body Painting ‘Pulsating Palettes’', name: 'Pulsating Palettes' },
  { value: 'film', label: 'Medical Short Film ‘Cineplexus’', name: 'Cineplexus' },
  { value: 'smart', label: 'Smart AI', name: 'Smart AI', words: 'aid' },
]

test.each([
  ['cine', ['film', 'icu']],
  ['ai', ['smart', 'paint']],
  ['puls', ['paint', 'case']],
  ['aid', ['smart']],
])('ranks names first, then words of the label, then hidden words: %s', (text, values) => {
  expect(findOptions(events, text).map(({ value }) => value)).toEqual(values)
})

import { describe, expect, it, test } from 'vitest'
import { subjects } from '#edition/catalogue'
import {
  defaultSubject,
  events,
  findSubject,
  plateNumber,
  subjectForForm,
  workshops,
} from './catalogue'
import { areOverlapping, findOverlaps, listProgrammeDays } from './programme'
import { at, slot } from './slot'

const programmeEntries = listProgrammeDays(subjects, []).flatMap(({ entries }) => entries)

const entriesOf = (...keys: string[]) =>
  programmeEntries.filter((entry) => entry.subject && keys.includes(entry.subject.key))

describe('overlapping sessions', () => {
  it('include Smart AI and Sonostrike, both on the morning of 9 October', () => {
    const titles = findOverlaps(entriesOf('SmartAI', 'Sonostrike')).map((pair) =>
      pair.map((entry) => entry.title),
    )
    expect(titles).toEqual([['Smart AI', 'Sonostrike']])
  })

  it('exclude Sonostrike in the morning and Vivantia in the afternoon of the same day', () => {
    expect(findOverlaps(entriesOf('Sonostrike', 'Vivantia'))).toEqual([])
  })

  it('exclude sessions that only touch', () => {
    expect(
      areOverlapping(slot('2025-10-09', '09:00', '12:00'), slot('2025-10-09', '12:00', '13:00')),
    ).toBe(false)
  })

  it('count a session without an announced end as half a day', () => {
    const morning = { start: at('2025-10-12', '09:00'), part: 'morning' } as const
    expect(areOverlapping(morning, slot('2025-10-12', '12:00', '13:00'))).toBe(true)
    expect(areOverlapping(morning, slot('2025-10-12', '14:00', '17:30'))).toBe(false)
  })
})

test('shows the form of the first event if the key is missing or unknown', () => {
  expect(defaultSubject).toBe(subjects[0])
  for (const key of [
    undefined,
    null,
    '',
    'BrainQuiz',
    defaultSubject.key.toLowerCase(),
    '__proto__',
    'constructor',
  ]) {
    expect(subjectForForm(key)).toBe(defaultSubject)
  }
  for (const subject of subjects) {
    expect(subjectForForm(subject.key)).toBe(subject)
  }
})

test('finds no subject for a key that is not in the edition', () => {
  expect(findSubject('BrainQuiz')).toBeUndefined()
  expect(findSubject('toString')).toBeUndefined()
})

test('numbers the plates from 1, events before workshops', () => {
  const all = [...events, ...workshops]
  expect(all).toHaveLength(subjects.length)
  expect(all.map(plateNumber)).toEqual(all.map((_, index) => index + 1))
})

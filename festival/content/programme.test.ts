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

describe('overlaps in a timetable', () => {
  it('are told for Smart AI and Sonostrike, which share the morning of 9 October', () => {
    const titles = findOverlaps(entriesOf('SmartAI', 'Sonostrike')).map((pair) =>
      pair.map((entry) => entry.title),
    )
    expect(titles).toEqual([['Smart AI', 'Sonostrike']])
  })

  it('are not told for Sonostrike and Vivantia, morning and afternoon of one day', () => {
    expect(findOverlaps(entriesOf('Sonostrike', 'Vivantia'))).toEqual([])
  })

  it('do not count where one ends as the other starts', () => {
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

test('a form without a key, or with one that nobody knows, is that of the first event', () => {
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

test('a key that the edition does not have finds nothing', () => {
  expect(findSubject('BrainQuiz')).toBeUndefined()
  expect(findSubject('toString')).toBeUndefined()
})

test('events, and then workshops, are numbered as plates from 1', () => {
  const all = [...events, ...workshops]
  expect(all).toHaveLength(subjects.length)
  expect(all.map(plateNumber)).toEqual(all.map((_, index) => index + 1))
})

import { describe, expect, it } from 'vitest'
import { findOverlaps, overlap, programmeEntries } from './programme'
import { at, slot } from './slot'

const entriesOf = (...keys: string[]) =>
  programmeEntries.filter((entry) => entry.subject && keys.includes(entry.subject.key))

describe('overlaps in a timetable', () => {
  it('are told for Smart AI and Sonostrike, which share the morning of 9 October', () => {
    const titles = findOverlaps(entriesOf('SmartAI', 'Sonostrike')).map((pair) => pair.map((entry) => entry.title))
    expect(titles).toEqual([['Smart AI', 'Sonostrike']])
  })

  it('are not told for Sonostrike and Vivantia, morning and afternoon of one day', () => {
    expect(findOverlaps(entriesOf('Sonostrike', 'Vivantia'))).toEqual([])
  })

  it('do not count where one ends as the other starts', () => {
    expect(overlap(slot('2025-10-09', '09:00', '12:00'), slot('2025-10-09', '12:00', '13:00'))).toBe(false)
  })

  it('count a session without an announced end as half a day', () => {
    const morning = { start: at('2025-10-12', '09:00'), part: 'morning' } as const
    expect(overlap(morning, slot('2025-10-12', '12:00', '13:00'))).toBe(true)
    expect(overlap(morning, slot('2025-10-12', '14:00', '17:30'))).toBe(false)
  })
})

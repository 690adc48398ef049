import { describe, expect, it } from 'vitest'
import { at, slot } from '../content/slot'
import type { ProgrammeEntry } from '../content/subject'
import { wholeEdition } from '../live/whole-edition'
import { makeProgrammeCalendar } from './calendar'

const host = {
  firstDay: '2025-10-08',
  shortTitle: 'Cerebra',
  college: 'Hall',
  city: 'City',
} as const

const write = (entry: ProgrammeEntry) =>
  makeProgrammeCalendar([entry], {
    identity: host,
    address: 'https://festival.example',
    now: Date.parse('2025-09-01T10:00:00Z'),
    revision: { version: 7, changedAt: '2025-08-31T09:00:00.123Z' },
  })

describe('a calendar file', () => {
  it('writes the clock times of sessions in UTC', () => {
    const text = write({
      id: 'SmartAI-0',
      title: 'Smart AI',
      slot: slot('2025-10-09', '08:00', '16:00'),
    })
    expect(text).toContain('DTSTART:20251009T023000Z\r\nDTEND:20251009T103000Z\r\n')
    expect(text).toContain('DTSTAMP:20250901T100000Z')
    expect(text).toContain('LOCATION:Hall\\, City')
    expect(text).toContain('SEQUENCE:7\r\nLAST-MODIFIED:20250831T090000Z\r\n')
  })

  it('writes a session without hours as an all-day event', () => {
    const morning = { start: at('2025-10-12', '09:00'), part: 'morning' } as const
    const text = write({ id: 'Nexus-0', title: 'Nexus', slot: morning, path: '/events/nexus' })
    expect(text).toContain('DTSTART;VALUE=DATE:20251012\r\n')
    expect(text).toContain('UID:Nexus-0@2025-10-08.cerebra\r\n')
    expect(text).toContain('SUMMARY:Nexus (morning)')
    expect(text).toContain('URL:https://festival.example/events/nexus\r\n')
    expect(text).not.toContain('DTEND')
  })

  it('names an event by its title and nickname, whatever the entry’s title is (19.43)', () => {
    const subject = wholeEdition.subjects.find(({ key }) => key === 'Nexus')
    if (!subject) {
      throw new Error('There is no event')
    }
    const entry = { id: 'Nexus-0', title: 'Nexus', slot: slot('2025-10-09', '08:00', '16:00') }
    expect(write({ ...entry, subject })).toContain('SUMMARY:Paper Presentation ‘Nexus’\r\n')
  })

  it('writes a UID without spaces and with only Latin letters (19.19)', () => {
    const identity = { ...host, shortTitle: 'கலை Kalanjali 2027' }
    const frame = {
      identity,
      address: 'https://festival.example',
      now: 0,
      revision: { version: 1 },
    }
    const morning = { start: at('2025-10-12', '09:00'), part: 'morning' } as const
    const entry = { id: 'Nexus-0', title: 'Nexus', slot: morning, path: '/events/nexus' }
    const text = makeProgrammeCalendar([entry], frame)
    expect(text).toContain('UID:Nexus-0@2025-10-08.kalanjali-2027\r\n')
  })

  it('folds lines at 75 bytes without splitting a character', () => {
    const title = 'é'.repeat(100)
    const text = write({ id: 'x', title, slot: slot('2025-10-09', '08:00', '16:00') })
    for (const line of text.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    }
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`)
  })
})

import { describe, expect, it, test } from 'vitest'
import { at as instant, type Slot } from '../content/slot'
import type { Subject } from '../content/subject'
import { wholeEdition } from '../live/whole-edition'
import { isPublicInstallation, offersAt } from './availability'
import { countdownAt, phaseAt } from './countdown'
import { findSaleEnds, listOpened } from './sale-ends'

const { subjects, tiers } = wholeEdition
const at = (text: string) => Date.parse(`${text}+05:30`)
const ends = findSaleEnds(wholeEdition)
const offers = (time: string, isPublic = true) => offersAt(ends, at(time), isPublic)

const stateOf = (key: string, time: string, isPublic = true) => {
  const subject = subjects.find((one) => one.key === key)
  if (!subject) {
    throw new Error(`No ${key}`)
  }
  return offers(time, isPublic).findAvailability(subject)
}

describe('on a public address, events close and end at the announced minute in India', () => {
  it.each([
    ['Sonostrike', 'open', '2025-10-09T09:00', '2025-10-09T12:30'],
    ['JuniorQuiz', 'open', '2025-10-12T14:00', '2025-10-12T17:30'],
    ['InsideICU', 'with-pass', '2025-10-11T14:00', '2025-10-11T17:30'],
    ['DisasterX', 'soon', '2025-10-10T08:00', '2025-10-10T16:00'],
  ])('%s is %s until it begins at %s, and over at %s', (key, status, begin, end) => {
    const minuteBefore = (time: string) => offersAt(ends, at(time) - 60_000, true)
    const subject = subjects.find((one) => one.key === key)
    expect(subject && minuteBefore(begin).findAvailability(subject)).toBe(status)
    expect(stateOf(key, begin)).toBe('begun')
    expect(subject && minuteBefore(end).findAvailability(subject)).toBe('begun')
    expect(stateOf(key, end)).toBe('over')
  })

  it('keeps a closed event closed during its sessions', () => {
    expect([stateOf('Reviva', '2025-10-10T17:29'), stateOf('Reviva', '2025-10-10T17:30')]).toEqual([
      'closed',
      'over',
    ])
  })

  it('closes an event at its first session unless `until` names another session', () => {
    const slots: Slot[] = [
      { label: 'Hall', start: instant('2027-03-06', '14:00'), part: 'afternoon' },
      {
        label: 'Online',
        start: instant('2027-03-01', '09:00'),
        end: instant('2027-03-01', '10:00'),
      },
    ]
    const subject: Pick<Subject, 'key' | 'status' | 'slots' | 'until'> = {
      key: 'Quiz',
      status: 'open',
      slots,
    }
    const then = offers('2027-03-02T09:00')
    expect(then.findAvailability(subject)).toBe('begun')
    expect(then.findAvailability({ ...subject, until: 'Hall' })).toBe('open')
  })
})

test('shows that an open event is full or almost full (18.9)', () => {
  const subject = subjects.find(({ status }) => status === 'open')
  if (!subject) {
    throw new Error('No event is open')
  }
  const withLevel = (level: 'few' | 'full') =>
    offersAt(ends, at('2025-10-01T09:00'), true, { [subject.key]: { level, left: 0 } })
  expect(withLevel('full').findAvailability(subject)).toBe('full')
  expect(withLevel('few').findAvailability(subject)).toBe('open')
  expect(withLevel('few').hasFewPlaces(subject)).toBe(true)
  expect(withLevel('full').findAvailability({ ...subject, status: 'closed' })).toBe('closed')
})

test('never closes events by time on a private address', () => {
  const then = offers('2031-01-01T00:00', false)
  expect(stateOf('Sonostrike', '2031-01-01T00:00', false)).toBe('open')
  expect(stateOf('Reviva', '2031-01-01T00:00', false)).toBe('closed')
  expect(then).toMatchObject({
    isOver: false,
    hasRooms: true,
    tiers: [{ label: 'Tier 1' }, { label: 'Tier 2' }],
  })
})

test('a tier opens events that require a pass of that tier or a lower one', () => {
  const titles = tiers.map((tier) => listOpened(tier, wholeEdition).map(({ title }) => title))
  const workshops = subjects.filter(({ kind }) => kind === 'workshop').map(({ title }) => title)
  expect(titles.map((of) => of.toSorted())).toEqual([
    workshops.toSorted(),
    [...workshops, 'Gala night', 'Inside the ICU'].toSorted(),
  ])
})

test('sells tiers until their last session begins, and rooms until the last night begins', () => {
  const sold = (time: string) => offers(time).tiers.map(({ label }) => label)
  expect([sold('2025-10-10T07:59'), sold('2025-10-10T08:00')]).toEqual([
    ['Tier 1', 'Tier 2'],
    ['Tier 2'],
  ])
  expect([sold('2025-10-11T17:59'), sold('2025-10-11T18:00')]).toEqual([['Tier 2'], []])
  expect([offers('2025-10-12T17:59').hasRooms, offers('2025-10-12T18:00').hasRooms]).toEqual([
    true,
    false,
  ])
  expect([offers('2025-10-12T23:59').isOver, offers('2025-10-13T00:00').isOver]).toEqual([
    false,
    true,
  ])
})

test('treats an installation as public if its address is https or it runs in production', () => {
  expect(isPublicInstallation('https://fest.example', undefined)).toBe(true)
  expect(isPublicInstallation(undefined, 'production')).toBe(true)
  expect(isPublicInstallation('http://127.0.0.1:3000', 'test')).toBe(false)
  expect(isPublicInstallation(undefined, undefined)).toBe(false)
})

const target = instant('2025-10-08', '00:00')

describe('the countdown to midnight on 8 October 2025 in India', () => {
  it('has one day, one hour, one minute and one second left', () => {
    const left = countdownAt(Date.parse('2025-10-06T22:58:59+05:30'), target)
    expect(left).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 })
  })

  it('reaches zero at 18:30 UTC on the previous day', () => {
    expect(countdownAt(Date.parse('2025-10-07T18:29:59Z'), target).seconds).toBe(1)
    expect(countdownAt(Date.parse('2025-10-07T18:30:00Z'), target).seconds).toBe(0)
  })

  it('stays at zero', () => {
    const left = countdownAt(Date.parse('2026-01-01T00:00:00Z'), target)
    expect(left).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  })
})

test('starts the festival when the countdown ends, and ends it after the last day', () => {
  expect(
    [
      '2025-10-07T23:59:59',
      '2025-10-08T00:00:00',
      '2025-10-12T23:59:59',
      '2025-10-13T00:00:00',
    ].map((time) =>
      phaseAt(Date.parse(`${time}+05:30`), { countdownTarget: target, lastDay: '2025-10-12' }),
    ),
  ).toEqual(['before', 'during', 'during', 'after'])
})

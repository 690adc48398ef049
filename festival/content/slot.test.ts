import { expect, test } from 'vitest'
import { formatSessions } from './sessions'
import {
  at,
  formatDate,
  formatDay,
  formatDays,
  formatHours,
  formatShortDay,
  formatShortMoment,
  formatStoredDay,
  formatTime,
  isRealDay,
  slot,
  toDay,
} from './slot'

test('reads the festival’s clock times in Asia/Kolkata', () => {
  expect(at('2025-10-08', '00:00')).toBe('2025-10-08T00:00:00+05:30')
  expect(Date.parse(at('2025-10-08', '00:00'))).toBe(Date.UTC(2025, 9, 7, 18, 30))
})

test('formats days in English and leaves other text unchanged', () => {
  expect([formatStoredDay('2025-10-08'), formatStoredDay('soon')]).toEqual(['Wed 8 Oct', 'soon'])
  expect(formatDay('2025-10-12')).toBe('Sunday, 12 October 2025')
  expect(formatShortDay('2025-10-08')).toBe('Wed 8 Oct')
  expect(formatShortMoment(at('2025-10-09', '17:30'))).toBe('Thu 9 Oct, 5:30 PM')
  expect(formatDate('2025-09-28')).toBe('28 September 2025')
  expect(formatDay('2024-02-29')).toBe('Thursday, 29 February 2024')
})

test('writes the month or year once if both days share it', () => {
  expect(formatDays('2025-10-08', '2025-10-12')).toBe('8 to 12 October 2025')
  expect(formatDays('2025-09-28', '2025-10-12')).toBe('28 September to 12 October 2025')
  expect(formatDays('2025-12-30', '2026-01-02')).toBe('30 December 2025 to 2 January 2026')
  expect(formatDays('2025-10-08', '2025-10-08')).toBe('8 October 2025')
})

test.each([
  ['00:00', '12:00 AM'],
  ['00:30', '12:30 AM'],
  ['09:00', '9:00 AM'],
  ['12:00', '12:00 PM'],
  ['16:45', '4:45 PM'],
  ['23:59', '11:59 PM'],
] as const)('formats %s as %s', (clock, words) => {
  expect(formatTime(at('2025-10-09', clock))).toBe(words)
})

test('returns the same day and time whatever the machine’s time zone', () => {
  const zone = process.env.TZ
  try {
    for (const other of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata']) {
      process.env.TZ = other
      expect(formatTime(at('2025-10-12', '00:05'))).toBe('12:05 AM')
      expect(formatDay(toDay(at('2025-10-12', '00:05')))).toBe('Sunday, 12 October 2025')
    }
  } finally {
    if (zone === undefined) {
      delete process.env.TZ
    } else {
      process.env.TZ = zone
    }
  }
})

test('formats a slot as start and end, the start alone, or the announced part of the day', () => {
  expect(formatHours(slot('2025-10-09', '09:00', '12:30'))).toBe('9:00 AM to 12:30 PM')
  expect(formatHours({ start: at('2025-10-09', '14:00') })).toBe('2:00 PM')
  expect(formatHours({ start: at('2025-10-11', '14:00'), part: 'afternoon' })).toBe('Afternoon')
})

test('adds the label of a slot only if there is one', () => {
  expect(slot('2025-10-12', '09:00', '10:00', 'Prelims')).toEqual({
    label: 'Prelims',
    start: '2025-10-12T09:00:00+05:30',
    end: '2025-10-12T10:00:00+05:30',
  })
  expect(slot('2025-10-12', '09:00', '10:00')).not.toHaveProperty('label')
})

test('rejects days that do not exist', () => {
  expect(['2025-10-12', '2024-02-29'].every(isRealDay)).toBe(true)
  expect(
    ['2025-02-29', '2025-02-30', '2025-06-31', '2025-13-01', '2025-00-10', 'today', ''].some(
      isRealDay,
    ),
  ).toBe(false)
})

test('shows only the start of each of several sessions, but the start and end of a single one (9.30)', () => {
  const prelims = slot('2025-10-12', '09:00', '10:00', 'Prelims')
  const finals = slot('2025-10-12', '14:00', '17:30', 'Finals')
  expect(formatSessions([prelims, finals])).toBe('Sun 12 Oct, 9:00 AM prelims, 2:00 PM finals')
  expect(formatSessions([slot('2025-10-09', '09:00', '12:30')])).toBe(
    'Thu 9 Oct, 9:00 AM to 12:30 PM',
  )
  const online = slot('2025-09-28', '16:00', '16:45', 'Prelims, online')
  const later = { start: at('2025-10-12', '14:00'), part: 'afternoon', label: 'Finals' } as const
  expect(formatSessions([online, later])).toBe(
    'Sun 28 Sep, 4:00 PM prelims, online; Sun 12 Oct, afternoon finals',
  )
})
